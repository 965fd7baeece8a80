"""The rules for every pairing of a division: changed, refused, told with before and after."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core.actors import Actor
from core.journal.errors import NotAllowed, Refused
from core.journal.execute import execute
from core.journal.undo import UndoEntry, says
from tests.apps.tournaments.desk_events import (
    SLUG,
    account,
    division,
    entries_of,
    signed_in,
)
from tests.builders.events import give
from tests.pages import source_at
from tournaments.event.commands.event import ChangeRules
from tournaments.kernel.wording.pairing_rules import rules_in_words
from tournaments.pairing.terms.presets import preset_rules
from tournaments.pairing.terms.rules import USUAL_RULES, PairingRules, rules_from_values
from tournaments.rounds.commands.pairing_rules import ChangePairingRules

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("spring")]

NASPA = preset_rules("naspa")
A: dict[str, Any] = {"event": SLUG, "division": "A"}
EVERYTHING: dict[str, Any] = {
    "bye_policy": "german",
    "bye_spares_newcomers": True,
    "bye_spares_first": True,
    "team_mates": "apart",
    "team_mates_until": 2,
    "places": 3,
    "places_assumed": False,
    "classes": (("B", 2), ("C", 1)),
    "class_prizes": 2,
    "gibson_pairs_out": True,
    "gibson_spread": (400, 300),
    "gibson_equality": True,
    "gibson_equivalent": ((1, 2), (4, 6)),
    "gibson_victims": "C",
    "contention_is_public": True,
}


def rules() -> PairingRules:
    return rules_from_values(division().pairing_rules)


def test_only_the_director_of_the_event_changes_the_rules_of_pairing() -> None:
    command = ChangePairingRules(**A, places=3)
    with pytest.raises(NotAllowed):
        execute(command, actor=Actor(name="sam", user=account("sam")))
    execute(command, actor=Actor(name="dora", user=account("dora")))
    assert rules().places == 3


def test_every_rule_of_pairing_can_be_changed() -> None:
    assert set(EVERYTHING) == set(PairingRules.__dataclass_fields__)
    give(ChangePairingRules(**A, **EVERYTHING))
    assert rules() == PairingRules(**EVERYTHING)


def test_what_is_left_out_stays_and_the_log_tells_before_and_after() -> None:
    give(ChangePairingRules(**A, places=3, gibson_spread=(400, 300)))
    give(ChangePairingRules(**A, places=4, team_mates="apart", team_mates_until=2))
    assert says(entries_of()[-1]) == (
        "Pairing of division A: Entries of one team now never meet (before: meet like everybody "
        "else). The rule for entries of one team now applies through round 2 (before: the end). "
        "Places with a prize: 4 (before: 3)"
    )
    assert rules().gibson_spread == (400, 300)
    give(ChangePairingRules(**A, team_mates_until=0))
    assert rules().team_mates_until is None
    assert says(entries_of()[-1]).endswith("now applies through the end (before: round 2)")


def test_a_change_is_undone_and_done_again() -> None:
    give(ChangePairingRules(**A, places=3))
    done = give(ChangePairingRules(**A, bye_policy="top_down"))
    undone = give(UndoEntry(journal=f"event:{SLUG}", seq=done.seq))
    assert rules() == replace(NASPA, places=3)
    give(UndoEntry(journal=f"event:{SLUG}", seq=undone.seq))
    assert rules() == replace(NASPA, places=3, bye_policy="top_down")


@pytest.mark.parametrize(
    ("values", "field", "text"),
    [
        ({"places": -1}, "places", "There can be 0 to 9999 places with a prize."),
        ({"places": 0}, "", "This would change nothing."),
        (
            {"team_mates_until": 4},
            "team_mates_until",
            "Division A has rounds 1 to 3; there is no round 4.",
        ),
        ({"classes": (("B", 1), ("B", 2))}, "classes", "Class B is named twice."),
        ({"classes": (("B", 0),)}, "classes", "Class B can have 1 to 9999 prizes."),
        (
            {"classes": ((" B", 1),)},
            "classes",
            "The name of a class can have at most 20 letters.",
        ),
        (
            {"gibson_victims": "C" * 21},
            "gibson_victims",
            "The name of a class can have at most 20 letters.",
        ),
        ({"gibson_spread": ()}, "gibson_spread", "Give 1 to 20 spreads."),
        ({"gibson_spread": (-1,)}, "gibson_spread", "-1 is not between 0 and 10000."),
        (
            {"gibson_equivalent": ((1, 3), (3, 4))},
            "gibson_equivalent",
            (
                "3-4 is not a range of places after place 3; give them from the top, such as "
                "1-2, 3-4."
            ),
        ),
        (
            {"gibson_equivalent": ((2, 2),)},
            "gibson_equivalent",
            (
                "2-2 is not a range of places after place 0; give them from the top, such as "
                "1-2, 3-4."
            ),
        ),
    ],
)
def test_what_cannot_be_a_rule_is_refused_at_its_field(
    values: dict[str, Any], field: str, text: str
) -> None:
    with pytest.raises(Refused) as refused:
        give(ChangePairingRules(**A, **values))
    assert (refused.value.field or "", refused.value.message) == (field, text)
    assert rules() == NASPA


def test_a_round_that_is_planned_no_more_is_no_fault_of_another_rule() -> None:
    give(ChangePairingRules(**A, team_mates="apart", team_mates_until=3))
    give(ChangeRules(**A, planned_rounds=2))
    give(ChangePairingRules(**A, places=2))
    assert rules() == replace(NASPA, team_mates="apart", team_mates_until=3, places=2)
    with pytest.raises(Refused):
        give(ChangePairingRules(**A, team_mates_until=3))


def test_rules_are_told_in_words() -> None:
    usual = dict(rules_in_words(USUAL_RULES))
    assert usual["Odd bye"] == "goes to the lowest ranked of those with the fewest byes"
    assert usual["Team-mates"] == "meet like everybody else"
    told = dict(rules_in_words(PairingRules(**EVERYTHING)))
    assert told["Odd bye"].endswith(
        "while somebody else can have it, not to a newcomer and not to the lowest seed in round 1"
    )
    assert told["Team-mates"] == "never meet, through round 2"
    assert told["Class prizes"] == "B 2, C 1, 2 in each other class below the top seed's"
    assert told["Gibsons"] == (
        "a place is clinched by wins, or by a lead of 800 and then 600 points or more of spread for"
        " each round left; those players are paired out of the others' way, the odd one with"
        " class C"
    )
    assert usual["Gibsons"].endswith("for each round left; pairings ignore this")
    assert told["Places worth the same"] == "1-2, 4-6"


def test_whom_the_odd_clinched_player_may_meet_is_told_with_before_and_after() -> None:
    give(ChangePairingRules(**A, gibson_victims=" C "))
    assert rules().gibson.victims == "C"
    assert says(entries_of()[-1]).endswith("a player of class C (before: any class)")
    give(ChangePairingRules(**A, gibson_victims=""))
    assert rules() == NASPA


def test_a_form_of_the_rules_keeps_the_class_that_clinched_players_may_meet() -> None:
    give(ChangePairingRules(**A, gibson_victims="C"))
    page = source_at(signed_in("dora"), f"/desk/{SLUG}/pairing-rules/?division=A")
    assert 'name="gibson_victims" value="C"' in page


@pytest.mark.parametrize(
    ("name", "typed", "text"),
    [
        ("classes", "B two", "'B two' is not a class with a number, such as B 2."),
        ("gibson_spread", "500; 400", "'500; 400' is not a whole number."),
        ("classes", "B ٢", "'B ٢' is not a class with a number, such as B 2."),
        ("gibson_spread", "٥٠٠", "'٥٠٠' is not a whole number."),
        ("gibson_equivalent", "1-٢", "'1-٢' is not a range of places, such as 1-2."),
        ("gibson_equivalent", "1 to 2", "'1 to 2' is not a range of places, such as 1-2."),
    ],
)
def test_what_cannot_be_read_is_refused_beside_its_field_and_kept(
    name: str, typed: str, text: str
) -> None:
    answer = signed_in("dora").post(f"/desk/{SLUG}/pairing-rules/?division=A", {name: typed})
    page = answer.content.decode().replace("&#x27;", "'")
    assert answer.status_code == 422
    assert f'_error">{text}</span>' in page
    assert f'value="{typed}"' in page
