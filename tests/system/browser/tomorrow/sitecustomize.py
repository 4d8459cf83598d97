"""Sets the clock of a site that starts with this folder in its path a day ahead."""

from datetime import datetime, timedelta

from django.utils import timezone

A_DAY = timedelta(days=1, minutes=1)
now = timezone.now


def tomorrow() -> datetime:
    return now() + A_DAY


timezone.now = tomorrow
