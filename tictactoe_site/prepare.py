"""Brings the database up to date: `python -m tictactoe_site.prepare`, before every start."""

import os

import django
from django.core.management import call_command
from django.db import OperationalError

from tictactoe_site import environment


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    environment.load_settings_or_exit()
    django.setup()
    try:
        call_command("migrate", verbosity=0, interactive=False)
        call_command("create_engine_accounts", verbosity=0)
    except OperationalError as error:
        environment.leave(f"The database does not answer: {str(error).strip()}")


if __name__ == "__main__":
    main()
