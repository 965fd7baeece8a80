"""The reasons of a round's pairing: the cost of every board, and the next best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase, JsonResponse
from django.shortcuts import render

from core.phrases import phrase, phrase_count
from core.roles.table import Permission
from core.web.view_access import reads
from core.wording import ordinal, record, signed
from tournaments.kernel.desk.access import find_round, in_event
from tournaments.kernel.queries.sheet import EntryLine, load_sheet
from tournaments.kernel.wording.outcomes import outcome_word
from tournaments.models import Round, Tournament
from tournaments.pairing.answer import Option
from tournaments.pairing.methods import METHODS
from tournaments.rounds.queries.drafting import DraftBoard, Drafted, DraftSeat, drafted_round
from tournaments.rounds.queries.drafts import paired_round
from tournaments.rounds.wording.criteria import criterion_words, rule_words
from tournaments.rounds.wording.methods import method_words

TOTAL = "total"


@dataclass(frozen=True, slots=True)
class BoardWhy:
    """A board with its reasons in words.

    `players` are names with their standings, `costs` criteria with their figures. `instead` are the
    boards that would be next best, none where they would be as good: the lot decided then.
    """

    number: int | None
    players: tuple[tuple[str, str], ...]
    met: str
    rule: str
    costs: tuple[tuple[str, int], ...]
    instead: tuple[str, ...]
    more: tuple[str, str] | None
    by_lot: bool


@reads
@in_event(Permission.VIEW)
def why_desk(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Shows why a round was paired so; `?format=json` answers as the command `pair` does."""
    division, number = find_round(request, event, ahead=True)
    row = division.rounds.filter(number=number).first()
    if request.GET.get("format") == "json":
        if row is None:
            raise Http404(phrase("This round is not paired yet."))
        return JsonResponse(paired_round(division, number))
    context = {"event": event, "division": division, "number": number, "tab": "round"}
    if row is not None:
        row.division, division.tournament = division, event
        context |= _explained(row)
    return render(request, "tournaments/rounds/why.html", context)


def _explained(row: Round) -> dict[str, Any]:
    sheet = load_sheet(row.division, drafts=True)
    drafted, entries = drafted_round(sheet, row), sheet.entries
    pairing = drafted.pairing
    objective = {k: v for k, v in pairing.get("objective", {}).items() if k != TOTAL}
    return {
        "is_set_up": True,
        "how": _how(pairing),
        "is_draft": row.stage == Round.Stage.DRAFT,
        "boards": [_board(board, pairing, entries) for board in drafted.games],
        "alone": [f"{_called(b.seats[0].entry)} ({outcome_word(b.reason)})" for b in drafted.alone],
        "criteria": [(criterion_words(name), value) for name, value in objective.items()],
        "warnings": [text for _, text in pairing.get("warnings", ())],
        "totals": _totals(drafted),
        "balances": _balances(drafted),
        "clinched": [ordinal(rank) for rank in pairing.get("gibsonized", ())],
    }


def _how(pairing: Mapping[str, Any]) -> list[tuple[str, str]]:
    if not pairing:
        return [(phrase("Paired"), phrase("by hand"))]
    allowed = pairing.get("allowed")
    through, since = pairing.get("based_on"), pairing.get("since", 1)
    told = [
        (phrase("Method"), str(method_words(pairing["method"], pairing.get("variant", "")))),
        (
            phrase("On the results through"),
            phrase("round {round}", round=through) if through else phrase("none yet: the numbers"),
        ),
        (
            phrase("Earlier meetings"),
            phrase("as few as possible")
            if allowed is None
            else phrase("at most {allowed}", allowed=allowed),
        ),
    ]
    if since > 1:
        told.append((phrase("Meetings count from"), phrase("round {round}", round=since)))
    labels = {option.key: option.label for option in _options(pairing["method"])}
    told += [(labels.get(key, key), str(v)) for key, v in pairing.get("options", {}).items()]
    return told


def _options(method: str) -> tuple[Option, ...]:
    return METHODS[method].options if method in METHODS else ()


def _board(
    board: DraftBoard, pairing: Mapping[str, Any], entries: Mapping[int, EntryLine]
) -> BoardWhy:
    why = board.why or {}
    fixed = {seat.entry.number for seat in board.seats} in map(set, pairing.get("fixed", ()))
    other = why.get("alternative") or {}
    more = next(((k, signed(v)) for k, v in _costs(other.get("costs", {}))), None)
    by_hand = "" if why else phrase("put together by hand")
    return BoardWhy(
        number=board.number,
        players=tuple((_called(seat.entry), _standing(seat)) for seat in board.seats),
        met=_met(board.met),
        rule=phrase("kept at your request")
        if fixed
        else rule_words(why.get("rule", "")) or by_hand,
        costs=tuple(_costs(why.get("terms", {}))),
        instead=tuple(_pair(two, entries) for two in other.get("boards", ())) if more else (),
        more=more,
        by_lot=bool(other) and not more,
    )


def _costs(terms: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """Yields the criteria whose cost is not zero, with it, the most important first."""
    yield from ((criterion_words(k), v) for k, v in terms.items() if v and k != TOTAL)


def _totals(drafted: Drafted) -> list[tuple[str, int]]:
    games = [board for board in drafted.games if len(board.seats) == 2]
    return [
        (phrase("boards"), len(games)),
        (phrase("have met before"), sum(bool(board.met) for board in games)),
        (
            phrase("join different records"),
            sum(len({seat.half_wins for seat in board.seats}) > 1 for board in games),
        ),
        (
            phrase("pair two players who are due the same side"),
            sum(_balance(b.seats[0]) * _balance(b.seats[1]) > 0 for b in games),
        ),
    ]


def _balances(drafted: Drafted) -> list[tuple[int, int, int]]:
    """Returns by the gap between firsts and seconds how many have it before, and after."""
    seats = [seat for board in drafted.games for seat in board.seats]
    before = Counter(abs(_balance(seat)) for seat in seats)
    change = {"first": 1, "second": -1}
    after = Counter(abs(_balance(seat) + change.get(seat.side, 0)) for seat in seats)
    return [(gap, before[gap], after[gap]) for gap in range(max([*before, *after], default=0) + 1)]


def _balance(seat: DraftSeat) -> int:
    return seat.firsts - seat.seconds


def _standing(seat: DraftSeat) -> str:
    """Returns a player's standing, and how often they were first and second so far."""
    if seat.rank is None:
        return str(seat.entry.rating) if seat.entry.rating else phrase("unrated")
    figures = f"{record(seat.half_wins, seat.half_losses)} {signed(seat.spread)}"
    return phrase(
        "{rank}, {figures}; {firsts} first, {seconds} second",
        rank=ordinal(seat.rank),
        figures=figures,
        firsts=seat.firsts,
        seconds=seat.seconds,
    )


def _met(rounds: Iterable[int]) -> str:
    *more, last = rounds or (0,)
    if not last:
        return phrase("never")
    return phrase_count(
        "{count} time, last in round {round}",
        "{count} times, last in round {round}",
        count=len(more) + 1,
        round=last,
    )


def _pair(two: Iterable[int], entries: Mapping[int, EntryLine]) -> str:
    return " – ".join(_called(entries[n]) if n in entries else f"#{n}" for n in two)


def _called(entry: EntryLine) -> str:
    return f"#{entry.number} {entry.entered_name}"
