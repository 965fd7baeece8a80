"""The desk page of reports: the lists of a division or over all, for all rounds or some of them."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from core.phrases import phrase
from core.roles.table import Permission
from core.web.frame import Context
from core.web.view_access import reads
from core.wording import moment
from tournaments.card_check.queries import last_with_results
from tournaments.kernel.desk.access import division_of_address, in_event
from tournaments.kernel.desk.context import desk_link
from tournaments.kernel.queries.sheet import Sheet, load_sheet
from tournaments.models import Division, Tournament
from tournaments.reports.queries import (
    ReportTerms,
    entries_of,
    report_over,
)
from tournaments.reports.wording import EntryNaming, shown_report, statistics_words

OVER_ALL = "all"
"""What `of` says in the address of the lists over all divisions."""


@reads
@in_event(Permission.VIEW)
def reports_desk(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Shows the lists of a division or over all, of the rounds that the address names."""
    over_all = request.GET.get("of") == OVER_ALL
    division = None if over_all else division_of_address(request, event)
    if division is None and not over_all:
        raise Http404(phrase("There is no such division."))
    sheets = _sheets(event, division)
    asked = {name: _number(request.GET.get(name, "")) for name in ("first", "last", "top")}
    terms = ReportTerms(**asked).within(*sheets)
    context = {
        "event": event,
        "tab": "event",
        "division": division,
        "divisions": _choices(event, division),
        "terms": terms,
        "rounds": range(1, max(map(last_with_results, sheets), default=0) + 1),
        **_lists(sheets, terms, over_all=over_all),
        "at": moment(timezone.now()),
    }
    return render(request, "tournaments/reports/desk.html", context)


def _number(text: str) -> int:
    """Returns a number of an address, 0 for what is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else 0


def _sheets(event: Tournament, division: Division | None) -> list[Sheet]:
    if division is not None:
        return [load_sheet(division)]
    return [load_sheet(one) for one in event.divisions.select_related("tournament")]


def _choices(event: Tournament, here: Division | None) -> list[tuple[str, str, bool]]:
    """Returns the divisions, and all together, each with its address and whether it is shown."""
    names = event.divisions.values_list("name", flat=True)
    choices = [
        (name, desk_link("reports", event.slug, division=name), bool(here and here.name == name))
        for name in names
    ]
    over_all = desk_link("reports", event.slug, of=OVER_ALL)
    together = [(phrase("All divisions"), over_all, here is None)]
    return [*choices, *(together if len(choices) > 1 else ())]


def _lists(sheets: list[Sheet], terms: ReportTerms, *, over_all: bool) -> Context:
    naming = EntryNaming(
        entries_of(sheets), lambda entry: entry.entered_name, with_division=over_all
    )
    made = report_over(sheets, terms, over_all=over_all)
    return {
        "figures": statistics_words(made.figures),
        "lists": [shown_report(one, at, naming) for at, one in enumerate(made.lists, 1)],
    }
