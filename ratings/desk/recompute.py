"""A rating list computed anew: asked for, looked at, and then applied or let go."""

from __future__ import annotations

from datetime import date
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.views.decorators.http import require_http_methods

from core.csv_file import write_csv
from core.phrases import phrase
from core.web.view_access import reads, writes
from core.wording import signed
from desk.access import number_in
from desk.giving import give
from ratings.applying import FOR_ONE_EVENT
from ratings.commands.applying import ApplyRatings, DiscardRatings
from ratings.desk.access import for_list
from ratings.desk.context import ListContext
from ratings.desk.recompute_forms import (
    ApplyRatingsForm,
    DiscardRatingsForm,
    ProposalForm,
    RecomputeForm,
)
from ratings.models import RatingList, Recompute
from ratings.recompute_job import ask_to_recompute
from ratings.recording import distrust_from
from ratings.selectors.differences import difference_of
from ratings.selectors.proposals import (
    ProposalLine,
    find_recompute,
    is_answerable,
    proposal_lines,
    proposed_ratings,
)
from ratings.wording import difference_in_words, effect_of, rating

LINES = 200


class ShownLine(NamedTuple):
    """A rating that changes, in words: was, becomes, change, stands, will stand."""

    name: str
    event: str
    held_on: date
    was_on: date | None
    figures: tuple[str, ...]


COLUMNS = (
    "Player",
    "Key",
    "Event",
    "Date",
    "Was",
    "Becomes",
    "Change",
    "Stands",
    "Will stand",
)


@require_http_methods(["GET", "HEAD", "POST"])
@for_list
def recompute_desk(request: HttpRequest, rating_list: RatingList) -> HttpResponseBase:
    """Asks from when on, queues the computation and leads to its job; nothing is put in force."""
    form = RecomputeForm(rating_list, request.POST if request.method == "POST" else None)
    if form.is_valid():
        day, name = form.cleaned_data["from_on"], request.user.get_username()
        with transaction.atomic():
            if day is not None:
                distrust_from(rating_list, day)
            job = ask_to_recompute(rating_list, asked_by=name, propose=True)
        return redirect("desk-job", number=job.pk)
    context = {"rating_list": rating_list, "form": form}
    return render(
        request, "ratings/desk/recompute.html", context, status=422 if form.errors else 200
    )


@reads
@for_list
def proposal_desk(request: HttpRequest, rating_list: RatingList) -> HttpResponseBase:
    """Shows what a computation would change, or has changed."""
    return _show(request, rating_list, _named_recompute(request, rating_list))


@reads
@for_list
def proposal_csv(request: HttpRequest, rating_list: RatingList) -> HttpResponse:
    """Sends all that a computation would change as a table for spreadsheets."""
    recompute = _named_recompute(request, rating_list)
    lines = proposal_lines(recompute, proposed_ratings(recompute)) if recompute else iter(())
    rows = [
        (
            *(line.name, key_in_register(line.player), line.event, line.held_on.isoformat()),
            *(line.was, line.becomes, line.change, line.stands, line.will_stand),
        )
        for line in lines
    ]
    response = HttpResponse(write_csv(COLUMNS, rows), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{rating_list.key}-changes.csv"'
    return response


@writes(ApplyRatings)
@for_list
def apply_ratings(request: HttpRequest, rating_list: RatingList) -> HttpResponseBase:
    """Puts new ratings in force."""
    return _answer(request, rating_list, ApplyRatingsForm)


@writes(DiscardRatings)
@for_list
def discard_ratings(request: HttpRequest, rating_list: RatingList) -> HttpResponseBase:
    """Lets new ratings go."""
    return _answer(request, rating_list, DiscardRatingsForm)


def _answer(
    request: HttpRequest, rating_list: RatingList, kind: type[ProposalForm]
) -> HttpResponseBase:
    """Gives the command that was sent; shows the computation again where that is refused."""
    if request.method != "POST":
        return _show(request, rating_list, _named_recompute(request, rating_list))
    form = kind(request.POST, where=_where(request, rating_list))
    if give(request, form) is not None:
        return redirect("desk-list", key=rating_list.key)
    number = form.cleaned_data.get("recompute")
    return _show(request, rating_list, find_recompute(rating_list, number), refused=form)


def _where(request: HttpRequest, rating_list: RatingList) -> ListContext:
    return ListContext(request.user.get_username(), rating_list=rating_list)


def _named_recompute(request: HttpRequest, rating_list: RatingList) -> Recompute | None:
    """Returns the computation that the address names, else the last one; None where none is."""
    number = request.GET.get("number")
    recompute = find_recompute(rating_list, None if number is None else number_in(number))
    if recompute is None and number is not None:
        raise Http404(phrase("The list has no computation with this number."))
    return recompute


def _show(
    request: HttpRequest,
    rating_list: RatingList,
    recompute: Recompute | None,
    refused: ProposalForm | None = None,
) -> HttpResponse:
    context: dict[str, Any] = {"rating_list": rating_list, "recompute": recompute}
    if recompute is not None:
        page = Paginator(proposed_ratings(recompute), LINES).get_page(request.GET.get("page"))
        answerable, stage = is_answerable(recompute), recompute.stage
        context |= {
            "page": page,
            "lines": [_shown(line) for line in proposal_lines(recompute, page.object_list)],
            "summary": _summary(recompute),
            "is_past": stage == Recompute.Stage.APPLIED,
            "outdated": stage == Recompute.Stage.OUTDATED
            or (stage == Recompute.Stage.READY and not answerable),
            "answer": refused or ApplyRatingsForm(where=_where(request, rating_list)),
            "is_answerable": answerable,
            "refused": refused,
        }
    return render(request, "ratings/desk/proposal.html", context, status=422 if refused else 200)


def key_in_register(player: str) -> str:
    """Returns the key of a player, empty for one who is rated for one event only."""
    return "" if player.startswith(FOR_ONE_EVENT) else player


def _summary(recompute: Recompute) -> str:
    """Returns a computation in a sentence."""
    applied = recompute.stage == Recompute.Stage.APPLIED
    if not recompute.rows:
        return phrase("Nothing changed.") if applied else phrase("This would change nothing.")
    said = difference_in_words(*difference_of(recompute), effect_of(recompute.stage))
    whole = f"{said[0].upper()}{said[1:]}"
    if not recompute.from_on:
        return f"{whole}."
    day = date_format(recompute.from_on, "j F Y")
    return phrase("{what_changes}, from {day} on.", what_changes=whole, day=day)


def _shown(line: ProposalLine) -> ShownLine:
    change = "" if line.change is None else signed(line.change)
    if line.was is None or line.becomes is None:
        change = phrase("new") if line.was is None else phrase("goes")
    was, becomes, stands, will = (
        "" if value is None else rating(value)
        for value in (line.was, line.becomes, line.stands, line.will_stand)
    )
    figures = (was, becomes, change, stands, will)
    return ShownLine(line.name, line.event, line.held_on, line.was_on, figures)
