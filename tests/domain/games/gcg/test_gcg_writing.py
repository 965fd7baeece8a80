"""Writing: the canonical text, and that it reads back as the same record."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.gcg.reading import read_gcg
from games.engine.gcg.writing import write_gcg
from games.engine.record import LOST_CHALLENGE, EventKind, Record, RecordedPlayer, Turn
from tests.domain.games.gcg.invented_games import (
    GAME,
    reading_of,
    recorded,
    with_lines,
    without_lines,
)

TWO = (RecordedPlayer("Ann", "Ann Bee"), RecordedPlayer("Col"))

WHOLE = Record(
    players=TWO,
    turns=(
        Turn(EventKind.PLAY, 0, 0, "[CH]AEIOU?", 0, 14, False, "[CH]A.[ch]O", score=7, total=7),
        Turn(EventKind.BONUS, 0, score=5, total=12),
        Turn(EventKind.PLAY, 1, 0, "ABC", 20, 3, True, "ABC", score=60, total=60, extra="AB, CD"),
        Turn(EventKind.WITHDRAWN, 1, 0, "ABC", score=-60, total=0),
        Turn(EventKind.PASS, 0, 0, "ABC", score=0, total=12, notes=(LOST_CHALLENGE,)),
        Turn(EventKind.EXCHANGE, 1, 0, "ABC", tiles="A?", score=0, total=0, notes=("one\ntwo", "")),
        Turn(EventKind.EXCHANGE, 0, count=3, score=0, total=12),
        Turn(EventKind.RACK_LOST, 0, 0, "??", tiles="??", score=0, total=12),
        Turn(EventKind.END_RACK, 1, tiles="QI", score=22, total=22),
        Turn(EventKind.TIME, 0, score=-20, total=-8),
    ),
    title="T",
    descriptions=("D", "E"),
    identity="io.example X",
    lexicon="DISC2",
    game_type="classic_super",
    board_layout="SuperCrosswordGame",
    tile_distribution="catalan_super",
    tile_letters=("CH", "L·L"),
    racks=(None, "QI"),
    incomplete=True,
    incomplete_rack="Q",
    unknown=((0, "#wind north"), (10, "#clock 1")),
)
WHOLE_LINES = [
    "#character-encoding UTF-8",
    "#player1 Ann Ann Bee",
    "#player2 Col",
    "#title T",
    "#description D",
    "#description E",
    "#id io.example X",
    "#lexicon DISC2",
    "#game-type classic_super",
    "#board-layout SuperCrosswordGame",
    "#tile-distribution catalan_super",
    "#tile CH ch",
    "#tile L·L l·l",
    "#wind north",
    ">Ann: [CH]AEIOU? O1 [CH]A.[ch]O +7 7",
    ">Ann: (challenge) +5 12",
    ">Col: ABC 21D ABC +60 60 AB, CD",
    ">Col: ABC -- -60 0",
    ">Ann: ABC - +0 12",
    "#note #unsuccessful-challenge",
    ">Col: ABC -A? +0 0",
    "#note one",
    "two",
    "#note",
    ">Ann: -3 +0 12",
    ">Ann: ?? (??) -0 12",
    ">Col: (QI) +22 22",
    ">Ann: (time) -20 -8",
    "#clock 1",
    "#incomplete Q",
    "#rack2 QI",
]


def test_a_record_that_is_canonical_is_written_as_it_stood() -> None:
    assert write_gcg(recorded(reading_of(GAME))) == GAME


def test_a_whole_record_is_written_in_its_order() -> None:
    text = write_gcg(WHOLE)
    assert text.splitlines() == WHOLE_LINES
    reading = reading_of(text)
    assert without_lines(recorded(reading)) == WHOLE
    assert reading.faults == ()


def test_what_nobody_stated_is_not_invented() -> None:
    record = recorded(with_lines(">Ann: 8D QUANT 48", ">Col: - +0", "#rack1 AB"))
    assert write_gcg(record).splitlines()[3:] == [">Ann: 8D QUANT 48", ">Col: - +0", "#rack1 AB"]


def test_letters_beyond_latin_1_are_written_as_utf_8() -> None:
    record = Record((RecordedPlayer("Żaneta", "Żaneta Łoś"), RecordedPlayer("Col")))
    text = write_gcg(record)
    assert read_gcg(text.encode()).record == record


@pytest.mark.parametrize(
    "hostile",
    ["x\n>Ann: - +0 999", "x\r#rack1 QQ", "x\n\n#title y", "\0x", "x\n#note y\n>Col: - +9 9"],
)
def test_no_field_can_begin_a_line_of_its_own(hostile: str) -> None:
    turn = Turn(EventKind.PASS, 0, score=0, total=0, extra=hostile, notes=(hostile,))
    record = Record(
        (RecordedPlayer(hostile, hostile), RecordedPlayer("Col", hostile)),
        (turn,),
        hostile,
        (hostile,),
        hostile,
    )
    back = recorded(read_gcg(write_gcg(record).encode()))
    assert (len(back.players), len(back.turns), back.racks) == (2, 1, ())
    assert write_gcg(back) == write_gcg(recorded(read_gcg(write_gcg(back).encode())))


text = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp", "Z")), min_size=1
)
line = text.filter(lambda said: said[0] not in "#>" and "#note" not in said.lower())
letters = st.text("ABCDEĄÜ?", min_size=1, max_size=7)
numbers = st.integers(-999, 999)
notes = st.lists(st.lists(line, min_size=1, max_size=2).map("\n".join), max_size=2).map(tuple)
racks = st.none() | letters


def turns_of(kind: EventKind) -> st.SearchStrategy[Turn]:
    tiles = {EventKind.PLAY: st.text("ABCąü.", min_size=1), EventKind.EXCHANGE: letters}
    scores = {EventKind.RACK_LOST: st.integers(-99, -1), EventKind.END_RACK: st.integers(1, 99)}
    if kind in scores:
        tiles[kind] = letters
    where = {"row": st.integers(0, 30), "column": st.integers(0, 30), "across": st.booleans()}
    return st.builds(
        Turn,
        kind=st.just(kind),
        player=st.integers(0, 1),
        rack=racks.filter(lambda rack: rack != "UNKNOWN"),
        tiles=tiles.get(kind, st.just("")),
        score=scores.get(kind, numbers),
        total=numbers,
        extra=st.just("") | st.just("AB, CD 12"),
        notes=notes,
        **(where if kind is EventKind.PLAY else {}),
    )


records = st.builds(
    Record,
    players=st.just(TWO),
    turns=st.lists(st.sampled_from(EventKind).flatmap(turns_of), min_size=1, max_size=8).map(tuple),
    title=st.none() | line,
    descriptions=st.lists(line, max_size=2).map(tuple),
    identity=st.just("") | line,
    lexicon=st.just("") | line,
    racks=st.just(()) | st.tuples(st.none(), letters),
    incomplete=st.booleans(),
    unknown=st.just(()) | st.just(((0, "#wind"), (1, "#clock 3"), (1, "#wind"))),
)


@given(record=records)
def test_what_was_written_is_read_as_the_same_record(record: Record) -> None:
    written = write_gcg(record)
    back = recorded(read_gcg(written.encode()))
    assert without_lines(back) == record
    assert write_gcg(back) == written
