"""The sentences of the log: they say what holds now and before, with names beside the numbers."""

from __future__ import annotations

from typing import Any

import pytest

from core.journal.command import Command
from core.journal.undo import says
from people.commands import ChangePlayer
from tests.apps.tournaments.desk_events import SLUG, entries_of, give, new_event, set_up
from tournaments.commands.event import ChangeRules
from tournaments.commands.pairing_rules import ChangePairingRules
from tournaments.commands.rearranging import PairWaiting, TakeBoardApart
from tournaments.commands.results import EnterForfeit, EnterResult
from tournaments.commands.rounds import Pairing, RecordStart, SetUpRound
from tournaments.rules.log_wording import pairing_rules_changed, rules_changed

A: dict[str, Any] = {"event": SLUG, "division": "A"}
ONE: dict[str, Any] = {**A, "round": 1}


@pytest.mark.parametrize(
    ("name", "before", "after", "said"),
    [
        (
            "gibson_pairs_out",
            "no",
            "yes",
            "Who has clinched a place is now paired out of the others' way",
        ),
        ("gibson_pairs_out", "yes", "no", "Clinched places now alter no pairing"),
        ("classes", "none", "B 1", "Class prizes: B 1 (before: none)"),
        ("places", "0", "10", "Places with a prize: 10 (before: none)"),
        ("contention_is_public", "no", "yes", "Everybody now sees who can still win"),
        (
            "team_mates",
            "meet",
            "apart",
            "Entries of one team now never meet (before: meet like everybody else)",
        ),
    ],
)
def test_a_rule_of_pairing_that_changed_is_a_sentence(
    name: str, before: str, after: str, said: str
) -> None:
    assert pairing_rules_changed([(name, before, after)]) == said


def test_the_example_of_a_first_day_is_two_sentences() -> None:
    changed = [("gibson_pairs_out", "no", "yes"), ("classes", "none", "B 1")]
    assert ChangePairingRules(**A).sentence({"changed": changed}) == (
        "Pairing of division A: Who has clinched a place is now paired out of the others' way."
        " Class prizes: B 1 (before: none)"
    )


def test_rules_of_a_division_are_told_by_what_they_mean_and_with_what_held_before() -> None:
    asked = {"planned_rounds": 5, "overrides": {"bye_spread": 75}, "rating_system": ""}
    before = {"planned_rounds": 7, "overrides": {"bye_spread": 60}, "rating_system": "naspa"}
    assert rules_changed(asked, before) == (
        "5 rounds (before: 7). Spread of a bye: 75 (before: 60). Rated by nobody"
        " (before: NASPA since 2009)"
    )


OLD: list[tuple[Command, dict[str, Any], str]] = [
    (EnterForfeit(**ONE, absent=(4,)), {"opponent": 3}, "no. 4 forfeited to no. 3"),
    (EnterForfeit(**ONE, absent=(4, 3)), {"opponent": 3}, "neither no. 4 nor no. 3 came"),
    (
        EnterResult(**ONE, entry=1, score=423, opponent_score=389),
        {"opponent": 2},
        "no. 1 423-389 no. 2",
    ),
    (
        RecordStart(**ONE, entry=2),
        {"before": 1, "other": 1},
        "no. 2 went first against no. 1 (the sheet had it the other way round)",
    ),
    (PairWaiting(**ONE, one=3, two=4), {"board": 2}, "no. 3 and no. 4 paired on board 2"),
    (
        TakeBoardApart(**ONE, entry=1),
        {"board": "Board 1", "waiting": [1, 2]},
        "Board 1 split, no. 1 and no. 2 wait",
    ),
    (
        SetUpRound(**ONE, boards=(Pairing(one=1, two=4),), byes=(2,)),
        {},
        "set up: no. 1 v no. 4, bye for no. 2",
    ),
    (
        ChangeRules(**A, planned_rounds=4, overrides={"bye_spread": 60}),
        {"changed": []},
        "4 rounds. Spread of a bye: 60",
    ),
    (ChangePlayer(key="eve", alias="Fox"), {"changed": ["alias"]}, "Player eve: changed alias"),
]


@pytest.mark.parametrize(("command", "answer", "said"), OLD)
def test_an_entry_from_before_names_were_kept_still_reads_as_a_sentence(
    command: Command, answer: dict[str, Any], said: str
) -> None:
    assert command.sentence(answer).endswith(said)


@pytest.mark.django_db
def test_the_log_of_a_round_names_whom_its_numbers_mean() -> None:
    new_event()
    set_up(1, (1, 4), byes=(2,), absent=(3,))
    assert says(entries_of()[-1]) == (
        "Round 1 of A set up: no. 1 Ada v no. 4 Dov, bye for no. 2 Bea, absent: no. 3 Cem"
    )
    give(SetUpRound(**ONE, boards=(Pairing(one=1, two=2), Pairing(one=3, two=4))))
    assert says(entries_of()[-1]).endswith("no. 1 Ada v no. 2 Bea, no. 3 Cem v no. 4 Dov")
