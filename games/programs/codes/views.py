"""The page on which a code is entered."""

from __future__ import annotations

from collections.abc import Callable

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.compete.tournaments.queries import address_of_tournament
from games.core.errors import GameError, TooFast
from games.live.limits import WRONG_CODES, enter
from games.programs.workshops.queries import address_of_code
from tictactoe_site.common.addresses import address_of

# Each returns the address that a code, in capitals, opens, or None. They are asked in this order.
FINDERS: tuple[Callable[[str], str | None], ...] = (address_of_code, address_of_tournament)


def find(code: str, *, address: str) -> str:
    """Return the path that *code* opens, for whoever asks from the IP *address*.

    Raises GameError: no_such_code; TooFast to an address that tries many codes.
    """
    enter((WRONG_CODES, address))
    for find_address in FINDERS:
        if found := find_address(code.upper()):
            WRONG_CODES.give_back(address)
            return found
    raise GameError("no_such_code")


class EnterCodeForm(forms.Form):
    """A code as people write it, or the whole address that it stands in."""

    code = forms.CharField(
        label=_("Code"),
        max_length=100,
        help_text=_(
            "Five or six letters and digits from your invitation. Upper or lower case doesn’t "
            "matter."
        ),
        error_messages={"required": _("Write the code.")},
    )

    def clean_code(self) -> str:
        typed = "".join(str(self.cleaned_data["code"]).split()).replace("-", "")
        return typed.rstrip("/").rpartition("/")[2]


@require_safe
@never_cache
def enter_code(request: HttpRequest) -> HttpResponse:
    """Lead to what a code opens, or say that it opens nothing and ask again."""
    form = EnterCodeForm(request.GET if "code" in request.GET else None)
    status = 200
    if form.is_valid():
        try:
            return redirect(find(form.cleaned_data["code"], address=address_of(request)))
        except TooFast as refused:
            status = 429
            sentence = gettext(
                "Too many wrong codes from here. Wait %(wait)s seconds and try again."
            )
            form.add_error("code", sentence % {"wait": refused.wait})
        except GameError:
            status = 404
            form.add_error(
                "code",
                gettext(
                    "No open workshop or tournament has this code. Check each character, or ask "
                    "for it again."
                ),
            )
    return render(request, "programs/codes/enter.html", {"form": form}, status=status)
