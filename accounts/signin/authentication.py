"""How and when the sender of a request last proved their identity.

django-allauth keeps a list of this in the session.
"""

from __future__ import annotations

import time
from typing import Any
from urllib.parse import urlencode

# All but the first are internals of the library, imported only here: it has no public way to note
# a code that another view has checked, or to have a form wait in the session. Should they change,
# tests/accounts/signin/ fails.
from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.login import record_authentication
from allauth.account.internal.flows.reauthentication import STATE_SESSION_KEY, suspend_request
from django.conf import settings
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse

from accounts.models import User

CODE = "mfa"  # the library's word for a code of the second step
# Pages that could switch off the second step or get around it: a stolen session and the password
# must not be enough.
CODE_PAGES = ("mfa_deactivate_totp", "mfa_generate_recovery_codes")


def authenticated_recently(request: HttpRequest) -> bool:
    """Return whether a password or a code was given within the last few minutes."""
    return request.user.is_authenticated and _is_recent(_records(request))


def gave_code(request: HttpRequest) -> bool:
    """Return whether a code was given since this session began."""
    return bool(_records_of_codes(request))


def gave_code_recently(request: HttpRequest) -> bool:
    """Return whether a code was given in this session within the last few minutes."""
    return _is_recent(_records_of_codes(request))


def _records(request: HttpRequest) -> list[dict[str, Any]]:
    return list(get_authentication_records(request, request.user))


def _records_of_codes(request: HttpRequest) -> list[dict[str, Any]]:
    return [record for record in _records(request) if record["method"] == CODE]


def _is_recent(records: list[dict[str, Any]]) -> bool:
    """Return whether the latest of *records* is no older than the settings allow."""
    latest = max((record["at"] for record in records), default=0)
    return bool(time.time() - latest < settings.ACCOUNT_REAUTHENTICATION_TIMEOUT)


def is_on_the_way_to_code_page(request: HttpRequest) -> bool:
    """Return whether *request* leads to a page for which a password is not enough."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    return wanted.partition("?")[0] in map(reverse, CODE_PAGES)


def note_code(request: HttpRequest, user: User) -> None:
    """Remember that *user* has given a code in this session."""
    record_authentication(request, user, CODE)


def ask_again(request: HttpRequest, *, keeps_form: bool = True) -> HttpResponseRedirect:
    """Ask for the password or a code; then go on with *request*.

    A form that was sent waits in the session and is processed afterwards. Without *keeps_form* it
    is dropped, because it contains a password. So is a form that has waited since an earlier
    request: its sender has turned back.
    """
    ask = reverse("account_reauthenticate")
    request.session.pop(STATE_SESSION_KEY, None)
    if request.method == "POST" and keeps_form:
        suspend_request(request, ask)
        # The library compares `next` with the path alone. It keeps the query with the form.
        return HttpResponseRedirect(f"{ask}?{urlencode({'next': request.path}, safe='/')}")
    return HttpResponseRedirect(f"{ask}?{urlencode({'next': request.get_full_path()}, safe='/')}")
