"""`python -m tools COMMAND`: commands for developers of the site, beside those of manage.py.

They measure, simulate and prove what the site ships as data.
"""

import os
import sys
from pathlib import Path

from django.core.management import execute_from_command_line

from tictactoe_site.environment import load_settings_or_exit

if __name__ == "__main__":
    sys.path.append(str(Path(__file__).parents[1] / "client"))  # one command plays as programs do
    os.environ["DJANGO_SETTINGS_MODULE"] = "tools.settings"
    load_settings_or_exit()
    execute_from_command_line(["python -m tools", *sys.argv[1:]])
