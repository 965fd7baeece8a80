"""Lines of a scoresheet for tests, as a person would type them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.gcg.tokens import coordinate
from games.engine.record import EventKind, Record, Turn
from games.engine.rulesets import RuleSet, ruleset, with_overrides
from games.engine.sheet.counting import SheetTerms
from games.engine.sheet.lines import SheetLine, What
from games.engine.sheet.scoresheet import CountedScoresheet, count_sheet

NAMES = ("Ann Bell", "Ben Cole", "Cem Dag", "Dot Eng")

_KINDS = {
    EventKind.PLAY: What.PLAY,
    EventKind.PASS: What.PASS,
    EventKind.EXCHANGE: What.EXCHANGE,
    EventKind.WITHDRAWN: What.OFF,
    EventKind.BONUS: What.BONUS,
    EventKind.END_RACK: What.END_RACK,
    EventKind.RACK_LOST: What.RACK_LOST,
    EventKind.TIME: What.TIME,
}


def play(player: int, where: str, word: str, rack: str = "", score: str = "") -> SheetLine:
    return SheetLine(player=player, rack=rack, where=where, word=word, score=score)


def line(player: int, what: What, word: str = "", rack: str = "", score: str = "") -> SheetLine:
    return SheetLine(player=player, what=what, rack=rack, word=word, score=score)


def counted(
    *lines: SheetLine, rules: RuleSet | None = None, players: int = 2, **more: Any
) -> CountedScoresheet:
    """Return the count of lines under the NASPA rules, or others."""
    terms = SheetTerms(rules=rules or ruleset("naspa"), **more)
    return count_sheet(NAMES[:players], lines, terms)


def rules_of(key: str = "naspa", **overrides: object) -> RuleSet:
    return with_overrides(ruleset(key), overrides)


def scores(sheet: CountedScoresheet) -> list[int | None]:
    return [told.score if told else None for told in sheet.told]


def faults(sheet: CountedScoresheet) -> list[tuple[int, str, str]]:
    return [(one.line, one.field, one.code) for one in sheet.faults]


def remarks(sheet: CountedScoresheet) -> list[tuple[int, str, str]]:
    return [(one.line, one.field, one.code) for one in sheet.remarks]


def typed(record: Record) -> Sequence[SheetLine]:
    """Return a record as a person types it who states no score that can be computed."""
    return [_typed(turn) for turn in record.turns]


def _typed(turn: Turn) -> SheetLine:
    is_play = turn.kind is EventKind.PLAY
    says_points = turn.kind in (EventKind.BONUS, EventKind.TIME)
    return SheetLine(
        player=turn.player,
        what=What.LOST if turn.loses_turn else _KINDS[turn.kind],
        rack=turn.rack or "",
        where=coordinate(turn.row, turn.column, turn.across) if is_play else "",
        word=turn.tiles or (f"{turn.count}" if turn.kind is EventKind.EXCHANGE else ""),
        score=f"{turn.score}" if says_points else "",
    )
