"""A tablet at the boards: the scores are typed once, and both players agree to them in turn.

Its link opens the games of one division, in the latest round, while the division reports in this
way. It needs no script. Once both have agreed only the director changes the result.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control

from core.phrases import phrase
from core.web.view_access import reads, writes
from tournaments.claiming import Mode, Scores
from tournaments.kernel.desk.context import EventContext
from tournaments.models import Division, Entry
from tournaments.phones.commands.claims import ClaimResult, ConfirmClaim
from tournaments.phones.forms.claims import ClaimForm, ConfirmForm, ScoresForm
from tournaments.phones.forms.tablets import TypedScoresForm
from tournaments.phones.queries.kiosks import division_of_kiosk, kiosk_actor
from tournaments.phones.queries.tablets import TabletBoard, TabletTask, tablet_boards
from tournaments.phones.views.sending import PhoneAnswer, send

View = Callable[..., HttpResponseBase]


class Agreement(NamedTuple):
    """The button of one of the two: who agrees, to which scores of theirs, and its own token.

    It is of its round alone: the same two may meet at the same board in the next.
    """

    round: int
    entry: int
    opponent: int
    name: str
    score: int
    opponent_score: int
    token: str


def by_tablet(view: View) -> View:
    """Returns the view open to the link of tablets; it is called with the division and the token.

    Http404 for no link, and where the division does not report at tablets now.
    """

    @cache_control(private=True, no_store=True)
    @wraps(view)
    def guarded(request: HttpRequest, token: str, **kwargs: Any) -> HttpResponseBase:
        division = division_of_kiosk(token)
        if division is None:
            raise Http404(phrase("This link is not valid. Ask the director for a new one."))
        if division.phone_mode != Mode.KIOSK or division.tournament.closed:
            raise Http404(phrase("Results are not entered on tablets now. Ask the director."))
        answer = view(request, division, token, **kwargs)
        answer["Referrer-Policy"] = "same-origin"
        answer["X-Robots-Tag"] = "noindex, nofollow"
        return answer

    return guarded


@reads
@by_tablet
def show_tablet(request: HttpRequest, division: Division, token: str) -> HttpResponse:
    """Lists the boards of the latest round, each a way to its scores."""
    context = {
        "division": division,
        "event": division.tournament,
        "token": token,
        "boards": tablet_boards(division),
    }
    return render(request, "tournaments/phones/tablet.html", context)


@reads
@by_tablet
def show_board(request: HttpRequest, division: Division, token: str, number: int) -> HttpResponse:
    """Shows a board: asks for its scores, or, of those in the address, who agrees to them."""
    board = _find(division, number)
    typed = TypedScoresForm(request.GET if "one" in request.GET else None, names=board.names)
    return _page(request, division, token, board, typed=typed)


@writes(ClaimResult)
@by_tablet
def agree_first(
    request: HttpRequest, division: Division, token: str, number: int
) -> HttpResponseBase:
    """Takes the scores to which the first of the two agrees."""
    return _agree(request, division, token, number, ClaimForm)


@writes(ConfirmClaim)
@by_tablet
def agree_too(
    request: HttpRequest, division: Division, token: str, number: int
) -> HttpResponseBase:
    """Takes that the other agrees as well, which makes the scores the result."""
    return _agree(request, division, token, number, ConfirmForm)


def _agree(
    request: HttpRequest, division: Division, token: str, number: int, kind: type[ScoresForm]
) -> HttpResponseBase:
    board = _find(division, number)
    if request.method != "POST":
        return redirect("tablet-board", token=token, number=number)
    if request.POST.get("round", "") != str(board.round):
        return _page(request, division, token, board, sent=PhoneAnswer("wrong", _over(board)))
    entry = _one_of(division, board, request.POST.get("entry", ""))
    _, own, other = board.seen_by(entry.number)
    event = division.tournament
    where = EventContext("", event=event, division=division, round=board.round, entry=entry)
    form = kind(request.POST, where=where, names=(own, other))
    actor = kiosk_actor(division, board.label)
    sent = send(form, actor, counted=f"{actor.link}/{board.slot}")
    if sent.kind == "done":
        return redirect("tablet-board", token=token, number=number)
    return _page(request, division, token, _find(division, number), form=form, sent=sent)


def _page(
    request: HttpRequest,
    division: Division,
    token: str,
    board: TabletBoard,
    *,
    typed: TypedScoresForm | None = None,
    form: ScoresForm | None = None,
    sent: PhoneAnswer | None = None,
) -> HttpResponse:
    asked = _asked(board, typed, form, sent)
    context = {
        "division": division,
        "event": division.tournament,
        "token": token,
        "board": board,
        "typed": typed or TypedScoresForm(None, names=board.names),
        "asked": asked,
        "sent": sent,
        "waits": _agreement(board, board.waits_for, board.scores),
        "agreements": [_agreement(board, one, asked) for one in board.entries],
        "is_open": board.task in (TabletTask.ENTER, TabletTask.WAITS),
    }
    status = 200 if sent is None else 429 if sent.busy else 422
    return render(request, "tournaments/phones/tablet_board.html", context, status=status)


def _agreement(board: TabletBoard, number: int, scores: Scores | None) -> Agreement | None:
    if not number or scores is None:
        return None
    opponent, name, _ = board.seen_by(number)
    own, other = scores if number == board.entries[0] else scores[::-1]
    return Agreement(board.round, number, opponent, name, own, other, secrets.token_hex(16))


def _asked(
    board: TabletBoard,
    typed: TypedScoresForm | None,
    form: ScoresForm | None,
    sent: PhoneAnswer | None,
) -> Scores | None:
    """Returns the scores to which the two are asked to agree, in the order of the seats."""
    if form is None or sent is None or sent.kind != "ask":
        return typed.scores if typed else None
    own, other = form.cleaned_data["score"], form.cleaned_data["opponent_score"]
    return (own, other) if form.where.the_entry.number == board.entries[0] else (other, own)


def _over(board: TabletBoard) -> str:
    return phrase(
        "What you agreed to is not about round {round}, which this board plays now. If a result of "
        "an earlier round is missing, tell the director.",
        round=board.round,
    )


def _find(division: Division, slot: int) -> TabletBoard:
    board = next((one for one in tablet_boards(division) if one.slot == slot), None)
    if board is None:
        raise Http404(phrase("There is no such board in this round."))
    return board


def _one_of(division: Division, board: TabletBoard, typed: str) -> Entry:
    number = next((one for one in board.entries if str(one) == typed), None)
    if number is None:
        raise Http404(phrase("Only the two at this board can agree."))
    entry: Entry = division.entries.get(number=number)
    entry.division = division
    return entry
