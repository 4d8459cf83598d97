"""`python -m tests.system.faults.prepare_people COUNT`: people with passwords, and one of staff.

Prints as JSON each one's name, row, and the uid of a game against the staff's person, who comes
last. The addresses are the names, at example.org.
"""

from __future__ import annotations

import json
import os
import sys

PASSWORD = "three-in-a-row-wins"


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    import django

    django.setup()
    from allauth.account.models import EmailAddress
    from django.contrib.auth.hashers import make_password
    from django.db import transaction
    from django.utils import timezone

    from accounts.models import User
    from tests.stored import new_game

    password = make_password(PASSWORD)

    def person(name: str, **powers: bool) -> User:
        email = f"{name}@example.org"
        user = User.objects.create_user(name, email, **powers)
        User.objects.filter(pk=user.pk).update(password=password)
        user.refresh_from_db()
        EmailAddress.objects.create(user=user, email=email, primary=True, verified=True)
        return user

    with transaction.atomic():
        boss = person("stella", is_staff=True, is_superuser=True)
        people = [person(f"person{number}") for number in range(int(sys.argv[1]))]
        told = [
            {
                "name": user.username,
                "pk": user.pk,
                "uid": new_game(user, boss, started_at=timezone.now()).uid if user != boss else "",
            }
            for user in (*people, boss)
        ]
    print(json.dumps(told))


if __name__ == "__main__":
    main()
