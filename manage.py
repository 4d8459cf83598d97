#!/usr/bin/env python
"""Django's command line for this site."""

import os
import sys

from django.core.management import execute_from_command_line
from django.db import OperationalError

from tictactoe_site.environment import leave, load_settings_or_exit

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    if sys.argv[1:2] == ["runserver"]:
        os.environ["SERVER"] = "daphne"  # whose command serves sockets, too
    load_settings_or_exit()
    try:
        execute_from_command_line(sys.argv)
    except OperationalError as error:
        leave(f"The database does not do what it should: {' '.join(str(error).split())}")
