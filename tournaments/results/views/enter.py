"""The page where results are entered: one line, what it did, and what is still missing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone

from core.errors import UserError
from core.phrases import phrase, phrase_count
from core.roles.table import Permission
from core.web.view_access import writes
from desk.access import number_in
from tournaments.claiming import Mode
from tournaments.entry_line.grammar import REASONS
from tournaments.entry_line.intents import (
    GoToDispute,
    GoToDivision,
    GoToRound,
    Intent,
    Simple,
    SlipOrder,
)
from tournaments.kernel.desk.access import find_round, in_event
from tournaments.kernel.desk.context import desk_link
from tournaments.kernel.queries.play import last_published
from tournaments.models import Round, Tournament
from tournaments.overtime import minutes_over
from tournaments.results.commands.results import EnterResult
from tournaments.results.forms.entry_line import EntryLineForm, intent_of
from tournaments.results.forms.line_commands import LineContext, mark_of
from tournaments.results.forms.result_doubts import ended_word
from tournaments.results.queries import (
    BoardNow,
    boards_of,
    lacking_before,
    progress_of,
    unverified,
)
from tournaments.results.views.claim_marks import ClaimMark, claim_marks
from tournaments.results.views.entry_places import (
    a_round,
    address_of,
    dispute_address,
    division_address,
    next_slip,
    slip_at,
)
from tournaments.results.views.line import (
    LineResponse,
    echo_now,
    echo_of,
    give_record,
    give_undo,
    withheld,
)
from tournaments.results.views.presence import others_present

MINUTE_S = 60
FEW_BOARDS = 6
"""Up to how many boards of an earlier round are named one by one."""


@dataclass(frozen=True, slots=True)
class Go:
    """The target of a line that asks for another place."""

    address: str


@writes(EnterResult)
@in_event(Permission.ENTER)
def enter_results(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Shows the line with all that belongs to it, and does what a line asks for."""
    where = _where(request, event)
    if request.method != "POST":
        return _shown(request, where)
    form = EntryLineForm(request.POST)
    try:
        answer = _answer(request, form, where)
    except UserError as refused:
        answer = LineResponse("wrong", refused.message)
    if isinstance(answer, Go):
        return (
            JsonResponse({"kind": "go", "go": answer.address})
            if _by_script(request)
            else redirect(answer.address)
        )
    if answer.kind != "done":
        # What was done before is why it cannot be done again.
        answer = withheld(form, where) or answer
    if _by_script(request):
        return JsonResponse(_for_script(request, form, where, answer))
    return _said(request, form, where, answer)


def _by_script(request: HttpRequest) -> bool:
    return request.headers.get("Accept") == "application/json"


def _where(request: HttpRequest, event: Tournament) -> LineContext:
    """Returns the round of the address; without one, the last that is published.

    Never an older one that lacks a result again: the slips that come now are of the last.
    """
    division, number = find_round(request, event)
    if "round" not in request.GET:
        number = last_published(division) or number
    return LineContext(division, number, request.user.get_username())


def _answer(request: HttpRequest, form: EntryLineForm, where: LineContext) -> LineResponse | Go:
    """Returns the answer to a line, or the place where it leads."""
    if not form.is_valid():
        return LineResponse("wrong", str(next(iter(form.errors.values()))[0]))
    intent: Intent = intent_of(form.text("line"), where.division, form.cleaned_data["at"])
    if isinstance(intent, GoToRound):
        return Go(address_of(where, round=a_round(where.division, intent.round)))
    if isinstance(intent, GoToDivision):
        return Go(division_address(where, intent.name))
    if isinstance(intent, GoToDispute):
        return Go(dispute_address(where, intent.whom))
    if isinstance(intent, SlipOrder):
        return Go(address_of(where, at=slip_at(where, intent.board)))
    if not isinstance(intent, Simple):
        return give_record(request, intent, form, where)
    if intent.word == "undo":
        return give_undo(request, form, where)
    return _go_on(intent.word, form, where)


def _go_on(word: str, form: EntryLineForm, where: LineContext) -> LineResponse | Go:
    """Returns the page that a word leads to, which the script of the page shows by itself."""
    if word in ("correct", "drop"):
        return LineResponse("wrong", phrase("There is no line to correct or drop."))
    if word == "again":
        return Go(address_of(where, line=form.text("last")))
    return Go(address_of(where) if word == "numbers" else address_of(where, show=word))


def _shown(request: HttpRequest, where: LineContext) -> HttpResponse:
    """Returns the page as it is come to; `done` in the address echoes an entry of the journal."""
    if request.GET.get("part") == "state":
        return render(request, "tournaments/results/_enter_state.html", _state(where))
    done = request.GET.get("done")
    echo = None if done is None else echo_of(where, number_in(done))
    at = request.GET.get("at", "")
    context = {
        "echo": echo,
        "line": request.GET.get("line", ""),
        "last": request.GET.get("last", ""),
        "form": EntryLineForm(),
    }
    page = _page(where, int(at) if at.isdecimal() and len(at) < 6 else None)
    return render(request, "tournaments/results/enter.html", page | context)


def _said(
    request: HttpRequest, form: EntryLineForm, where: LineContext, said: LineResponse
) -> HttpResponse:
    """Returns the answer to a line as a page."""
    line, at = form.text("line"), form.cleaned_data.get("at") if form.is_valid() else None
    if said.seq is not None:
        following = {} if at is None else {"at": next_slip(form, where, said.seq, at) or ""}
        return redirect(address_of(where, done=said.seq, last=line, **following))
    context = _item(form, where, said) | {"form": EntryLineForm(), "last": line}
    return render(request, "tournaments/results/enter.html", _page(where, at) | context, status=422)


def _item(form: EntryLineForm, where: LineContext, said: LineResponse) -> dict[str, Any]:
    """Returns the template's values for a line that was not done; its answer is a line itself."""
    return {
        "said": said,
        "typed": form.text("line"),
        "asked_of": {name: form.text(name) for name in ("at", "meant", "unstored", "undoes")},
        "why": form.text("why"),
        "because": form.text("because"),
        "reasons": [str(reason) for reason in REASONS],
        "answer": EntryLineForm().token,
        "here": address_of(where),
    }


def _for_script(
    request: HttpRequest, form: EntryLineForm, where: LineContext, said: LineResponse
) -> dict[str, Any]:
    """Returns the values for the script of the page: only the parts that a line has changed."""
    if said.seq is None:
        item = render_to_string(
            "tournaments/results/_enter_item.html", _item(form, where, said), request
        )
        board = said.board if said.kind in ("same", "taken") else None
        more = {} if board is None else _changed(request, where, board)
        slot = said.board.slot if said.board is not None else None
        if said.is_stale:
            more = {
                "state": render_to_string(
                    "tournaments/results/_enter_state.html", _state(where), request
                )
            }
        return {"kind": said.kind, "item": item, "slot": slot, "mark": said.mark, **more}
    echo = echo_now(where, said.did, said.board) if said.board else echo_of(where, said.seq)
    shown = render_to_string(
        "tournaments/results/_enter_echo.html", {"echo": echo, "repeated": said.repeated}
    )
    board = echo.board
    more = _changed(request, where, board)
    facts = {"seq": said.seq, "undone": echo.undone, "slot": board and board.slot}
    return {"kind": "done", "echo": shown, **facts, **more}


def _changed(request: HttpRequest, where: LineContext, board: BoardNow | None) -> dict[str, Any]:
    """Returns a board's row and how far the round is, or all where more than that has changed."""
    done, total, verified, slips = progress_of(where.division, where.round)
    if board is None or board.reason is None or board.exception or done == total:
        # It misses again, nobody knows which board it was, it waits for a choice, or it was the
        # last: a new list.
        return {
            "state": render_to_string(
                "tournaments/results/_enter_state.html", _state(where), request
            )
        }
    progress = {"done": done, "total": total, "verified": verified, "slips": slips}
    return {
        "row": render_to_string(
            "tournaments/results/_enter_row.html", {"row": _row(where, board, _mark(where, board))}
        ),
        "progress": render_to_string("tournaments/results/_enter_progress.html", progress),
    }


def _page(where: LineContext, at: int | None) -> dict[str, Any]:
    """Returns the template's values for the whole page besides the answer to a line.

    `at` is the slot of the board that slip order is at.
    """
    event, division = where.division.tournament, where.division
    return {
        "tab": "enter",
        "divisions": [
            (name, desk_link("enter", event.slug, division=name), name == division.name)
            for name in event.divisions.values_list("name", flat=True)
        ],
        "rounds": _rounds(where),
        "others": others_present(division, where.round, where.actor, timezone.now()),
        **_round_of(where),
        **(state := _state(where)),
        "at": next((row["board"] for row in state["rows"] if row["board"].slot == at), None),
    }


def _rounds(where: LineContext) -> list[tuple[int, str | None, bool, str]]:
    """Returns the rounds as the strip shows them; those that are published are links."""
    stages = dict(where.division.rounds.values_list("number", "stage"))
    rounds: list[tuple[int, str | None, bool, str]] = []
    for number in range(1, where.division.planned_rounds + 1):
        out = stages.get(number) == Round.Stage.PUBLISHED
        href = desk_link("enter", where.scope["event"], division=where.division.name, round=number)
        state = "" if out else phrase("not published")
        rounds.append((number, href if out else None, number == where.round, state))
    return rounds


def _round_of(where: LineContext) -> dict[str, Any]:
    """Returns what every part of the page says of where it is."""
    return {
        "event": where.division.tournament,
        "division": where.division,
        "number": where.round,
        "here": address_of(where),
    }


def _state(where: LineContext) -> dict[str, Any]:
    """Returns the boards of the round, those that miss a result apart."""
    rounds = {row.number: row for row in where.division.rounds.all()}
    row = rounds.get(where.round)
    published = row is not None and row.stage == Round.Stage.PUBLISHED
    boards = boards_of(where.division, where.round) if published else []
    missing = [board for board in boards if board.is_game and board.reason is None]
    marks = claim_marks(where.division, where.round) if published else {}
    return {
        **_round_of(where),
        "stage": "" if published else "planned" if row is None else "draft",
        "missing": [(board, marks.get(board.slot)) for board in missing],
        "waited": _waited(row) if published else None,
        "later": _later(where, rounds.values()),
        "lacking": _lacking(where),
        **_ahead(where, {number: row.stage for number, row in rounds.items()}),
        "rows": [_row(where, board, marks.get(board.slot)) for board in boards],
        "done": sum(board.is_game for board in boards) - len(missing),
        "total": sum(board.is_game for board in boards),
        "verified": sum(bool(board.verified_by) for board in boards),
        "slips": sum(board.has_slip for board in boards),
        "contested": [board.label for board in boards if _is_contested(board, marks)],
        "choose": desk_link("exceptions", where.scope["event"]),
        "verify": _verify(where, boards),
    }


def _waited(row: Round | None) -> int | None:
    """Returns the minutes since a round was published, None where nobody knows when."""
    since = row.published_at if row is not None else None
    return None if since is None else int((timezone.now() - since).total_seconds()) // MINUTE_S


def _verify(where: LineContext, boards: Iterable[BoardNow]) -> str:
    """Returns where the slips are read once more, empty where none is left to read."""
    if where.division.tournament.closed or not unverified(boards):
        return ""
    at = {"division": where.division.name, "round": where.round}
    return desk_link("verify", where.scope["event"], **at)


def _later(where: LineContext, rounds: Iterable[Round]) -> tuple[int, str] | None:
    """Returns the last round that is published and its page, None where this is the last."""
    out = [row.number for row in rounds if row.stage == Round.Stage.PUBLISHED]
    latest = max(out, default=0)
    return (latest, address_of(where, round=latest)) if latest > where.round else None


def _lacking(where: LineContext) -> list[tuple[int, str, str]]:
    """Returns the earlier rounds that lack results: which boards, and where they are entered."""
    return [
        (number, _boards(labels), address_of(where, round=number))
        for number, labels in lacking_before(where.division, where.round).items()
    ]


def _boards(labels: list[int]) -> str:
    if len(labels) > FEW_BOARDS:
        return phrase_count("{count} result", "{count} results", count=len(labels))
    numbers = ", ".join(map(str, labels))
    return phrase_count("board {numbers}", "boards {numbers}", count=len(labels), numbers=numbers)


def _ahead(where: LineContext, stages: dict[int, str]) -> dict[str, Any]:
    """Returns the values for the next round: a draft that waits to be published, or one to pair.

    `draft` is the first from this round on that is paired and not published. After a round of a
    closed event comes nothing.
    """
    if where.division.tournament.closed:
        return {}
    later = range(where.round, where.division.planned_rounds + 1)
    draft = next((n for n in later if stages.get(n) == Round.Stage.DRAFT), None)
    following = where.round + 1
    is_planned = following in later and following not in stages
    slug, name = where.scope["event"], where.division.name
    return {
        "draft": draft,
        "publish": desk_link("publish-round", slug, division=name, round=draft) if draft else "",
        "pair": desk_link("round", slug, division=name, round=following) if is_planned else "",
        "following": following,
    }


def _is_contested(board: BoardNow, marks: Mapping[int, ClaimMark]) -> bool:
    mark = marks.get(board.slot)
    return board.exception or (mark is not None and mark.is_disputed)


def _mark(where: LineContext, board: BoardNow) -> ClaimMark | None:
    """Returns what players say of a board; not asked where they report nothing."""
    if where.division.phone_mode == Mode.OFF:
        return None
    return claim_marks(where.division, where.round, slot=board.slot).get(board.slot)


def _line_of(board: BoardNow) -> str:
    """Returns the line of the slip that was entered, empty where it has no scores."""
    scores = [str(seat.score + seat.off) for seat in board.seats if seat.score is not None]
    if not scores:
        return ""
    line = " ".join((str(board.seats[0].number), *scores))
    over = " ".join(minutes_over(seat.over_s) for seat in board.seats)
    return f"{line} over {over}" if any(seat.over_s for seat in board.seats) else line


def _row(where: LineContext, board: BoardNow, claim: ClaimMark | None) -> dict[str, Any]:
    """Returns a board with what it is called, what came of it, and the line that corrects it."""
    is_open = not where.division.tournament.closed
    line = _line_of(board) if is_open and board.is_game else ""
    slug, at = where.scope["event"], {"division": where.division.name, "round": where.round}
    return {
        "board": board,
        "claim": claim,
        "reason": ended_word(board.reason),
        "line": line,
        "mark": mark_of(board),
        "correct": desk_link("enter", slug, **at, line=line) if line else "",
    }
