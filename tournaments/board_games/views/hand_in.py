"""The page of an entry, which its own link opens without a log-in: games handed in, and confirmed.

Whoever has the link is the entry here, and nobody anywhere else. Nothing of it is kept by a cache.
Its address is told to no other site; to this one it is, for without a referrer a browser calls the
origin of what it sends `null`, and that is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control

from core.errors import UserError
from core.journal.execute import execute
from core.phrases import phrase
from core.web.view_access import reads, writes
from desk.access import number_in
from games.models import Game
from games.pages.position import NoSuchTurn, ShownReplay, position_context
from games.selectors.public_record import public_game
from tournaments.board_games.commands.confirming import (
    ConfirmBoardGame,
    RefuseBoardGame,
    RemoveBoardGame,
)
from tournaments.board_games.commands.games import RecordBoardGame
from tournaments.board_games.forms.games import (
    ConfirmByLinkForm,
    HandInByLinkForm,
    RefuseByLinkForm,
    TakeBackForm,
)
from tournaments.board_games.queries.board_games import seats_of
from tournaments.board_games.queries.entry_links import actor_by_link, entry_of
from tournaments.board_games.queries.findings import questions_to_player
from tournaments.board_games.queries.hand_in import Mine, MyBoard, hand_in_of
from tournaments.kernel.desk.context import EventContext, EventForm
from tournaments.models import Board, BoardGame, Entry, Seat

View = Callable[..., HttpResponseBase]

NO_LINK = phrase("This link is not valid. Ask the director for a new one.")
HANDED_IN = phrase("You have handed in the game. Your opponent or the director will confirm it.")
CONFIRMED = phrase("The game is confirmed. Everybody can replay it now.")
TAKEN_BACK = phrase("You have taken back the game.")
REFUSED = phrase("You have refused the game. Your opponent can read your reason.")


def by_link(view: View) -> View:
    """Returns the view open to the link of an entry; it is called with the entry and the token."""

    @cache_control(private=True, no_store=True)
    @wraps(view)
    def guarded(request: HttpRequest, token: str, **kwargs: Any) -> HttpResponseBase:
        entry = entry_of(token)
        if entry is None:
            if request.headers.get("Accept") == "application/json":
                # What waited on a phone is answered in the words of the page.
                return JsonResponse({"wrong": str(NO_LINK)}, status=404)
            raise Http404(NO_LINK)
        answer = view(request, entry, token, **kwargs)
        answer["Referrer-Policy"] = "same-origin"
        answer["X-Robots-Tag"] = "noindex, nofollow"
        return answer

    return guarded


@reads
@by_link
def show_hand_in(request: HttpRequest, entry: Entry, token: str) -> HttpResponse:
    """Shows the games of the entry: to hand in, waiting for it, and what became of the others."""
    return _page(request, "hand_in", entry, token, mine=hand_in_of(entry))


@writes(RecordBoardGame)
@by_link
def hand_in_game(request: HttpRequest, entry: Entry, token: str, number: int) -> HttpResponseBase:
    """Takes the game of a board of the entry."""
    mine = hand_in_of(entry)
    meeting = _need_meeting(mine, number, request.GET.get("opponent"))
    where = _place(entry, meeting, seats=_seats(entry, meeting))
    form = HandInByLinkForm(
        *((request.POST, request.FILES) if request.method == "POST" else ()),
        where=where,
        names=mine.names,
    )
    if request.method == "POST" and _take(form, entry, meeting):
        messages.success(request, HANDED_IN)
        _ask(request, form, mine, meeting)
        # By the fragment the device knows that it need not keep what was typed there.
        done = f"#handed-in-{meeting.round}-{meeting.slot}"
        return redirect(f"{reverse('hand-in', kwargs={'token': token})}{done}")
    return _page(request, "hand_in_game", entry, token, mine=mine, meeting=meeting, form=form)


@writes(ConfirmBoardGame)
@by_link
def confirm_game(request: HttpRequest, entry: Entry, token: str, key: str) -> HttpResponseBase:
    """Shows a game that waits for the entry, move by move, and confirms it."""
    return _judge(request, entry, token, key, ConfirmByLinkForm, CONFIRMED)


@writes(RefuseBoardGame)
@by_link
def refuse_game(request: HttpRequest, entry: Entry, token: str, key: str) -> HttpResponseBase:
    """Says what is wrong with a game that waits for the entry."""
    return _judge(request, entry, token, key, RefuseByLinkForm, REFUSED)


@writes(RemoveBoardGame)
@by_link
def take_back_game(request: HttpRequest, entry: Entry, token: str, key: str) -> HttpResponseBase:
    """Takes back a game of the entry that waits."""
    return _judge(request, entry, token, key, TakeBackForm, TAKEN_BACK)


def _judge(
    request: HttpRequest, entry: Entry, token: str, key: str, sent: type[EventForm], done: str
) -> HttpResponseBase:
    """Shows a game with what can be said of it; does what is sent."""
    mine = hand_in_of(entry)
    meeting, recorded = _need_game(mine, key)
    where = _place(entry, meeting, game=recorded)
    answer = sent(request.POST, where=where) if request.method == "POST" else sent(where=where)
    if answer.is_bound and _give(answer, entry):
        messages.success(request, done)
        return redirect("hand-in", token=token)
    answers: dict[type[EventForm], EventForm] = {
        one: answer if one is sent else one(where=where)
        for one in (ConfirmByLinkForm, RefuseByLinkForm, TakeBackForm)
    }
    context = {
        "meeting": meeting,
        "game": recorded.game,
        "asked": questions_to_player(mine.sheet, recorded, meeting.line, meeting.result),
        "waits_for_me": key in [one.key for one in meeting.to_confirm] and mine.is_open,
        "confirm": answers[ConfirmByLinkForm],
        "refuse": answers[RefuseByLinkForm],
        "take_back": answers[TakeBackForm],
        **_position(request, recorded.game),
    }
    return _page(request, "hand_in_look", entry, token, mine=mine, **context)


def _ask(request: HttpRequest, form: EventForm, mine: Mine, meeting: MyBoard) -> None:
    """Asks whether what was handed in is the game of the board, with all that does not agree."""
    stored = form.stored()
    key = "" if stored is None else stored.payload["game"]
    recorded = BoardGame.objects.select_related("game", "board").filter(game__key=key).first()
    if recorded is not None:
        said = questions_to_player(mine.sheet, recorded, meeting.line, meeting.result)
        messages.info(request, " ".join(map(str, said)))


def _take(form: HandInByLinkForm, entry: Entry, meeting: MyBoard) -> bool:
    """Takes what was handed in; returns false when the form, with all that was typed, says why not.

    What was taken before stays so, whatever has happened to the board since.
    """
    if not meeting.obstacle or form.stored() is not None:
        return _give(form, entry)
    form.is_valid()
    form.add_error(None, f"{meeting.obstacle} {form.still_there}")
    return False


def _give(form: EventForm, entry: Entry) -> bool:
    """Does what a form asks for as the entry; returns false when it now says why not."""
    if form.stored() is not None:
        return True
    if not form.is_valid():
        return False
    try:
        execute(form.build(), actor=actor_by_link(entry), reason=form.why, key=form.idempotency_key)
    except UserError as refused:
        # The key holds what was typed: where it is taken, another click has just done this.
        if refused.code != "idempotency.conflict":
            form.refuse(refused)
            return False
    return True


def _need_meeting(mine: Mine, number: int, opponent: str | None) -> MyBoard:
    """Returns the entry's board of a round against an opponent; the only one where none is named.

    One of which a game is taken comes first. Raises Http404 where there is none at all.
    """
    wanted = None if opponent is None else number_in(opponent)
    meetings = [b for b in mine.boards if b.round == number and wanted in (None, b.opponent)]
    if not meetings:
        raise Http404(phrase("You do not play at this board."))
    return min(meetings, key=lambda board: bool(board.obstacle))


def _need_game(mine: Mine, key: str) -> tuple[MyBoard, BoardGame]:
    """Returns a game of one of the entry's boards with the board; Http404 for any other."""
    meeting = next((b for b in mine.boards if key in [one.key for one in b.games]), None)
    recorded = BoardGame.objects.select_related("game", "board").filter(game__key=key).first()
    if meeting is None or recorded is None:
        raise Http404(phrase("This is not your game."))
    return meeting, recorded


def _seats(entry: Entry, meeting: MyBoard) -> tuple[Seat, ...]:
    row = Board.objects.get(
        round__division=entry.division, round__number=meeting.round, slot=meeting.slot
    )
    return tuple(seats_of(row.pk))


def _place(entry: Entry, meeting: MyBoard, **more: Any) -> EventContext:
    return EventContext(
        "",
        event=entry.tournament,
        division=entry.division,
        round=meeting.round,
        entry=entry,
        **more,
    )


def _position(request: HttpRequest, game: Game) -> dict[str, Any]:
    """Returns the position of a game that the address asks for, at its end where it asks for none.

    Nothing where there is no position at all: the game can be refused all the same. Raises Http404
    for a turn that it does not have.
    """
    try:
        replay = ShownReplay(public_game(game))
    except NoSuchTurn:
        return {}
    move = request.GET.get("m")
    try:
        return position_context(replay, replay.last if move is None else number_in(move), of=None)
    except NoSuchTurn:
        raise Http404(phrase("The game has no such turn.")) from None


def _page(
    request: HttpRequest, template: str, entry: Entry, token: str, **context: Any
) -> HttpResponse:
    forms = [one for one in context.values() if isinstance(one, EventForm)]
    status = 422 if any(form.is_wrong for form in forms) else 200
    shown = {"entry": entry, "division": entry.division, "event": entry.tournament, "token": token}
    return render(
        request, f"tournaments/board_games/{template}.html", {**shown, **context}, status=status
    )
