"""The ASGI application, for any server: `tictactoe_site.asgi:application`."""

import gc
import os

import django

# Next to nothing of what is loaded is garbage: to look at it, again and again, was an eighth of all
# that a start takes of a processor.
gc.disable()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
django.setup()

from tictactoe_site.server.application import application  # noqa: E402

gc.freeze()
gc.enable()

__all__ = ["application"]
