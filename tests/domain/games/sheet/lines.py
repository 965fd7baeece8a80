"""Lines of a scoresheet for tests, as a person would type them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.gcg.tokens import coordinate
from games.engine.record import Kind, Record, Turn
from games.engine.rulesets import RuleSet, ruleset, with_overrides
from games.engine.sheet.counting import SheetTerms
from games.engine.sheet.lines import Line, What
from games.engine.sheet.scoresheet import Sheet, count_sheet

NAMES = ("Ann Bell", "Ben Cole", "Cem Dag", "Dot Eng")

_KINDS = {
    Kind.PLAY: What.PLAY,
    Kind.PASS: What.PASS,
    Kind.EXCHANGE: What.EXCHANGE,
    Kind.WITHDRAWN: What.OFF,
    Kind.BONUS: What.BONUS,
    Kind.END_RACK: What.END_RACK,
    Kind.RACK_LOST: What.RACK_LOST,
    Kind.TIME: What.TIME,
}


def play(player: int, where: str, word: str, rack: str = "", score: str = "") -> Line:
    return Line(player=player, rack=rack, where=where, word=word, score=score)


def line(player: int, what: What, word: str = "", rack: str = "", score: str = "") -> Line:
    return Line(player=player, what=what, rack=rack, word=word, score=score)


def counted(*lines: Line, rules: RuleSet | None = None, players: int = 2, **more: Any) -> Sheet:
    """Return the count of lines under the NASPA rules, or others."""
    terms = SheetTerms(rules=rules or ruleset("naspa"), **more)
    return count_sheet(NAMES[:players], lines, terms)


def rules_of(key: str = "naspa", **overrides: object) -> RuleSet:
    return with_overrides(ruleset(key), overrides)


def scores(sheet: Sheet) -> list[int | None]:
    return [told.score if told else None for told in sheet.told]


def faults(sheet: Sheet) -> list[tuple[int, str, str]]:
    return [(one.line, one.field, one.code) for one in sheet.faults]


def remarks(sheet: Sheet) -> list[tuple[int, str, str]]:
    return [(one.line, one.field, one.code) for one in sheet.remarks]


def typed(record: Record) -> Sequence[Line]:
    """Return a record as a person types it who states no score that can be computed."""
    return [_typed(turn) for turn in record.turns]


def _typed(turn: Turn) -> Line:
    is_play = turn.kind is Kind.PLAY
    says_points = turn.kind in (Kind.BONUS, Kind.TIME)
    return Line(
        player=turn.player,
        what=What.LOST if turn.loses_turn else _KINDS[turn.kind],
        rack=turn.rack or "",
        where=coordinate(turn.row, turn.column, turn.across) if is_play else "",
        word=turn.tiles or (f"{turn.count}" if turn.kind is Kind.EXCHANGE else ""),
        score=f"{turn.score}" if says_points else "",
    )
