"""Records with one thing wrong, or nothing: each has its verdict and the first thing found.

The cases are those of gcg.md section 9, with the lines and codes that its data give such cases.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from games.engine.checking import check_gcg
from tests.domain.games.checking.written_games import PLAYERS, club_game

A = ">Ann: ANQTUEI 8D QUANT +48 48"
B = ">Bob: AEILLOS 8A ALI..... +51 51"
C = ">Ann: DDIIIOO 9G OIDIOID +69 117"
NO_PLAY = ">Bob: AEILLOS - +0 0"
SIX = [NO_PLAY, ">Ann: DDIIIOO - +0 48"] * 3
LOST = [">Bob: AEILLOS (AEILLOS) -7 -7", ">Ann: DDIIIOO (DDIIIOO) -9 39"]
CLUB = [f">{event}" for event in club_game()]
LAST = len(CLUB) + 2
"""The line of the club game's last event, its rack line, below two lines of players."""
OUT = CLUB[-1]

Found = tuple[int, str] | None


class Case(NamedTuple):
    """A record without its players, its verdict, first deviation, points counted and stated."""

    lines: list[str]
    verdict: str
    first: Found
    scores: tuple[int, ...]
    stated: tuple[int, ...]


def wrong(line: int, code: str, *lines: str, right: str, stated: str = "") -> Case:
    """Returns a case that deviates; points as `48-51`, those stated only where they differ."""
    return Case([*lines], "deviates", (line, code), _points(right), _points(stated or right))


def soft(line: int, code: str, *lines: str, right: str = "48-51") -> Case:
    """Returns a case whose only fault is one of racks, bag or turn."""
    return Case([*lines], "soft", (line, code), _points(right), _points(right))


def clean(*lines: str, right: str = "48-51") -> Case:
    """Returns a case with nothing wrong."""
    return Case([*lines], "clean", None, _points(right), _points(right))


def _points(text: str) -> tuple[int, ...]:
    return tuple(
        int(points)
        for points in text.replace("-~", " ~").replace("-", " ").replace("~", "-").split()
    )


CASES = {
    # Header and order
    "a game type that does not exist": wrong(3, "HEADER", "#game-type chess", A, B, right="48-51"),
    "a title twice": wrong(4, "HEADER", "#title x", "#title y", A, B, right="48-51"),
    "a lexicon after events": wrong(4, "ORDER", A, "#lexicon CSW21", B, right="48-51"),
    "a description after events": wrong(4, "ORDER", A, "#description x", B, right="48-51"),
    "a note before any event": wrong(3, "ORDER", "#note x", A, B, right="48-51"),
    "a late encoding": wrong(3, "ORDER", "#character-encoding UTF-8", A, B, right="48-51"),
    "a second record in the same file": wrong(5, "HEADER", A, B, "#player1 Ann", right="48-51"),
    "a line that belongs to nothing": wrong(4, "SYNTAX", A, "hello", B, right="48-51"),
    "a held rack before the last event": soft(4, "TURN", A, "#rack1 DDIIIOO", B),
    "a held rack that cannot be read": soft(5, "RACK", A, B, "#rack1 D1IO"),
    "a held rack of eight tiles": soft(5, "RACK", A, B, "#rack2 AEIOUAEI"),
    "a held rack of tiles that are gone": soft(0, "BAG", A, B, "#rack1 QZZ"),
    # Lines
    "no move": wrong(4, "SYNTAX", A, ">Bob: AEILLOS", right="48-0"),
    "a nick alone": wrong(4, "SYNTAX", A, ">Bob:", right="48-0"),
    "no coordinate": wrong(4, "SYNTAX", A, ">Bob: AEILLOS ALI +51 51", right="48-0"),
    "no colon": wrong(4, "SYNTAX", A, B.replace(":", ""), right="48-51"),
    "no numbers": wrong(4, "SYNTAX", A, ">Bob: AEILLOS 8A ALI.....", right="48-51"),
    "a score that is no number": wrong(3, "SYNTAX", A.replace("+48", "+4x"), B, right="48-51"),
    "one letter in brackets": wrong(3, "SYNTAX", A.replace("Q", "[Q]"), B, right="48-51"),
    "an exchange that cannot be read": wrong(
        4, "SYNTAX", A, ">Bob: AEILLOS -A1 +0 0", right="48-0"
    ),
    "a nick that nobody has": wrong(4, "PLAYER", A, B.replace("Bob", "Zed"), right="48-51"),
    # Plays
    "an opening beside the centre": wrong(3, "PLAY", A.replace("8D", "7D"), B, right="48-51"),
    "a play apart": wrong(4, "PLAY", A, B.replace("8A ALI.....", "1A ALI"), right="48-51"),
    "a dot on an empty square": wrong(4, "PLAY", A, B.replace("ALI", "ALI."), right="48-51"),
    "another letter on the board": wrong(
        4, "PLAY", A, B.replace("ALI.....", "ALIQUINT"), right="48-51"
    ),
    "a coordinate off the board": wrong(4, "PLAY", A, B.replace("8A", "16A"), right="48-51"),
    "a word that runs off the board": wrong(4, "PLAY", A, B.replace("8A", "8I"), right="48-51"),
    "no new tile": wrong(4, "PLAY", A, B.replace("8A ALI", "8D "), right="48-51"),
    "a word with a digit": wrong(3, "PLAY", A.replace("QUANT", "QU4NT"), B, right="48-51"),
    "totals after a play that cannot be laid": wrong(
        3,
        "PLAY",
        A.replace("8D", "7D"),
        B.replace("+51 51", "+51 60"),
        C,
        right="117-51",
        stated="117-60",
    ),
    "scores are believed after a play that cannot be laid": wrong(
        4,
        "PLAY",
        A,
        B.replace("8A ALI.....", "1A ALI"),
        C.replace("+69 117", "+70 118"),
        right="118-51",
    ),
    "what could not be laid cannot be withdrawn": wrong(
        3, "PLAY", A.replace("8D", "7D"), ">Ann: ANQTUEI -- -48 0", B, right="0-51"
    ),
    # Scores
    "a score": wrong(3, "SCORE", A.replace("48", "50"), B, right="48-51", stated="50-51"),
    "a score and not the total": wrong(3, "CUM", A.replace("+48", "+50"), B, right="48-51"),
    "a total": wrong(3, "CUM", A.replace(" 48", " 49"), B, right="48-51", stated="49-51"),
    "a pass with points": wrong(4, "SCORE", A, ">Bob: AEILLOS - +5 5", right="48-0", stated="48-5"),
    "two scores wrong on either board": wrong(
        3, "SCORE", A.replace("48", "50"), B.replace("51", "53"), right="48-51", stated="50-53"
    ),
    # Racks and turns
    "a tile that was not on the rack": soft(4, "RACK", A, B.replace("AEILLOS", "AEIOOOS")),
    "an exchange from another rack": soft(4, "RACK", A, ">Bob: AEILLOS -QZ +0 0", right="48-0"),
    "a rack of eight tiles": soft(4, "RACK", A, B.replace("AEILLOS", "AEILLOST")),
    "a rack that cannot be read": soft(4, "RACK", A, B.replace("AEILLOS", "AE1LLOS")),
    "a first rack that cannot be": soft(3, "BAG", A.replace("EI 8D", "ZZ 8D"), B),
    "a rack of tiles that are gone": soft(4, "BAG", A, B.replace("AEILLOS", "AILQZXO")),
    "a play out of turn": soft(4, "TURN", A, ">Ann: EI - +0 48", right="48-0"),
    "a second try after a play withdrawn": soft(6, "TURN", A, B, ">Bob: AEILLOS -- -51 0", B),
    "a turn after the end": soft(LAST + 1, "TURN", *CLUB, ">Ann: LN - +0 490", right="490-830"),
    # Challenges
    "nothing to withdraw": wrong(3, "WITHDRAW", ">Ann: ANQTUEI -- -0 0", right="0-0"),
    "a pass withdrawn": wrong(4, "WITHDRAW", NO_PLAY, ">Bob: -- +0 0", right="0-0"),
    "withdrawn from another rack": wrong(
        5, "WITHDRAW", A, B, ">Bob: AEILLOT -- -51 0", right="48-0"
    ),
    "withdrawn twice": wrong(
        6, "WITHDRAW", A, B, *[">Bob: -- -51 0", ">Bob: -- -51 -51"], right="48-~51"
    ),
    "withdrawn for another number": wrong(
        5, "SCORE", A, B, ">Bob: AEILLOS -- -50 1", right="48-0", stated="48-1"
    ),
    "withdrawn for nothing": wrong(5, "CUM", A, B, ">Bob: AEILLOS -- +0 0", right="48-0"),
    "a bonus for nothing": wrong(3, "BONUS", ">Ann: (challenge) +5 5", right="5-0"),
    "a bonus for the other player": wrong(
        4, "BONUS", A, ">Bob: (challenge) +5 5", B.replace(" 51", " 56"), right="48-56"
    ),
    "a bonus of nothing": wrong(4, "BONUS", A, ">Ann: (challenge) +0 48", B, right="48-51"),
    "a bonus for a play withdrawn": wrong(
        6, "BONUS", A, B, ">Bob: -- -51 0", ">Bob: (challenge) +5 5", right="48-5"
    ),
    # Ends
    "a rack counted wrong": wrong(
        LAST, "ENDRACK", *CLUB[:-1], ">Bob: (LN) +6 832", right="490-830", stated="490-832"
    ),
    "a rack counted once without the other half": wrong(
        LAST, "ENDRACK", *CLUB[:-1], ">Bob: (LN) +2 828", right="490-830", stated="490-828"
    ),
    "a rack given to who did not go out": wrong(
        LAST, "ENDRACK", *CLUB[:-1], ">Ann: (LN) +4 494", right="494-826"
    ),
    "a rack counted twice": wrong(
        0, "BAG", *CLUB, ">Bob: (LN) +4 834", right="490-830", stated="490-834"
    ),
    "a rack while tiles are to come": wrong(
        5, "ENDRACK", A, B, ">Bob: (DDIIIOO) +18 69", right="48-69"
    ),
    "a rack lost after five scoreless turns": wrong(
        9, "ENDRACK", A, *SIX[:5], *LOST, right="39-~7"
    ),
    "a rack lost for another number": wrong(
        10, "ENDRACK", A, *SIX, ">Bob: AEILLOS (AEILLOS) -8 -8", right="48-~7", stated="48-~8"
    ),
    "another rack lost": soft(10, "RACK", A, *SIX, ">Bob: AEILLOT (AEILLOS) -7 -7", right="48-~7"),
    "a rack at the end that cannot be read": soft(
        LAST, "RACK", *CLUB[:-1], ">Bob: (ln) +4 830", right="490-830"
    ),
    "a tile that is nowhere": soft(0, "BAG", *CLUB[:-1], ">Bob: (L) +2 828", right="490-828"),
    "overtime first": wrong(
        3, "ORDER", ">Ann: (time) -10 -10", A.replace(" 48", " 38"), B, right="38-51"
    ),
    "overtime amid the game": wrong(
        4, "ORDER", A, ">Bob: (time) -10 -10", B.replace(" 51", " 41"), right="48-41"
    ),
    "overtime before the rack": wrong(
        LAST, "ORDER", *CLUB[:-1], ">Ann: (time) -10 480", OUT, right="480-830"
    ),
    "overtime twice": wrong(
        LAST + 2, "ORDER", *CLUB, ">Ann: (time) -10 480", ">Ann: (time) -10 470", right="470-830"
    ),
    "overtime that is no loss": wrong(
        LAST + 1, "ORDER", *CLUB, ">Ann: (time) -0 490", right="490-830"
    ),
    # Nothing wrong
    "each side its own rack": clean(
        *CLUB[:-1], ">Ann: LN (LN) -2 488", ">Bob: (LN) +2 828", right="488-828"
    ),
    "six scoreless turns": clean(A, *SIX, *LOST, right="39-~7"),
    "a play withdrawn is one of six": clean(
        A, *SIX[:4], B, ">Bob: -- -51 0", SIX[1], *LOST, right="39-~7"
    ),
    "a pass before the last rack": clean(*CLUB[:-1], ">Ann: LN - +0 490", OUT, right="490-830"),
    "overtime of both": clean(
        *CLUB, ">Ann: (time) -10 480", ">Bob: (time) +-10 820", right="480-820"
    ),
    "a dot for a blank on a rack": clean(A.replace("EI 8D", ".. 8D"), B),
    "a bonus without its rack": clean(A, ">Ann: UNKNOWN (challenge) +5 53", B, right="53-51"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_labelled_record_gets_its_verdict_first_deviation_and_points(name: str) -> None:
    case = CASES[name]
    report = check_gcg((PLAYERS + "\n".join(case.lines) + "\n").encode())
    first = next(((found.line, found.code) for found in report.deviations), None)
    assert Case(case.lines, report.verdict, first, report.scores, report.stated_scores) == case


def test_a_second_player_with_the_number_of_the_first_plays_all_the_same() -> None:
    report = check_gcg(f"#player1 Ann\n#player1 Bob\n{A}\n{B}\n".encode())
    assert [(found.line, found.what) for found in report.deviations] == [(2, "header.player_twice")]
    assert report.scores == (48, 51)


def test_a_player_named_twice_with_one_number_is_no_second_player() -> None:
    report = check_gcg(f"#player1 Ann\n#player1 Ann\n{A}\n".encode())
    found = [(found.line, found.what) for found in report.deviations]
    assert found == [(0, "header.few_players"), (2, "header.player_twice")]
    assert report.scores == (48,)


def test_somebody_else_with_a_number_that_is_taken_is_nobody_where_two_play() -> None:
    report = check_gcg(f"#player1 Ann\n#player1 Cid\n#player2 Bob\n{A}\n{B}\n".encode())
    assert [(found.line, found.what) for found in report.deviations] == [(2, "header.player_twice")]
    assert report.scores == (48, 51)
