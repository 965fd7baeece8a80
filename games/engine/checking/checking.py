"""The check of a record: the replay, the verdict, and the board that it was really played on."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.boards import ALTERNATIVE, STANDARD, board
from games.engine.checking.equipment import Equipment, GameTerms, equipment
from games.engine.checking.replay import Replay
from games.engine.gcg.reading import read_gcg
from games.engine.record import EventKind, Record
from games.engine.report import Deviation, GameReport, Notice, RecordVerdict
from games.engine.tiling import tiling

SOFT = frozenset({"RACK", "BAG", "TURN"})
"""Codes of findings that may be no mistake: racks, the bag, the turn and numbers of tiles."""

_LEAST_WRONG_SCORES = 2
_BY_RULES = GameTerms()


def check_gcg(data: bytes, terms: GameTerms = _BY_RULES) -> GameReport:
    """Returns the report on a GCG file; never raises, whatever the bytes."""
    reading = read_gcg(data)
    record = reading.record
    if not reading.is_text:
        return GameReport(
            RecordVerdict.NOT_GCG, None, deviations=reading.faults, notices=reading.notices
        )
    if record is None:
        verdict = _verdict(reading.faults) if reading.event_lines else RecordVerdict.EMPTY
        return GameReport(
            verdict,
            None,
            encoding=reading.encoding,
            deviations=tuple(sorted(reading.faults, key=_place)),
            notices=reading.notices,
        )
    return _checked(
        record,
        terms,
        reading.faults,
        reading.notices,
        encoding=reading.encoding,
        rack_lines=reading.rack_lines,
        is_empty=not reading.event_lines,
    )


def check_record(record: Record, terms: GameTerms = _BY_RULES) -> GameReport:
    """Returns the report on a record: its true scores, and where it deviates.

    Every play is scored again, every total, end rack, withdrawal and the bag are counted again;
    deviations are in the order of lines. Source: gcg.md section 9.
    """
    return _checked(record, terms, is_empty=not record.turns)


def _checked(
    record: Record,
    terms: GameTerms,
    faults: Sequence[Deviation] = (),
    notices: Sequence[Notice] = (),
    *,
    encoding: str = "",
    rack_lines: Sequence[int] = (),
    is_empty: bool,
) -> GameReport:
    played_with = equipment(record, terms)
    key, replay = _replayed(record, played_with, terms, rack_lines)
    notices = [*notices, *played_with.notices]
    if key != played_with.board:
        notices.append(Notice(0, "board.alternative", {"board": board(key).name}))
    # The order of places: by line, and within a line by code, so that the first one is the same
    # whatever was looked at first.
    deviations = sorted([*faults, *replay.found], key=_place)
    verdict = RecordVerdict.EMPTY if is_empty else _verdict(deviations, on_other=key == ALTERNATIVE)
    return GameReport(
        verdict,
        record,
        complete=replay.is_over,
        board=key,
        tiles=played_with.tiles,
        tiles_inferred=played_with.inferred,
        encoding=encoding,
        scores=replay.right,
        stated_scores=replay.stated,
        plays=replay.plays,
        bingos=sum([counted.is_bingo and counted.stands for counted in replay.turns]),
        end=_end(record),
        turns=tuple(replay.turns),
        deviations=tuple(deviations),
        notices=tuple(sorted(notices, key=_line)),
    )


def _replayed(
    record: Record, played_with: Equipment, terms: GameTerms, rack_lines: Sequence[int]
) -> tuple[str, Replay]:
    """Returns the key of the board that fits, and the replay on it.

    Two scores or more that are wrong on the standard board and all right with eight pairs of
    premiums exchanged tell that the game was played on that other board (gcg.md section 7).
    """
    tiles = tiling(played_with.tiles)
    replay = Replay(record, board(played_with.board), tiles, terms).run(rack_lines)
    if (
        replay.wrong_scores >= _LEAST_WRONG_SCORES
        and played_with.board == STANDARD
        and not terms.board
    ):
        other = Replay(record, board(ALTERNATIVE), tiles, terms).run(rack_lines)
        if not other.wrong_scores:
            return ALTERNATIVE, other
    return played_with.board, replay


def _verdict(deviations: Sequence[Deviation], *, on_other: bool = False) -> RecordVerdict:
    if not deviations:
        return RecordVerdict.ALTERNATIVE if on_other else RecordVerdict.CLEAN
    soft = all(deviation.code in SOFT for deviation in deviations)
    return RecordVerdict.SOFT if soft else RecordVerdict.DEVIATES


def _end(record: Record) -> str:
    if any(turn.kind in (EventKind.END_RACK, EventKind.RACK_LOST) for turn in record.turns):
        return "rack"
    knows_racks = record.incomplete_rack or any(rack is not None for rack in record.racks)
    return "rack-pragma" if knows_racks else "open"


def _place(deviation: Deviation) -> tuple[int, str]:
    return deviation.line, deviation.code


def _line(notice: Notice) -> int:
    return notice.line
