"""Any bytes at all: the check answers, and its answer agrees with itself."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.contract import in_contract
from games.engine.checking import GameTerms, check_gcg
from games.engine.checking.checking import SOFT
from games.engine.report import GameReport, RecordVerdict
from tests.depth import examples
from tests.domain.games.checking.written_games import checked, club_game, written

CLUB = written(*club_game())
SUPER = written(
    "Ann: QUANTEE 11I QUANT +28 28",
    "Bob: AILSTER 11F ALI..... +17 17",
    "Ann: OIDIOID 12L OIDIOID +65 93",
    "Bob: AILSTER -AIL +0 17",
    "#rack1 ABC",
    header="#game-type classic_super\n#tile-distribution english_super\n",
)
SPANISH = written(
    "Ann: ACE[CH]OLS 8F CO[CH]E +20 20",
    "Bob: ?[LL]AMARN 7H [ll]AMA +10 10",
    "Ann: ACES - +0 20",
    "Bob: N[RR]ÑO -[RR]Ñ +0 10",
    header="#character-encoding UTF-8\n#lexicon FILE2017\n#tile CH ch\n",
)
FOUR = written(
    "N: QUANTEE 8D QUANT +48 48",
    "E: ALISTER 8A ALI..... +51 51",
    "E: (challenge) +5 56",
    "S: OIDIOID 9G OIDIOID +69 69",
    "S: OIDIOID -- -69 0",
    "W: - +0 0",
    "#rack4 ABCDE",
    players="#player1 N\n#player2 E\n#player3 S\n#player4 W\n",
)
SIGNS = "[ ] ( ) . - -- ? > : # é Ä +-9 999999 [A] [CH] 8H ZZ9 16P 8D"
SCRAPS = [
    *SIGNS.split(),
    "\0",
    "\xa0",
    "(time) -10 1",
    "(challenge) +5 5",
    "#rack1 QQQQQQQQ",
    "#tile-distribution spanish",
    "#board-layout SuperCrosswordGame",
    "#game-type classic_super",
]


def assert_agrees_with_itself(report: GameReport) -> None:
    """The verdict follows from what deviates, and the points from the turns."""
    codes = {deviation.code for deviation in report.deviations}
    if report.verdict in (RecordVerdict.CLEAN, RecordVerdict.ALTERNATIVE):
        assert not codes
    elif report.verdict is RecordVerdict.SOFT:
        assert codes <= SOFT
    elif report.verdict is RecordVerdict.DEVIATES:
        assert codes - SOFT
    places = [(deviation.line, deviation.code) for deviation in report.deviations]
    assert places == sorted(places)
    told = json.loads(json.dumps(in_contract(report, "game.gcg")))
    assert all(finding["text"].strip() for finding in told["deviations"] + told["notices"])
    if report.record is None:
        assert (report.turns, report.scores) == ((), ())
        return
    nicks = [person.nick for person in report.record.players]
    assert len(report.turns) == len(report.record.turns)
    assert len(report.scores) == len(report.stated_scores) == len(nicks)
    for player, nick in enumerate(nicks):
        own = [t for t in report.turns if nicks[t.turn.player] == nick]
        assert report.scores[player] == sum(turn.score for turn in own)
        assert report.scores[player] == (own[-1].total if own else 0)
    on_board = [square for turn in report.turns if turn.stands for square, _ in turn.laid]
    assert len(on_board) == len(set(on_board))


def changed(data: bytes, rng: random.Random) -> bytes:
    """Returns a record with lines left out, doubled, swapped or changed."""
    lines = data.split(b"\n")
    for _ in range(rng.randint(1, 6)):
        at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.randrange(5):
            case 0:
                lines[at] = b""
            case 1:
                lines.insert(at, lines[other])
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                words = lines[at].split(b" ")
                words[rng.randrange(len(words))] = rng.choice(SCRAPS).encode()
                lines[at] = b" ".join(words)
            case _:
                line = bytearray(lines[at])
                spot = rng.randrange(len(line) + 1)
                line[spot : spot + rng.randrange(2)] = bytes([rng.randrange(1, 256)])
                lines[at] = bytes(line)
    return b"\n".join(lines)


@pytest.mark.parametrize("data", [CLUB, SUPER, SPANISH, FOUR])
def test_the_records_that_are_changed_here_can_be_replayed_to_their_end(data: bytes) -> None:
    report = check_gcg(data)
    assert not {d.code for d in report.deviations} & {"PLAY", "SYNTAX", "HEADER", "BAG", "RACK"}
    assert_agrees_with_itself(report)


@examples(300)
@given(st.sampled_from([CLUB, SUPER, SPANISH, FOUR]), st.integers(0, 2**32))
def test_a_record_changed_anywhere_is_answered(data: bytes, seed: int) -> None:
    broken = changed(data, random.Random(seed))
    report = check_gcg(broken, GameTerms(holds=lambda word: len(word) > 2))
    assert_agrees_with_itself(report)
    assert check_gcg(broken, GameTerms(holds=lambda word: len(word) > 2)) == report


@given(data=st.binary(max_size=1000))
def test_any_bytes_are_answered(data: bytes) -> None:
    assert_agrees_with_itself(check_gcg(data))


@given(text=st.text(max_size=300))
def test_any_event_is_answered(text: str) -> None:
    assert_agrees_with_itself(checked("Ann: " + text, "Bob: " + text))


@pytest.mark.parametrize(
    ("data", "verdict"),
    [
        (b"", RecordVerdict.EMPTY),
        (b"#player1 Ann\n#player2 Bob\n", RecordVerdict.EMPTY),
        (b"nothing but text\n", RecordVerdict.EMPTY),
        (b"\x89PNG\r\n\x1a\n\0\0\0", RecordVerdict.NOT_GCG),
        ("#player1 Ann".encode("utf-16"), RecordVerdict.NOT_GCG),
        (b">Ann QUANT 8D QUANT\n", RecordVerdict.DEVIATES),
        (b"#player1 Ann\n#player2 Bob\n>Ann QUANT 8D QUANT\n", RecordVerdict.DEVIATES),
        (b"#player1 Ann\n>Ann: 8D QUANT +48 48\n", RecordVerdict.DEVIATES),
        (b"\n>" * 200_000, RecordVerdict.DEVIATES),
    ],
)
def test_what_is_no_game_gets_its_own_word(data: bytes, verdict: RecordVerdict) -> None:
    report = check_gcg(data)
    assert report.verdict is verdict
    assert_agrees_with_itself(report)
