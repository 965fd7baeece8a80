"""Positions and requests that contradict themselves are refused, each fault in its own words."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.builders.positions import a_field
from tests.processes import ROOT
from tournaments.pairing.answer import PairingWarning
from tournaments.pairing.errors import PairingError
from tournaments.pairing.methods import METHODS, Request, methods, pair
from tournaments.pairing.position import Meeting, PairingPlayer, PairingPosition, rank_order
from tournaments.pairing.wording import in_words

FIELD = a_field(6, 2)
SWISS = Request("swiss")


@pytest.mark.parametrize(
    ("position", "code", "words"),
    [
        (replace(FIELD, round_number=0, meetings=()), "position.round", "Round 0"),
        (replace(FIELD, table_round=0), "position.table_round", "no round 0"),
        (
            replace(FIELD, players=(*FIELD.players, PairingPlayer(3))),
            "player.twice",
            "Player 3 is listed twice among the players to pair",
        ),
        (replace(FIELD, fixed=((1, 77),)), "player.unknown", "Player 77"),
        (replace(FIELD, fixed_byes=(78,)), "player.unknown", "Player 78"),
        (
            replace(FIELD, fixed=((1, 2), (2, 3))),
            "pairing.fixed_twice",
            "Player 2 is in two settled pairs",
        ),
        (replace(FIELD, fixed=((1, 2),), fixed_byes=(1,)), "pairing.fixed_twice", "Player 1"),
        (
            replace(FIELD, fixed=((4, 4),)),
            "pairing.own_opponent",
            "Player 4 cannot be their own opponent",
        ),
        (replace(FIELD, apart=((5, 5),)), "pairing.own_opponent", "Player 5"),
        (replace(FIELD, meetings=(Meeting(1, 6, 6),)), "pairing.own_opponent", "Player 6"),
        (
            replace(FIELD, meetings=(Meeting(3, 1, 2),)),
            "meeting.round",
            "1 and 2 are said to have met in round 3",
        ),
        (replace(FIELD, table=(1, 2, 1)), "table.twice", "Player 1 has two slots"),
    ],
)
def test_a_position_that_contradicts_itself_is_refused(
    position: PairingPosition, code: str, words: str
) -> None:
    with pytest.raises(PairingError) as refused:
        pair(position, SWISS)
    assert refused.value.code == code
    assert words in in_words(refused.value)


@pytest.mark.parametrize(
    ("request_", "code", "words"),
    [
        (Request("dutch"), "method.unknown", "no pairing method dutch; choose one of swiss, koth"),
        (Request("koth", "fold"), "variant.unknown", "koth has no variant fold"),
        (Request("swiss", opening="snake"), "opening.unknown", "no opening snake"),
        (Request("swiss", repeats=-1), "repeats.negative", "-1 times"),
    ],
)
def test_a_request_that_means_nothing_is_refused(request_: Request, code: str, words: str) -> None:
    with pytest.raises(PairingError) as refused:
        pair(FIELD, request_)
    assert refused.value.code == code
    assert words in in_words(refused.value)


def test_rank_order_is_wins_then_losses_then_spread_then_number() -> None:
    players = [
        PairingPlayer(5),
        PairingPlayer(4),
        PairingPlayer(3, half_losses=1, spread=99),
        PairingPlayer(2, spread=1),
        PairingPlayer(1, half_wins=1, half_losses=9, spread=-99),
    ]
    assert [player.number for player in rank_order(players)] == [1, 2, 4, 5, 3]


def test_boards_stand_in_the_order_of_their_better_player_fixed_ones_too() -> None:
    players = tuple(PairingPlayer(n, half_wins=2, spread=-n) for n in range(1, 9))
    pairing = pair(PairingPosition(2, players, fixed=((8, 3),)), SWISS)
    ranks = [(reason.rank_one, reason.rank_two) for reason in pairing.explanation]
    assert ranks == sorted(ranks)
    assert (3, 8) in [(board.one, board.two) for board in pairing.boards]


def test_a_reason_tells_how_often_and_when_two_last_met() -> None:
    players = tuple(PairingPlayer(number) for number in (1, 2))
    met = (Meeting(3, 2, 1), Meeting(1, 1, 2))
    [reason] = pair(PairingPosition(5, players, met), SWISS).explanation
    assert (reason.meetings, reason.last_met) == (2, 3)


NEEDS_A_FIELD = {"roundrobin", "schedule", "australian", "quartiles", "cop"}


@pytest.mark.parametrize("method", [key for key in METHODS if key not in NEEDS_A_FIELD])
def test_nobody_and_one_alone_can_be_paired(method: str) -> None:
    nobody = pair(PairingPosition(1, ()), Request(method))
    assert (nobody.boards, nobody.byes) == ((), ())
    alone = pair(PairingPosition(1, (PairingPlayer(7),)), Request(method))
    assert (alone.boards, alone.byes) == ((), (7,))


def test_methods_are_listed_with_their_variants() -> None:
    listed = {method.key: method.variants for method in methods()}
    named = {
        "swiss": ("fold", "halves", "nearest", "spread"),
        "koth": ("whole", "early"),
        "queen": (),
        "factor": ("fold", "halves", "nearest"),
        "pair1324": (),
        "quartiles": (),
        "australian": (),
        "cop": (),
        "roundrobin": ("berger", "circle", "kothlast"),
        "groups": ("clustered", "distributed", "snaked"),
        "grr": ("snaked", "clustered", "distributed"),
        "fontes": ("drawn", "snaked"),
        "schedule": (),
        "random": (),
    }
    assert named.items() <= listed.items()


def _codes(folder: Path) -> set[str]:
    """Returns the codes of the faults and warnings that the sources of the engine name."""
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py")))
    raised = r'(?:PairingError|PairingWarning|warned_of_repeats|_once)\([^"]*?"([a-z]+\.[a-z_]+)"'
    named = r'(?:return |^[A-Z_]+ = )"([a-z]+\.[a-z_]+)"'
    return {*re.findall(raised, text), *re.findall(named, text, re.MULTILINE)}


def test_every_fault_and_warning_has_words() -> None:
    folder = ROOT / "tournaments" / "pairing"
    worded = (folder / "wording.py", *sorted((folder / "catalogue").glob("*.py")))
    wording = "".join(path.read_text() for path in worded)
    names = set(re.findall(r"\{(\w+)\}", wording))
    everything = {name: (1, 2) if name in {"numbers", "known"} else 1 for name in names}
    codes = _codes(ROOT / "tournaments" / "pairing")
    assert {"pairing.infeasible", "repeats.needed", "bye.moved_up", "player.twice"} <= codes
    for code in sorted(codes):
        sentence = in_words(PairingWarning(code, everything))
        assert sentence.endswith("."), code
        assert "{" not in sentence
