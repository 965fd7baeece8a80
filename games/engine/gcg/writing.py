"""Writing a record as GCG: the canonical text, which reads back as an equal record.

What nobody stated is not invented: a turn without a score or a total is written without it, and a
pragma that the record does not have is left out (gcg.md section 12).
"""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.gcg.header import shown
from games.engine.gcg.tokens import coordinate
from games.engine.record import EventKind, Record, Turn

_LINE_ENDS = dict.fromkeys(map(ord, "\r\n"), " ")
_MARKS = {
    EventKind.PASS: "-",
    EventKind.WITHDRAWN: "--",
    EventKind.BONUS: "(challenge)",
    EventKind.TIME: "(time)",
}


def write_gcg(record: Record) -> str:
    """Returns a record as GCG, to be encoded as UTF-8; lines end with LF.

    Line breaks inside names and titles become spaces, and spaces inside a nick `_`, so that no
    field can end its line; a note's further lines follow it as plain lines.
    """
    lines = ["#character-encoding UTF-8", *_header(record)]
    nicks = [_token(person.nick) for person in record.players]
    kept: dict[int, list[str]] = {}
    for turns_before, line in record.unknown:
        kept.setdefault(turns_before, []).append(_one_line(line))
    lines += kept.get(0, ())
    for turns_before, turn in enumerate(record.turns, 1):
        lines.append(f">{nicks[turn.player]}: {_event(turn)}")
        for note in turn.notes:
            lines += _note(note)
        lines += kept.get(turns_before, ())
    lines += _tail(record)
    return "".join([f"{line}\n" for line in lines])


def _header(record: Record) -> Iterator[str]:
    for number, person in enumerate(record.players, 1):
        yield _pragma(f"player{number}", f"{_token(person.nick)} {_one_line(person.name)}")
    if record.title is not None:
        yield _pragma("title", record.title)
    for description in record.descriptions:
        yield _pragma("description", description)
    for keyword, value in (
        ("id", record.identity),
        ("lexicon", record.lexicon),
        ("game-type", record.game_type),
        ("board-layout", record.board_layout),
        ("tile-distribution", record.tile_distribution),
    ):
        if value:
            yield _pragma(keyword, value)
    for letters in record.tile_letters:
        yield _pragma("tile", f"{letters} {letters.lower()}")


def _event(turn: Turn) -> str:
    said = [] if turn.rack is None else [turn.rack]
    said += _descriptor(turn)
    if turn.score is not None:
        said.append(_signed(turn))
    if turn.total is not None:
        said.append(str(turn.total))
    if turn.extra:
        said.append(turn.extra)
    return _one_line(" ".join(said))


def _descriptor(turn: Turn) -> tuple[str, ...]:
    if turn.kind is EventKind.PLAY:
        return coordinate(turn.row, turn.column, turn.across), turn.tiles
    if turn.kind is EventKind.EXCHANGE:
        return (f"-{turn.tiles or turn.count}",)
    if turn.kind in (EventKind.END_RACK, EventKind.RACK_LOST):
        return (f"({turn.tiles})",)
    return (_MARKS[turn.kind],)


def _signed(turn: Turn) -> str:
    """Returns the score with its sign; a rack that cost its player nothing is `-0`."""
    if turn.score == 0 and turn.kind is EventKind.RACK_LOST:
        return "-0"
    return f"{turn.score:+d}"


def _note(note: str) -> Iterator[str]:
    first, *more = note.split("\n")
    yield _pragma("note", first)
    for line in more:
        text = _one_line(line)
        # A line that would begin an event or a pragma, or vanish, ends the note's line instead.
        yield text if text and text[0] not in "#>" else _pragma("note", text)


def _tail(record: Record) -> Iterator[str]:
    if record.incomplete:
        yield _pragma("incomplete", record.incomplete_rack)
    for number, rack in enumerate(record.racks, 1):
        if rack is not None:
            yield _pragma(f"rack{number}", rack)


def _pragma(keyword: str, text: str) -> str:
    return f"#{keyword} {_one_line(text)}".rstrip()


def _token(text: str) -> str:
    return "_".join(_one_line(text).split()) or "_"


def _one_line(text: str) -> str:
    return shown(text.translate(_LINE_ENDS)).strip()
