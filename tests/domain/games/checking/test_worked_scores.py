"""Scores that others worked out, and a whole game that was played."""

from __future__ import annotations

import pytest

from tests.domain.games.checking.laid_boards import played, position_of, rows_of
from tests.domain.games.checking.written_games import CLUB_GAME, WITHDRAWN

OXY = (
    "1PACIFYING5/1IS12/YE13/1REQUALIFIED3/H1L12/EDS12/NO3T9/1RAINWASHING3/UM3O9/T2E1O9/1WAKEnERS6"
    "/1OnETIME7/OOT2E1B7/N6U7/1JACULATING4"
)
HEAD = (
    "7N6M/5ZOON4AA/7B5UN/2S4L3LADY/2T4E2QI1I1/2A2PORN3NOR/2BICE2AA1DA1E/6GUVS1OP1F/8ET1LA1U"
    "/5J3R1E1UT/4VOTE1I1R1NE/5G1MICKIES1/6FE1T1THEW/6OR3E1XI/6OY6G"
)


@pytest.mark.parametrize(
    ("before", "play", "score"),
    [
        ("", "8D QUANT", 48),
        ("7/7/7/7/7/7/7/3QUANT", "8A ALI.....", 51),
        ("7/7/7/7/7/7/7/ALIQUANT", "9G OIDIOID", 69),
        ("", "8B MUZJIKS", 128),
        ("", "8B MuZJIKS", 126),
        ("", "8B BEZIQUE", 124),
        ("", "H4 JOUSTED", 96),
        ("", "8C OVERDOG", 82),
        (OXY, "A1 OX.P...B..AZ..E", 1780),
        (OXY, "A12 Z..E", 160),
        (HEAD, "14B hEaDW..DS", 106),
        (HEAD, "14B hEaDW..D", 38),
        ("6/6/6/6/6/6/R", "A1 QUIXOT.Y", 365),
        ("15/15/15/15/15/15/15/15/15/15/I", "A8 CAZ.QUES", 392),
        ("15/15/15/15/15/15/15/15/L", "A8 F.ATFISH", 239),
        ("15/O", "A1 J.BNAMES", 230),
        ("15/15/15/15/15/15/15/15/15/E", "A8 QU.TZALS", 374),
        ("15/15/15/15/15/I", "A1 MEZQU.TE", 392),
        ("15/15/15/15/15/15/15/15/15/Z", "A8 BE.IQUES", 392),
        ("15/15/A", "A1 OX.ZEPAM", 392),
    ],
)
def test_a_published_play_scores_what_was_published(before: str, play: str, score: int) -> None:
    assert played(position_of(before), play).score == score


def test_the_highest_play_known_makes_eight_words() -> None:
    oxyphenbutazone = played(position_of(OXY), "A1 OX.P...B..AZ..E")
    assert oxyphenbutazone.words[0] == oxyphenbutazone.spelled == "OXYPHENBUTAZONE"
    assert len(oxyphenbutazone.words) == 8
    assert oxyphenbutazone.is_bingo


def test_the_record_club_game_scores_as_it_was_counted_again_and_ends_as_it_lay() -> None:
    position, totals = position_of(), {"A": 0, "B": 4}
    for text in CLUB_GAME.split("; "):
        player, at, word, score = text.split()
        placed = played(position, f"{at} {word}")
        assert placed.score == int(score), text
        if word != WITHDRAWN:
            position.put(placed)
            totals[player] += placed.score
    assert totals == {"A": 490, "B": 830}
    assert rows_of(position) == (
        "G2BLEEP6Q/I2A8C1U/BUNT8O1I/E2E3J4RAX/1UNDERDOG1NO1NO/OP5U1ZA3T/7SCAMsTER/F2E3T1S4Y"
        "/LADYLIKE7/AW1E2ADO6/TA1I1ES1MITE2V/F2N7HAIR/I2G8I1O/S10VROW/HEIR10s"
    )
