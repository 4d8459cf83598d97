"""The site's settings, with the commands for its developers."""

from tictactoe_site.settings import *  # noqa: F403
from tictactoe_site.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tools"]
