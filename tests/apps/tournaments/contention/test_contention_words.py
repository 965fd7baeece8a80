"""Contention in words: chances, and what it takes."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from tournaments.contention.wording import chance_words, need_words
from tournaments.pairing.contention.outlook import Need, Outlook, OutlookState, Rival, Threat
from tournaments.pairing.position import PairingPlayer


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (0, "< 0.1%"),
        (4, "< 0.1%"),
        (10, "0.1%"),
        (512, "5.1%"),
        (4321, "43%"),
        (9950, "99.5%"),
        (9996, "> 99.9%"),
        (10_000, "> 99.9%"),
    ],
)
def test_what_is_neither_certain_nor_impossible_is_neither_100_nor_0(
    count: int, words: str
) -> None:
    said = chance_words(count, 10_000, possible=True, certain=False)
    assert said.replace("\N{NO-BREAK SPACE}", " ") == words


def test_only_what_is_certain_is_100_and_what_is_impossible_0() -> None:
    certain = chance_words(10_000, 10_000, possible=True, certain=True)
    impossible = chance_words(0, 10_000, possible=False, certain=False)
    assert (certain, impossible) == ("100%", "0%")
    assert chance_words(0, 0, possible=True, certain=False) == ""
    with override("fr"):
        assert chance_words(512, 10_000, possible=True, certain=False) == "5,1\N{NO-BREAK SPACE}%"


NEEDS: list[tuple[OutlookState, int, Need, str]] = [
    (OutlookState.CLINCHED, 2, Need(0), "First whatever happens."),
    (OutlookState.OUT, 2, Need(), ""),
    (OutlookState.IN_CONTROL, 3, Need(3), "Winning all 3 is enough."),
    (OutlookState.IN_CONTROL, 3, Need(2), "2 wins in 3 games are enough."),
    (OutlookState.IN_CONTROL, 3, Need(1), "1 win in 3 games is enough."),
    (OutlookState.IN_CONTROL, 1, Need(1), "A win is enough."),
    (
        OutlookState.IN_CONTROL,
        1,
        Need(1, (), (Threat(2, 120), Threat(3))),
        (
            "A win is enough. After a loss: P2 passes by winning if the two margins come to more"
            " than 120; P3 passes by winning."
        ),
    ),
    (
        OutlookState.IN_CONTROL,
        1,
        Need(1, (), tuple(Threat(n) for n in range(2, 7))),
        "A win is enough. After a loss, 5 others can pass by winning.",
    ),
    (
        OutlookState.IN_CONTROL,
        1,
        Need(1, (), (Threat(2, 121),), 2),
        "Beating P2 is enough, or a tie, or losing by at most 60.",
    ),
    (OutlookState.IN_CONTROL, 1, Need(1, (), (Threat(2),), 2), "Beating P2 is enough."),
    (
        OutlookState.IN_CONTROL,
        1,
        Need(1, (), (Threat(2, 120),), 2, by="total_score"),
        "Beating P2 is enough, or a tie, or losing by at most 119.",
    ),
    (
        OutlookState.IN_CONTROL,
        1,
        Need(1, (), (Threat(2, 120), Threat(3)), by="total_score"),
        (
            "A win is enough. After a loss: P2 passes by winning if the total score turns out"
            " higher; P3 passes by winning."
        ),
    ),
    (
        OutlookState.NEEDS_HELP,
        1,
        Need(None, (Rival(2, 0, 30), Rival(3, 0, -7)), meets=2, by="total_score"),
        "Beating P2 by at least 31 is enough if P3 loses and a total score lead of 7 is kept.",
    ),
    (OutlookState.IN_CONTROL, 1, Need(1, (), (Threat(2, 1),), 2), "Beating P2 or a tie is enough."),
    (
        OutlookState.NEEDS_HELP,
        1,
        Need(None, (Rival(2, 0, 120),)),
        "A win is enough if P2 loses and a spread of 120 is made up.",
    ),
    (
        OutlookState.NEEDS_HELP,
        1,
        Need(None, (Rival(2, 0, 120),), (), 2),
        "Beating P2 by at least 61 is enough.",
    ),
    (
        OutlookState.NEEDS_HELP,
        2,
        Need(None, (Rival(2, 0), Rival(3, 4, -50))),
        "Winning both games is enough if P2 wins none; and a spread lead of 50 over P3 is kept.",
    ),
    (
        OutlookState.NEEDS_HELP,
        3,
        Need(None, (Rival(2, 3, 0), Rival(3, 6, 20))),
        (
            "Winning all 3 is enough if P2 wins at most 1½ of 3 and the spread turns out higher;"
            " and a spread of 20 is made up on P3."
        ),
    ),
    (
        OutlookState.NEEDS_HELP,
        3,
        Need(None, tuple(Rival(n, 2) for n in range(2, 7))),
        "Winning all 3 is enough only if 5 others fall behind.",
    ),
]


@pytest.mark.parametrize(("state", "left", "need", "words"), NEEDS)
def test_what_it_takes_is_said_in_a_sentence(
    state: OutlookState, left: int, need: Need, words: str
) -> None:
    outlook = Outlook(PairingPlayer(1), 1, 1, 4, state, need)
    assert need_words(outlook, left, lambda number: f"P{number}") == words
