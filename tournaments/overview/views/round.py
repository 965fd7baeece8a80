"""A round at the desk: its boards, each with its result or a form for it."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode

from core.phrases import phrase
from desk.forms import CommandForm
from tournaments.challenges.queries import rulings_of_round
from tournaments.challenges.wording import ruling_sentence
from tournaments.contention.views import contention_note
from tournaments.kernel.desk.context import EventContext, desk_link, divisions_of
from tournaments.kernel.desk.pages import EventPage
from tournaments.kernel.desk.round_lines import round_lines, round_links
from tournaments.kernel.queries.play import RoundState
from tournaments.kernel.queries.sheet import BoardLine, Sheet, load_sheet
from tournaments.kernel.wording.outcomes import outcome_word
from tournaments.models import Division
from tournaments.overview.views.overview import IN_ROUND, division_offers, following
from tournaments.rounds.forms.rounds import SIDES
from tournaments.rounds.pages import seated
from tournaments.rounds.queries.incidents import Scene
from tournaments.rounds.queries.plan_lines import plan_lines
from tournaments.rounds.views.conditions import conditions_in_force
from tournaments.rounds.views.incidents import REARRANGING, steps
from tournaments.rounds.views.pairing import pairing_context, place_link, shown_round

_PAPERS = (
    (phrase("Print pairings"), "pairings"),
    (phrase("Print slips"), "slips"),
    (phrase("Print both"), "round"),
)
# These have their own places on the page of the round.
_SHOWN = ("pair-round", "set-up-round", "publish-round", "record-played")


def round_context(division: Division, number: int) -> dict[str, Any]:
    """Returns the template's values for a round: how to pair it, its draft, or its boards."""
    event = division.tournament
    sheet = load_sheet(division, drafts=True)
    where = EventContext("", event=event, division=division, round=number)
    lines = round_lines(sheet)
    context = {
        "event": event,
        "division": division,
        "line": lines[number - 1],
        "rounds": round_links(lines, number),
        "divisions": divisions_of(division),
        "tab": "round",
        "offers": division_offers(where, _others()),
        "why_href": place_link("why", where) if where.round_row else "",
        "changed_at": where.round_row.changed_at if where.round_row else None,
        "steps": steps(where),
        "following": following(sheet, lines, number),
    }
    if where.state in (RoundState.PLANNED, RoundState.DRAFT):
        context |= _before_publication(where, sheet)
    if where.state == RoundState.DRAFT:
        return context | {"draft": shown_round(where, sheet), "print_now": _print_now(where)}
    return context | _boards_context(where, sheet)


def draft_again(request: HttpRequest, form: CommandForm[EventContext]) -> HttpResponse | None:
    """Returns the draft with why what was marked on it cannot be done; the marks stay.

    None for a form that was not sent from a draft, for a round that is gone, and for a
    question, which has a page of its own.
    """
    where = form.where
    if "on_draft" not in request.POST or form.consequence or where.state != RoundState.DRAFT:
        return None
    each = [sentence for sentences in form.errors.values() for sentence in sentences]
    said = form.non_field_errors() or each
    context = round_context(where.the_division, where.the_round)
    context["refused"] = " ".join(map(str, said))
    context["marked"] = set(request.POST.getlist("mark"))
    return render(request, "tournaments/overview/round.html", context, status=422)


def _before_publication(where: EventContext, sheet: Sheet) -> dict[str, Any]:
    """Returns how the round can and should be paired, what that keeps to, and who can win."""
    division = where.the_division
    return {
        **pairing_context(where, sheet),
        **conditions_in_force(division, where.the_round),
        "contention": contention_note(sheet),
        "plan_lines": plan_lines(division),
        "plan_href": desk_link("plan", where.the_event.slug, division=division.name),
    }


def _others() -> list[EventPage]:
    """Returns the commands on a round that its page offers nowhere else."""
    return [page for page in IN_ROUND if page not in REARRANGING and page.path not in _SHOWN]


def _boards_context(where: EventContext, sheet: Sheet) -> dict[str, Any]:
    """Returns the boards of a round that is published, and how it can be rearranged."""
    boards = sheet.by_round.get(where.the_round, [])
    # As on the wall: by board number, those without one last.
    boards = sorted(boards, key=lambda board: (board.number or len(boards) + 9999, board.slot))
    rows = [_row(sheet, where, board) for board in boards]
    ruled = rulings_of_round(where.the_division, where.the_round)
    for row in rows:
        row["rulings"] = [(one.number, ruling_sentence(one)) for one in ruled.get(row["slot"], ())]
    # Right after the publication nobody types yet, and the keys of the desk should work.
    is_begun = any(board.two is not None and board.reason is not None for board in boards)
    first_open = next((row for row in rows if row["token"]), None)
    if first_open is not None and is_begun:
        first_open["focus"] = True
    is_open = where.state in (RoundState.PUBLISHED, RoundState.COMPLETE)
    return {
        "rows": rows,
        "rearranging": division_offers(where, REARRANGING) if is_open else (),
        "seatless": _seatless(sheet, where, boards),
        "papers": _papers(where) if is_open else (),
    }


def _seatless(sheet: Sheet, where: EventContext, boards: list[BoardLine]) -> list[str]:
    """Returns the entries without a seat in a published round, each with why."""
    scene = Scene(where.the_division, where.the_round, sheet)
    seated_numbers = {seat.entry for board in boards for seat in board.seats}
    return [seated(scene, number) for number in sheet.entries if number not in seated_numbers]


def _print_now(where: EventContext) -> str:
    """Returns the address of a round's paper that is printed as soon as it is opened."""
    place: dict[str, str | int]
    place = {"division": where.the_division.name, "round": where.the_round, "now": 1}
    address = reverse("desk-document", args=(where.the_event.slug, "round"))
    return f"{address}?{urlencode(place)}"


def _papers(where: EventContext) -> tuple[tuple[str, str], ...]:
    """Returns the paper of a published round, as (words of the link, address)."""
    place = urlencode([("division", where.the_division.name), ("round", where.the_round)])
    return tuple(
        (title, f"{reverse('desk-document', args=(where.the_event.slug, key))}?{place}")
        for title, key in _PAPERS
    )


def _row(sheet: Sheet, where: EventContext, board: BoardLine) -> dict[str, Any]:
    """Returns a board with names; `token` is there when its result can be entered."""
    # The player who goes first is listed first, as on the slip.
    seats = sorted(board.seats, key=lambda seat: seat.side == "second")
    slug, one = where.the_event.slug, seats[0].entry
    at = {"division": where.the_division.name, "round": where.the_round, "entry": one}
    is_open = where.state == RoundState.PUBLISHED and board.reason is None
    is_filled = board.two is not None and board.reason is not None and not where.the_event.closed
    return {
        "number": board.number,
        "slot": board.slot,
        "seats": [
            {"line": seat, "entry": sheet.entries[seat.entry], "side": SIDES[seat.side]}
            for seat in seats
        ],
        "reason": "" if board.reason == "played" else outcome_word(board.reason),
        "version": board.version,
        "changed_at": board.changed_at,
        "token": uuid.uuid4().hex if is_open and board.two is not None else "",
        "enter": desk_link("enter-result", slug, **at),
        "correct": desk_link("correct-result", slug, **at) if is_filled else "",
        "focus": False,
    }
