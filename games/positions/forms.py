"""The choice of a board to explore."""

from __future__ import annotations

from games.lobby.forms import RulesetForm


class BoardForm(RulesetForm):
    """A board and a goal. `ruleset` is there once the form is valid."""

    control = None
