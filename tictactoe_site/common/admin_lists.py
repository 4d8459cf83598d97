"""Lists of the administration that hold however many rows there are.

Rows are counted up to MAX_COUNTED only, and pages end there: a COUNT of all rows, or a page far
back, would read every row before it. What lies further back is reached by the links to older rows,
by a month, or by a search. Lists are in the order of keys, with which every index ends.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.views.main import PAGE_VAR, ChangeList
from django.core.exceptions import BadRequest
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

MAX_COUNTED = 2_000
MONTHS_OFFERED = 24
OLDER = "id__lt"
PARTS_OF_DATES = {
    *("year", "iso_year", "quarter", "month", "week", "day", "week_day", "iso_week_day", "date"),
    *("time", "hour", "minute", "second"),
}
KEY = re.compile(r"[0-9]{1,18}")  # what every database takes for one
MONTH = re.compile(r"([0-9]{4})-(0[1-9]|1[0-2])")


class CappedPaginator(Paginator):  # type: ignore[type-arg]  # Django takes none
    """A paginator that counts no further than MAX_COUNTED."""

    @cached_property
    def found_count(self) -> int:
        assert isinstance(self.object_list, QuerySet)
        keys = self.object_list.order_by().values("pk")
        return int(keys[: MAX_COUNTED + 1].count())

    @cached_property
    def count(self) -> int:
        return min(self.found_count, MAX_COUNTED)

    @property
    def is_capped(self) -> bool:
        return self.found_count > MAX_COUNTED


class LongChangeList(ChangeList):
    """A list with links to what lies behind its last page, and back."""

    @property
    def older(self) -> str:
        """The address of the rows after the last that are shown; "" where the list ends."""
        is_last = self.page_num >= self.paginator.num_pages
        rows = list(self.result_list)
        if not (self.paginator.is_capped and is_last and rows):
            return ""
        return str(self.get_query_string({OLDER: rows[-1].pk}, remove=[PAGE_VAR]))

    @property
    def newest(self) -> str:
        """The address of the same list from its beginning; "" if it is shown so."""
        if OLDER not in self.params:
            return ""
        return str(self.get_query_string(remove=[OLDER, PAGE_VAR]))


class LongList(admin.ModelAdmin):  # type: ignore[type-arg]  # Django takes none
    """A mixin for lists in the order of their keys; no other order can be chosen."""

    paginator = CappedPaginator
    show_full_result_count = False
    sortable_by = ()
    ordering: ClassVar[tuple[str, ...]] = ("-pk",)

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if any(PARTS_OF_DATES.intersection(name.split("__")[1:]) for name in request.GET):
            # No index finds these, and Django fails at impossible years.
            return HttpResponseRedirect(request.path)
        if not all(map(KEY.fullmatch, request.POST.getlist(ACTION_CHECKBOX_NAME))):
            raise BadRequest("The selection contains something that is not a key.")
        return super().changelist_view(request, extra_context)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return LongChangeList


class MonthFilter(admin.SimpleListFilter):
    """A filter by month, as `?month=2026-03`.

    Subclasses name the *field*, a time that is in the same order as the keys.
    """

    title = _("month")
    parameter_name = "month"
    field: str

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        first = _rows(model_admin.model).order_by("pk").values_list(self.field, flat=True).first()
        months = _months_since(first)[:MONTHS_OFFERED] if first else []
        return [(f"{month:%Y-%m}", format_date(month, "F Y")) for month in months]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        asked = MONTH.fullmatch(self.value() or "")
        # datetime knows no year 0, and none after 9999.
        if not asked or int(asked[1]) in (0, 9999):
            return queryset
        start = datetime(int(asked[1]), int(asked[2]), 1, tzinfo=UTC)
        first = first_key_since(queryset.model, self.field, start)
        behind = first_key_since(queryset.model, self.field, _next_month(start))
        return queryset.filter(pk__gte=first, pk__lt=behind)


def by_month(field: str) -> type[MonthFilter]:
    """Return a filter by the month of *field*, the time at which a row was made."""
    return type("MonthFilter", (MonthFilter,), {"field": field})


def first_key_since(model: type[Model], field: str, moment: datetime) -> int:
    """Return the least key of the rows whose *field* is not before *moment*; if none is, a key
    behind all.

    Keys follow the time, so it is found by bisection and needs no index, which every move would
    have to keep up to date.
    """
    rows = _rows(model).order_by("pk").values_list("pk", field)
    ends = rows.first(), rows.last()
    if ends[0] is None or ends[1] is None:
        return 0
    low, high = ends[0][0], ends[1][0] + 1
    while low < high:
        key, at = rows.filter(pk__gte=(low + high) // 2)[0]
        if at < moment:
            low = key + 1
        else:
            high = (low + high) // 2
    return int(low)


def _rows(model: type[Model]) -> QuerySet[Any]:
    return model._default_manager.all()


def _months_since(first: datetime) -> list[datetime]:
    """Return the beginnings of all months from now back to that of *first*."""
    months, month = [], _month(timezone.now())
    while month >= _month(first):
        months.append(month)
        month = _month_before(month)
    return months


def _month(at: datetime) -> datetime:
    return datetime(at.year, at.month, 1, tzinfo=UTC)


def _month_before(month: datetime) -> datetime:
    if month.month == 1:
        return month.replace(year=month.year - 1, month=12)
    return month.replace(month=month.month - 1)


def _next_month(month: datetime) -> datetime:
    if month.month == 12:
        return month.replace(year=month.year + 1, month=1)
    return month.replace(month=month.month + 1)
