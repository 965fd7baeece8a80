"""Rating lists at the desk: all of them, one of them, an import, and who is meant by its names."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone

from core.web.jobs import show_job
from core.web.view_access import reads, writes
from desk.access import for_staff
from desk.giving import give
from desk.log import log_page
from ratings.commands.imports import ImportRatings
from ratings.desk.access import for_list, for_list_reader
from ratings.desk.context import ListContext
from ratings.desk.import_forms import ImportRatingsForm
from ratings.models import NameMatch, RatingList, Recompute
from ratings.selectors.differences import differences
from ratings.selectors.import_report import numbered_now, open_lines, open_rows
from ratings.selectors.lists_at_desk import imports_at_desk, list_at_desk, lists_at_desk
from ratings.selectors.openings import import_in_force
from ratings.selectors.proposals import open_jobs
from ratings.systems.registry import all_counted
from ratings.wording import difference_in_words, effect_of, system_name

NAMES = 50
EVENTS = 20
RECOMPUTES = 5
TOLD = 100
"""How many faults, remarks and open lines of an import a page lists; the rest are counted."""


@reads
@for_staff
def lists_desk(request: HttpRequest) -> HttpResponseBase:
    """Lists the rating lists, with how far each is and what it waits for."""
    return render(request, "ratings/desk/lists.html", {"lists": lists_at_desk()})


@reads
@for_list_reader
def list_desk(request: HttpRequest, rating_list: RatingList) -> HttpResponseBase:
    """Shows a list: what it is, its imports and events, and its journal."""
    context = {
        "rating_list": rating_list,
        "shown": list_at_desk(rating_list),
        "counted": [system_name(key) for key in all_counted(rating_list.counts)],
        "imports": imports_at_desk(rating_list)[:NAMES],
        "events": rating_list.events.defer("content").order_by("-held_on", "key")[:EVENTS],
        "choices": rating_list.choices.all(),
        "list_jobs": [show_job(job, timezone.now()) for job in open_jobs(rating_list)],
        "recomputes": _told(rating_list.recomputes.order_by("-number")[:RECOMPUTES]),
        "log": log_page(f"list:{rating_list.key}", request.GET.get("page")),
    }
    return render(request, "ratings/desk/lists_one.html", context)


def _told(recomputes: Iterable[Recompute]) -> list[tuple[Recompute, str]]:
    """Returns computations, each with what it changes in words."""
    shown = list(recomputes)
    told = differences(shown)
    return [(one, difference_in_words(*told[one.pk], effect_of(one.stage))) for one in shown]


@writes(ImportRatings)
@for_list
def import_ratings(request: HttpRequest, rating_list: RatingList) -> HttpResponseBase:
    """Takes a list, shows whom its lines mean, and stores it once that was accepted."""
    where = ListContext(request.user.get_username(), rating_list=rating_list)
    form = ImportRatingsForm(where=where)
    if request.method == "POST":
        form = ImportRatingsForm(request.POST, request.FILES, where=where)
        sent_again = form.stored() is not None
        if (sent_again or (form.is_valid() and form.is_ready)) and give(request, form) is not None:
            return redirect("desk-unmatched", key=rating_list.key)
    context = {"rating_list": rating_list, "form": form, "told": TOLD}
    return render(request, "ratings/desk/lists_import.html", context, status=_status(form))


@reads
@for_list
def unmatched_desk(request: HttpRequest, rating_list: RatingList) -> HttpResponseBase:
    """Shows the names on the import in force of which it is open who is meant, a form each."""
    publication = import_in_force(rating_list)
    context: dict[str, Any] = {"rating_list": rating_list, "publication": publication}
    if publication is not None:
        page = Paginator(open_rows(publication), NAMES).get_page(request.GET.get("page"))
        context["page"] = page
        context["token"] = uuid.uuid4().hex
        context["lines"] = open_lines(publication, page.object_list)
        context["numbered_now"] = numbered_now(publication)
        context["said"] = NameMatch.objects.filter(rating_list=rating_list)
    return render(request, "ratings/desk/lists_unmatched.html", context)


def _status(form: ImportRatingsForm) -> int:
    wrong = form.is_bound and (form.errors or (form.reading and form.reading.faults))
    return 422 if wrong else 200
