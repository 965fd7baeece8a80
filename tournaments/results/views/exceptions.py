"""The page of the desk that lists every board of which two things are said, with one key each."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render

from core.errors import UserError
from core.journal.errors import NeedsConfirmation
from core.journal.execute import execute
from core.phrases import phrase
from core.roles.table import Permission
from core.web.view_access import writes
from desk.access import actor_of
from tournaments.kernel.desk.access import in_event
from tournaments.kernel.desk.context import desk_link
from tournaments.kernel.queries.exceptions import BoardClaim, ShownException, exceptions_of
from tournaments.models import BoardException, Result, Tournament
from tournaments.overtime import of_position, score_with_overtime
from tournaments.results.commands.checking import ChooseResult
from tournaments.results.forms.checking import ChooseForm
from tournaments.results.views.disputed import disputed_boards

KEYS = "abcdefgh"
"""The keys of the claims about the first board: letters, because digits lead to the tabs."""


class ShownClaim(NamedTuple):
    """A claim as a button: who says it, and what is sent when it is chosen."""

    place: int
    by: str
    words: str
    key: str
    is_in: bool
    fields: dict[str, Any]


class ShownContest(NamedTuple):
    """A board with the claims about it; `correct` is where another result is given.

    `at` is its division and round, and `line` names the board as a line does.
    """

    title: str
    kind: str
    claims: list[ShownClaim]
    correct: str
    at: dict[str, Any]
    line: str


@writes(ChooseResult)
@in_event(Permission.VIEW, writing=Permission.CORRECT)
def exceptions_desk(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Shows the boards that wait for a choice; sent to, it is the claim that is right."""
    if request.method != "POST":
        return _page(request, event, ChooseForm())
    form = ChooseForm(request.POST)
    if not form.is_valid():
        refused = phrase("Choose one of the results that are shown.")
        return _page(request, event, form, {"refused": refused}, status=422)
    command = form.command(event.slug)
    try:
        done = execute(command, actor=actor_of(request), key=form.key())
    except NeedsConfirmation as asks:
        sent = {**form.cleaned_data, "confirmed": True}
        return _page(request, event, form, {"asks": asks.message, "sent": sent}, status=422)
    except UserError as refused:
        return _page(request, event, form, {"refused": refused.message}, status=422)
    messages.success(request, command.sentence(done.answer))
    return redirect(desk_link("exceptions", event.slug))


def _page(
    request: HttpRequest,
    event: Tournament,
    form: ChooseForm,
    more: dict[str, Any] | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    found = exceptions_of(event)
    context = {
        "event": event,
        "tab": "event",
        "token": ChooseForm().token if form.is_bound else form.token,
        "disputes": list(disputed_boards(event)),
        "contests": [_contest(event, one, is_first=not at) for at, one in enumerate(found)],
        **(more or {}),
    }
    return render(request, "tournaments/results/exceptions.html", context, status=status)


def _contest(event: Tournament, one: ShownException, *, is_first: bool) -> ShownContest:
    at = {"division": one.division, "round": one.round}
    title = phrase(
        "Division {division}, round {round}, board {board}: #{one} {name}, #{two} {other}",
        **at,
        board=one.label,
        one=one.numbers[0],
        name=one.names[0],
        two=one.numbers[1],
        other=one.names[1],
    )
    claims = [
        _claim(one, claim, place, KEYS[place - 1 : place] if is_first else "")
        for place, claim in enumerate(one.claims, start=1)
    ]
    correct = desk_link("correct-result", event.slug, **at, entry=one.numbers[0])
    kind = BoardException.Kind(one.kind).label
    return ShownContest(title, kind, claims, correct, at, f"b{one.label}")


def _claim(one: ShownException, claim: BoardClaim, place: int, key: str) -> ShownClaim:
    scores = claim.fields["score_one"], claim.fields["score_two"]
    fields = {
        "division": one.division,
        "round": one.round,
        "entry": one.numbers[0],
        "claim": place,
        "score": "" if scores[0] is None else scores[0],
        "opponent_score": "" if scores[1] is None else scores[1],
        "seen": one.version,
    }
    is_in = place == 1 and one.kind != BoardException.Kind.PHONES
    return ShownClaim(place, claim.by, claim_words(one.names, claim), key, is_in, fields)


def claim_words(names: tuple[str, str], claim: BoardClaim) -> str:
    """Returns what a claim says: "Ada 423, Bea 389", and how the game ended if it was not played.

    Without scores it is only how it ended; overtime stands beside the score that it came off.
    """
    fields = claim.fields
    ended = "" if fields["reason"] == "played" else str(Result.Reason(fields["reason"]).label)
    if fields["score_one"] is None:
        return ended
    over = [of_position(fields.get("overtime"), position) for position in (0, 1)]
    said = phrase(
        "{one} {score}, {two} {other_score}",
        one=names[0],
        score=score_with_overtime(fields["score_one"], *over[0]),
        two=names[1],
        other_score=score_with_overtime(fields["score_two"], *over[1]),
    )
    return f"{said} ({ended})" if ended else said
