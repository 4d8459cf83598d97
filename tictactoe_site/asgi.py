"""The ASGI application, for any server: `tictactoe_site.asgi:application`."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
django.setup()

from tictactoe_site.server.application import application  # noqa: E402

__all__ = ["application"]
