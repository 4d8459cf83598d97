"""Commands that answer a wrong call with one sentence instead of a page of usage."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser


class BriefCommand(BaseCommand):
    """A command whose wrong options are told in one line; the exit code is 2."""

    def create_parser(self, *args: Any, **kwargs: Any) -> CommandParser:
        parser = super().create_parser(*args, **kwargs)
        parser.print_usage = lambda file=None: None  # type: ignore[method-assign]
        return parser
