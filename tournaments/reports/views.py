"""The desk page of reports: the lists of a division, for all its rounds or some of them."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from core.phrases import phrase
from core.roles.table import Permission
from core.web.view_access import reads
from core.wording import moment
from tournaments.card_check.queries import last_with_results
from tournaments.kernel.desk.access import division_of_address, in_event
from tournaments.kernel.desk.context import divisions_of
from tournaments.kernel.queries.sheet import Sheet, load_sheet
from tournaments.models import Tournament
from tournaments.reports.queries import ReportTerms, ratings_now, reports_of
from tournaments.reports.wording import ShownReport, shown_report


@reads
@in_event(Permission.VIEW)
def reports_desk(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Shows the lists of a division, of the rounds and places that the address names."""
    division = division_of_address(request, event)
    if division is None:
        raise Http404(phrase("There is no such division."))
    sheet = load_sheet(division)
    asked = {name: _number(request.GET.get(name, "")) for name in ("first", "last", "top")}
    terms = ReportTerms(**asked).within(sheet)
    context = {
        "event": event,
        "tab": "event",
        "division": division,
        "divisions": divisions_of(division, "reports"),
        "terms": terms,
        "rounds": range(1, last_with_results(sheet) + 1),
        "lists": _lists(sheet, terms),
        "at": moment(timezone.now()),
    }
    return render(request, "tournaments/reports/desk.html", context)


def _number(text: str) -> int:
    """Returns a number of an address, 0 for what is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else 0


def _lists(sheet: Sheet, terms: ReportTerms) -> list[ShownReport]:
    entries = {entry.key: entry for entry in sheet.entries.values()}
    return [
        shown_report(one, at, entries, lambda entry: entry.entered_name, lambda _: None)
        for at, one in enumerate(reports_of(sheet, terms, ratings_now(sheet)), 1)
    ]
