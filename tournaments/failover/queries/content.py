"""The content of an event as an exporter takes it, from its sheets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from core.phrases import phrase
from games.engine.rulesets import RuleSet
from ratings.wording import system_name
from tournaments.entry_details import details_of
from tournaments.formats.content import (
    BoardContent,
    DivisionContent,
    EntryContent,
    EventContent,
    RoundContent,
    SeatContent,
    Side,
    SitOutContent,
)
from tournaments.formats.tsh.settings import RATING_STAND_INS
from tournaments.kernel.queries.sheet import BoardLine, EntryLine, SeatLine, Sheet, load_sheet
from tournaments.kernel.queries.standings_and_starts import starts_of_rounds
from tournaments.kernel.wording.outcomes import outcome_word
from tournaments.models import Division, Tournament
from tournaments.prizes.queries.tsh_lines import prizes_not_in_tsh
from tournaments.standings.attendance import PAST_THE_END
from tournaments.standings.records import CarriedRecord

SIDES: dict[str, Side] = {"first": "first", "second": "second", "draw": "draw"}


def event_content(event: Tournament, *, public: bool = False) -> EventContent:
    """Returns everything of an event that files can carry; `public` names people as they chose."""
    divisions = event.divisions.select_related("tournament").order_by("position")
    return EventContent(
        name=event.name,
        dates=event.dates,
        divisions=tuple(_division(load_sheet(d), public=public) for d in divisions),
        kept=event.kept,
    )


def not_in_tsh(event: Tournament) -> list[dict[str, Any]]:
    """Returns a warning (code, division, round, message) for each thing that a tsh file cannot say.

    There a game is its two scores: a ruling, a game lost on time or a void one reads otherwise. Who
    rests there is absent with a spread of 0. Some rating systems of ours it cannot name.
    """
    divisions = event.divisions.select_related("tournament").order_by("position")
    sheets = [load_sheet(division) for division in divisions]
    return [
        *(said for sheet in sheets for said in _rated_otherwise(sheet.division)),
        *(said for sheet in sheets for said in _ruled_outcomes(sheet)),
        *(said for sheet in sheets for said in _house_players(sheet)),
        *(said for sheet in sheets for said in _forfeiting(sheet)),
        *prizes_not_in_tsh(event),
    ]


def _ruled_outcomes(sheet: Sheet) -> Iterator[dict[str, Any]]:
    """Yields the boards whose outcome is more than two scores."""
    for board in sheet.boards:
        if _ruled(board):
            yield {
                "code": "outcome.not_in_tsh",
                "division": sheet.division.name,
                "round": board.round,
                "message": phrase(
                    "Division {division}, round {round}: the outcome of no. {number} ({outcome}) "
                    "cannot be written; the file has only the scores.",
                    division=sheet.division.name,
                    round=board.round,
                    number=board.one.entry,
                    outcome=outcome_word(board.reason),
                ),
            }


def _house_players(sheet: Sheet) -> Iterator[dict[str, Any]]:
    """Yields the house players, whom the file ranks and rates."""
    for number, first in sorted(sheet.house_from.items()):
        yield {
            "code": "house.not_in_tsh",
            "division": sheet.division.name,
            "round": first,
            "message": phrase(
                "Division {division}: the file ranks and rates no. {number} like everybody else, "
                "although they are a house player from round {round} on.",
                division=sheet.division.name,
                number=number,
                round=first,
            ),
        }


def _rated_otherwise(division: Division) -> Iterator[dict[str, Any]]:
    """Yields by what a division is rated in its file, where tsh lacks its rating system."""
    other = RATING_STAND_INS.get(division.rating_system)
    if other is not None and not division.kept.get("rating_system"):
        said = {"division": division.name, "system": system_name(division.rating_system)}
        yield {
            "code": "rating_system.not_in_tsh",
            "division": division.name,
            "message": phrase(
                "Division {division}: the file says no rating, because tsh does not know {system}.",
                **said,
            )
            if other == "none"
            else phrase(
                "Division {division}: the file says {other}, because tsh does not know {system}.",
                other=other,
                **said,
            ),
        }


def _forfeiting(sheet: Sheet) -> Iterator[dict[str, Any]]:
    """Yields a warning for each entry whose forfeits the file of a division leaves out."""
    for entry in sheet.entries.values():
        for start, end in entry.away:
            if end == PAST_THE_END:
                yield {
                    "code": "forfeits.not_in_tsh",
                    "division": sheet.division.name,
                    "round": start,
                    "message": (
                        phrase(
                            "Division {division}: the file has no. {number} off from round "
                            "{round} on, with each round forfeited; it cannot say that they stay "
                            "in the ranking.",
                            division=sheet.division.name,
                            number=entry.number,
                            round=start,
                        )
                    ),
                }


def _ruled(board: BoardLine) -> bool:
    if board.two is None or board.reason is None or not board.begun:
        return False
    one, two = board.one, board.two
    if one.score is None or two.score is None:
        return True
    lead = one.score - two.score
    return (one.won - two.won, one.spread) != (2 * ((lead > 0) - (lead < 0)), lead)


def _division(sheet: Sheet, *, public: bool) -> DivisionContent:
    division = sheet.division
    penalties: dict[int, list[tuple[int, int]]] = {}
    for entry, number, points in sheet.penalties:
        penalties.setdefault(entry, []).append((number, points))
    charged = {
        (forfeit["number"], rounds["round"]): forfeit["counted_as"]
        for rounds in starts_of_rounds(sheet)
        for forfeit in rounds["forfeits"]
    }
    return DivisionContent(
        name=division.name,
        entries=tuple(
            _entry(line, tuple(penalties.get(line.number, ())), division.rules, public=public)
            for line in sheet.entries.values()
        ),
        rounds=tuple(_round(sheet, number, charged) for number in sheet.by_round),
        planned_rounds=division.planned_rounds,
        ruleset=division.ruleset,
        overrides=division.overrides,
        rating_system=division.rating_system,
        kept=division.kept,
    )


def _entry(
    line: EntryLine, penalties: tuple[tuple[int, int], ...], rules: RuleSet, *, public: bool
) -> EntryContent:
    out_from, end = next(
        ((start, end) for start, end in line.away if end in (None, PAST_THE_END)), (None, None)
    )
    forfeited = end == PAST_THE_END
    return EntryContent(
        number=line.number,
        name=_name(line, public=public),
        **details_of(line),
        withdrawn_from=out_from,
        missed_spread=rules.forfeit_loss_spread if forfeited else line.missed_spread,
        penalties=penalties,
        carried=CarriedRecord(**line.carried) if line.carried else None,
        kept=line.kept,
    )


def _name(line: EntryLine, *, public: bool) -> str:
    """Returns the name in a file: as entered, unless the public is to see another."""
    return line.name if public and line.name != line.entered_name else line.typed_name


Charged = dict[tuple[int, int], Literal["first", "second"] | None]


def _round(sheet: Sheet, number: int, charged: Charged) -> RoundContent:
    boards, sit_outs = [], []
    for board in sheet.by_round[number]:
        if board.is_game and board.two is not None:
            boards.append(_game(board, board.one, board.two))
        else:
            sit_outs += [
                SitOutContent(
                    entry=seat.entry,
                    spread=seat.spread,
                    counted_as=charged.get((seat.entry, number)),
                    number=board.number,
                )
                for seat in board.seats
            ]
    return RoundContent(
        number=number,
        boards=tuple(boards),
        sit_outs=tuple(sorted(sit_outs, key=lambda sit_out: sit_out.entry)),
    )


def _game(board: BoardLine, one: SeatLine, two: SeatLine) -> BoardContent:
    return BoardContent(
        seats=(
            SeatContent(entry=one.entry, side=SIDES.get(one.side), score=one.score),
            SeatContent(entry=two.entry, side=SIDES.get(two.side), score=two.score),
        ),
        number=board.number,
    )
