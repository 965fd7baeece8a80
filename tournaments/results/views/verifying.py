"""The pass of a checker: every slip of a round typed once more, without what was entered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone

from core.errors import UserError
from core.journal.execute import execute
from core.phrases import phrase
from core.roles.table import Permission
from core.web.view_access import writes
from desk.access import actor_of
from tournaments.entry_line.intents import GameIntent
from tournaments.kernel.desk.access import find_round, in_event
from tournaments.kernel.desk.context import desk_link
from tournaments.models import Tournament
from tournaments.results.commands.checking import ReadAgain
from tournaments.results.forms.checking import VerifyForm
from tournaments.results.forms.entry_line import intent_of
from tournaments.results.forms.line_commands import LineContext, ParsedCommand, checked_by
from tournaments.results.queries import BoardNow, boards_of, unverified
from tournaments.results.views.presence import others_present


@writes(ReadAgain)
@in_event(Permission.ENTER)
def verify_results(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Shows the next slip to read; sent to, it verifies the result or makes an exception."""
    where = LineContext(*find_round(request, event), request.user.get_username())
    boards = boards_of(where.division, where.round)
    if request.method != "POST":
        return _page(request, where, boards, _at(request, boards))
    form = VerifyForm(request.POST)
    shown = _slot(request.POST.get("at", ""))
    board = next((one for one in boards if one.slot == shown), None)
    try:
        parsed = _read(form, where)
        if not parsed.same and form.cleaned_data["again"] != form.cleaned_data["line"]:
            asks = {"asks": form.cleaned_data["line"], "asked_of": parsed.board}
            return _page(request, where, boards, board, asks, status=422)
        done = execute(parsed.command, actor=actor_of(request), key=form.key())
    except UserError as refused:
        wrong = {"refused": refused.message, "typed": request.POST.get("line", "")}
        return _page(request, where, boards, board, wrong, status=422)
    messages.success(request, parsed.command.sentence(done.answer))
    return redirect(_address(where, after=shown or None))


def _read(form: VerifyForm, where: LineContext) -> ParsedCommand:
    """Returns the reading that a line says; raises UserError for what says none."""
    if not form.is_valid():
        raise UserError(str(next(iter(form.errors.values()))[0]), code="line", field="line")
    at = form.cleaned_data["at"]
    intent = intent_of(form.cleaned_data["line"], where.division, at)
    if not isinstance(intent, GameIntent) or intent.reason is not None:
        raise UserError(
            phrase("Here slips are only read again: type both scores, as in 423389 or b12 423389."),
            code="line.unknown",
            field="line",
        )
    return checked_by(intent, where)


def _at(request: HttpRequest, boards: Sequence[BoardNow]) -> BoardNow | None:
    """Returns the slip that is next: after the one read last, and from the first one again."""
    left = [board for board in unverified(boards) if not board.exception]
    slots = [board.slot for board in boards]
    after = _slot(request.GET.get("after", ""))
    passed = slots.index(after) if after in slots else -1
    following = [board for board in left if slots.index(board.slot) > passed]
    return next(iter(following or left), None)


def _slot(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0


def _page(
    request: HttpRequest,
    where: LineContext,
    boards: Sequence[BoardNow],
    board: BoardNow | None,
    more: dict[str, Any] | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    context = _shown(where, boards, board) | (more or {})
    return render(request, "tournaments/results/verify.html", context, status=status)


def _shown(
    where: LineContext, boards: Sequence[BoardNow], board: BoardNow | None
) -> dict[str, Any]:
    event = where.division.tournament
    games = [one for one in boards if one.has_slip]
    return {
        "event": event,
        "tab": "enter",
        "division": where.division,
        "number": where.round,
        "board": board,
        "others": others_present(where.division, where.round, where.actor, timezone.now()),
        "token": VerifyForm().token,
        "here": _address(where),
        "skip": _address(where, after=board.slot) if board else "",
        "done": sum(bool(one.verified_by) for one in games),
        "total": len(games),
        "contested": sum(one.exception for one in games),
        "enter": desk_link("enter", event.slug, division=where.division.name, round=where.round),
    }


def _address(where: LineContext, **more: Any) -> str:
    values = {"division": where.division.name, "round": where.round}
    given = {name: value for name, value in more.items() if value is not None}
    return desk_link("verify", where.division.tournament.slug, **values, **given)
