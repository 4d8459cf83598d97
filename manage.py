#!/usr/bin/env python
"""Django's command line for this site."""

import os
import sys

from django.core.management import execute_from_command_line

from tictactoe_site.environment import load_settings_or_exit

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    load_settings_or_exit()
    execute_from_command_line(sys.argv)
