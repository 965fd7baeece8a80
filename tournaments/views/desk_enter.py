"""The page where results are entered: one line, what it did, and what is still missing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone

from core.errors import UserError
from core.journal.undo import UndoEntry, says
from core.models import JournalEntry
from core.web.doors import writes
from core.wording import record, signed
from tournaments.commands.results import EnterResult
from tournaments.entry_line.echo import Side
from tournaments.entry_line.intents import GoToDivision, GoToRound, Intent, Simple, Whom
from tournaments.forms.entry_line import LineForm, Where, intent_of
from tournaments.models import Division, Round, Tournament
from tournaments.selectors.entering import (
    BoardNow,
    board_named,
    boards_of,
    lacking_before,
    progress_of,
    sides_of,
)
from tournaments.selectors.play import last_published
from tournaments.views.desk_access import for_director, number_in
from tournaments.views.desk_choices import desk_link
from tournaments.views.desk_line import Said, ended_word, give_record, give_undo, stored_before
from tournaments.views.desk_round import find_round

MINUTE_S = 60
FEW_BOARDS = 6
"""Up to how many boards of an earlier round are named one by one."""


@dataclass(frozen=True, slots=True)
class Echo:
    """What an entry of the journal did, said large: a sentence, and the sides of its board."""

    sentence: str
    undone: bool
    board: BoardNow | None
    sides: tuple[tuple[Side, str, str], ...]


@writes(EnterResult)
@for_director
def enter_results(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Shows the line with all that belongs to it, and does what a line asks for."""
    where = _where(request, event)
    if request.method != "POST":
        return _shown(request, where)
    form = LineForm(request.POST)
    try:
        answer = _answer(request, form, where)
    except UserError as refused:
        answer = Said("wrong", refused.message)
    if isinstance(answer, HttpResponse):
        return answer
    if answer.kind != "done":
        # What was done before is why it cannot be done again.
        answer = stored_before(form, where) or answer
    return _said(request, form, where, answer)


def _where(request: HttpRequest, event: Tournament) -> Where:
    """Returns the round of the address; without one, the last that is published.

    Never an older one that lacks a result again: the slips that come now are of the last.
    """
    division, number = find_round(request, event)
    if "round" not in request.GET:
        number = last_published(division) or number
    return Where(division, number, request.user.get_username())


def _answer(request: HttpRequest, form: LineForm, where: Where) -> Said | HttpResponse:
    """Returns what is said to a line, or where it leads."""
    if not form.is_valid():
        return Said("wrong", str(next(iter(form.errors.values()))[0]))
    intent: Intent = intent_of(form.text("line"), where.division)
    if isinstance(intent, GoToRound):
        return _to(request, _address(where, round=_a_round(where.division, intent.round)))
    if isinstance(intent, GoToDivision):
        return _to(request, _division_address(where, intent.name))
    if not isinstance(intent, Simple):
        return give_record(request, intent, form, where)
    if intent.word == "undo":
        return give_undo(request, form, where)
    if intent.word == "again":
        return _to(request, _address(where, line=form.text("last")))
    return _to(request, f"{_address(where, show=intent.word)}#{intent.word}")


def _shown(request: HttpRequest, where: Where) -> HttpResponse:
    """Returns the page as it is come to; `done` in the address echoes an entry of the journal."""
    if request.GET.get("part") == "state":
        return render(request, "desk/_enter_state.html", _state(where))
    done = request.GET.get("done")
    echo = None if done is None else echo_of(where, number_in(done))
    line = request.GET.get("line", "")
    context = {"echo": echo, "line": line, "last": request.GET.get("last", "")}
    return render(request, "desk/enter.html", _page(where) | context | {"form": LineForm()})


def _said(request: HttpRequest, form: LineForm, where: Where, said: Said) -> HttpResponse:
    """Returns the answer to a line: a page or, for the script, the parts of it that changed."""
    by_script = "HX-Request" in request.headers
    line = form.text("line")
    if said.seq is not None and not by_script:
        return redirect(_address(where, done=said.seq, last=line))
    context: dict[str, Any] = {"said": said, "form": form, "line": line, "why": form.text("why")}
    context["last"] = form.text("last")
    if said.seq is not None:
        context |= {"form": LineForm(), "line": "", "why": "", "last": line}
        echo = _echo(where, said.did, said.board) if said.board else echo_of(where, said.seq)
        context |= {"echo": echo, "repeated": said.repeated}
    if not by_script:
        return render(request, "desk/enter.html", _page(where) | context, status=422)
    return render(request, "desk/_enter_answer.html", _answered(where, context))


def _answered(where: Where, context: dict[str, Any]) -> dict[str, Any]:
    """Returns what the parts of the page need that change with a line."""
    shown = {"event": where.division.tournament, **_round_of(where), **context}
    echo: Echo | None = context.get("echo")
    if echo is None:
        # Somebody else may have been faster: what is still missing is told anew.
        return shown | _state(where) if context["said"].kind in ("ask", "same") else shown
    done, total = progress_of(where.division, where.round)
    shown |= {"done": done, "total": total}
    if echo.board is None or echo.board.reason is None or done == total:
        # It misses again, nobody knows which board it was, or it was the last: a new list.
        return shown | _state(where)
    return shown | {"row": _row(where, echo.board)}


def echo_of(where: Where, seq: int) -> Echo:
    """Returns what an entry of the journal did to this round; Http404 where it did nothing."""
    entries = JournalEntry.objects.filter(stream__key=where.stream)
    entry = entries.filter(seq=seq).first()
    if entry is None:
        raise Http404("There is no such entry of the log.")
    undone = entry.command == UndoEntry.code
    about = entries.filter(seq=entry.payload["seq"]).first() if undone else entry
    payload = about.payload if about is not None else {}
    named = payload.get("entry") or next(iter(payload.get("absent") or ()), None)
    here = (payload.get("division"), payload.get("round")) == (where.division.name, where.round)
    board = None
    if here and named is not None:
        opponent = payload.get("opponent")
        board = board_named(where.division, where.round, Whom("entry", named), opponent)
    return _echo(where, says(entry), board, undone=undone)


def _echo(where: Where, sentence: str, board: BoardNow | None, *, undone: bool = False) -> Echo:
    if board is None:
        return Echo(sentence, undone, None, ())
    now, sides = sides_of(where.division, where.round, board)
    return Echo(sentence, undone, now, tuple(_worded(side) for side in sides))


def _worded(side: Side) -> tuple[Side, str, str]:
    total = f"{record(side.total.half_wins, side.total.half_losses)} {signed(side.total.spread)}"
    return side, "" if side.spread is None else signed(side.spread), total


def _page(where: Where) -> dict[str, Any]:
    """Returns what the whole page shows besides the answer to a line."""
    event, division = where.division.tournament, where.division
    return {
        "tab": "enter",
        "divisions": [
            (name, desk_link("enter", event.slug, division=name), name == division.name)
            for name in event.divisions.values_list("name", flat=True)
        ],
        "rounds": _rounds(where),
        **_round_of(where),
        **_state(where),
    }


def _rounds(where: Where) -> list[tuple[int, str | None, bool, str]]:
    """Returns the rounds as the strip shows them; those that are published are links."""
    stages = dict(where.division.rounds.values_list("number", "stage"))
    rounds: list[tuple[int, str | None, bool, str]] = []
    for number in range(1, where.division.planned_rounds + 1):
        out = stages.get(number) == Round.Stage.PUBLISHED
        href = desk_link("enter", where.scope["event"], division=where.division.name, round=number)
        state = "" if out else "not published"
        rounds.append((number, href if out else None, number == where.round, state))
    return rounds


def _round_of(where: Where) -> dict[str, Any]:
    return {
        "event": where.division.tournament,
        "division": where.division,
        "number": where.round,
        "here": _address(where),
    }


def _state(where: Where) -> dict[str, Any]:
    """Returns the boards of the round, those that miss a result apart."""
    rounds = {held.number: held for held in where.division.rounds.all()}
    held = rounds.get(where.round)
    published = held is not None and held.stage == Round.Stage.PUBLISHED
    boards = boards_of(where.division, where.round) if published else []
    missing = [board for board in boards if board.is_game and board.reason is None]
    since = held.published_at if held is not None and published else None
    waited = None if since is None else int((timezone.now() - since).total_seconds()) // MINUTE_S
    return {
        **_round_of(where),
        "stage": "" if published else "planned" if held is None else "draft",
        "missing": missing,
        "waited": waited,
        "lacking": _lacking(where),
        **_ahead(where, {number: held.stage for number, held in rounds.items()}),
        "rows": [_row(where, board) for board in boards],
        "done": sum(board.is_game for board in boards) - len(missing),
        "total": sum(board.is_game for board in boards),
    }


def _lacking(where: Where) -> list[tuple[int, str, str]]:
    """Returns the earlier rounds that lack results: which boards, and where they are entered."""
    return [
        (number, _boards(labels), _address(where, round=number))
        for number, labels in lacking_before(where.division, where.round).items()
    ]


def _boards(labels: list[int]) -> str:
    if len(labels) > FEW_BOARDS:
        return f"{len(labels)} results"
    return f"board{'' if len(labels) == 1 else 's'} {', '.join(map(str, labels))}"


def _ahead(where: Where, stages: dict[int, str]) -> dict[str, Any]:
    """Returns what comes after the round: a draft that waits to be published, or a round to pair.

    `draft` is the first from this round on that is paired and not published.
    """
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


def _row(where: Where, board: BoardNow) -> dict[str, Any]:
    """Returns a board with what it is called, what came of it, and the line that corrects it."""
    scores = " ".join(str(seat.score) for seat in board.seats if seat.score is not None)
    number = board.seats[0].number
    return {
        "board": board,
        "reason": ended_word(board.reason),
        "correct": _address(where, line=f"{number} {scores}") if board.is_game and scores else "",
    }


def _a_round(division: Division, number: int) -> int:
    if not 1 <= number <= division.planned_rounds:
        raise UserError(
            f"Division {division.name} has rounds 1 to {division.planned_rounds}.",
            code="round.unknown",
        )
    return number


def _division_address(where: Where, name: str) -> str:
    event = where.division.tournament
    names = list(event.divisions.values_list("name", flat=True))
    found = next((one for one in names if one.lower() == name.lower()), None)
    if found is None:
        raise UserError(
            f"There is no division {name}; there are {', '.join(names)}.", code="unknown"
        )
    return desk_link("enter", event.slug, division=found)


def _address(where: Where, **more: Any) -> str:
    values = {"division": where.division.name, "round": where.round, **more}
    return desk_link("enter", where.division.tournament.slug, **values)


def _to(request: HttpRequest, address: str) -> HttpResponse:
    """Returns a redirect that the script follows too."""
    if "HX-Request" not in request.headers:
        return redirect(address)
    return HttpResponse(headers={"HX-Redirect": address})
