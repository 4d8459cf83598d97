"""The visitor's own games."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.access import SignedInRequest, user_required
from games.compete.ratings.pages.games import ratings_in
from games.people.profiles.forms import HistoryForm
from games.people.profiles.history import Filters, history_page, sizes_of
from games.people.profiles.paging import start_of


@require_safe
@user_required
def history(request: SignedInRequest) -> HttpResponse:
    """Show a page of one's games, filtered as the address says."""
    fields = HistoryForm.base_fields
    asked = {name: request.GET[name] for name in fields if name in request.GET}
    form = HistoryForm(asked, sizes=sizes_of(request.user))
    filters = filters_of(form)
    page = history_page(request.user, filters, start_of(request))
    context = {
        "form": form,
        "page": page,
        "ratings": ratings_in(page.games, request.user),
        "is_filtered": filters != Filters(),
    }
    return render(request, "people/profiles/history.html", context)


def filters_of(form: HistoryForm) -> Filters:
    """Return the filters in *form*; fields with errors filter nothing."""
    form.is_valid()
    asked = form.cleaned_data
    size = asked.get("size", "")
    columns, _, rows = size.partition("x")
    return Filters(
        result=asked.get("result", ""),
        size=(int(columns), int(rows)) if size else None,
        opponent=asked.get("opponent", ""),
        since=asked.get("since"),
        until=asked.get("until"),
        of_rounds=asked.get("of_rounds", False),
    )
