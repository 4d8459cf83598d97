"""The form with which somebody looks for an opponent."""

from __future__ import annotations

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.compete.ratings.pools import CLOCKS, USUAL, boards
from games.compete.rounds.seeks import REACHES, Wish
from games.core.clock import parse_time_control, time_control_text
from games.core.notation import parse_ruleset, ruleset_text
from games.models import Pool
from games.text.wording import control_text, goal_text, size_text

CLOCK_TEXTS = list(map(time_control_text, CLOCKS))


def clock_choices() -> list[tuple[str, str]]:
    """Return the clocks of rounds, for a field."""
    return [(text, control_text(text)) for text in CLOCK_TEXTS]


def reach_choices() -> list[tuple[int, str]]:
    """Return how far away an opponent's rating may be, for a field."""
    return [
        (reach, gettext("± %d points") % reach if reach else gettext("Anyone")) for reach in REACHES
    ]


def board_choices(pool: Pool) -> list[tuple[str, str]]:
    """Return the boards of *pool*, for a field."""
    return [(ruleset_text(one), size_text(one.m, one.n)) for one in boards(pool)]


class SeekForm(forms.Form):
    """A board, a clock, and how far away the opponent's rating may be."""

    board = forms.ChoiceField(label=_("Board"))
    control = forms.ChoiceField(label=_("Clock"), choices=clock_choices, widget=forms.RadioSelect)
    reach = forms.TypedChoiceField(
        label=_("Opponent’s rating"),
        choices=reach_choices,
        coerce=int,
        required=False,
    )
    widens = forms.BooleanField(label=_("Widen the range every 30 seconds"), required=False)

    def __init__(self, pool: Pool | None, data: QueryDict | None = None) -> None:
        """Offer the boards of *pool*, or of all."""
        pools = [pool] if pool else list(Pool)
        usual = USUAL[pools[0]]
        initial = {
            "board": ruleset_text(usual.ruleset),
            "control": time_control_text(usual.clock),
            "reach": REACHES[2],
            "widens": True,
        }
        super().__init__(data, auto_id=f"{pool or 'any'}-%s", initial=initial)
        self.pool = pool
        self.goal = goal_text(usual.ruleset.k)
        board = self.fields["board"]
        assert isinstance(board, forms.ChoiceField)
        board.choices = [choice for one in pools for choice in board_choices(one)]

    @property
    def wish(self) -> Wish:
        """What a valid form asks for."""
        chosen = self.cleaned_data
        return Wish(
            parse_ruleset(chosen["board"]),
            parse_time_control(chosen["control"]),
            chosen["reach"] or 0,
            chosen["widens"],
        )
