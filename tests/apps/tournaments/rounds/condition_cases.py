"""The cases for the forms of conditions and of the rules of pairing."""

from __future__ import annotations

from typing import Any

from tests.apps.tournaments.desk_events import SLUG, give
from tests.apps.tournaments.overview.desk_case import Case
from tournaments.rounds.commands.conditions import SetCondition


def condition(kind: Any, one: int, two: int | None = None) -> None:
    """Set a condition."""
    give(SetCondition(event=SLUG, division="A", kind=kind, one=one, two=two))


CONDITION_CASES = [
    Case(
        "keep-apart",
        {"one": 1, "two": 2, "how": "apart", "last": "2", "note": "family"},
        "Condition in A: no. 1 Ada and no. 2 Bea never meet (family), through round 2",
        "No. 1 cannot be their own opponent.",
        {"two": 1},
    ),
    Case(
        "must-meet",
        {"one": 1, "two": 2, "last": 2},
        "Condition in A: no. 1 Ada and no. 2 Bea meet in round 2",
        (
            "No. 1 Ada and no. 2 Bea meet in round 2: this contradicts an existing condition, "
            "no. 1 Ada and no. 2 Bea never meet."
        ),
        wrong_ground=lambda: condition("apart", 1, 2),
    ),
    Case(
        "give-bye",
        {"one": 1, "last": 2},
        "Condition in A: no. 1 Ada has a bye in round 2",
        "Select a valid choice.",
        {"last": 7},
    ),
    Case(
        "no-bye",
        {"one": 1},
        "Condition in A: no. 1 Ada does not get the odd bye",
        "This condition already holds: no. 1 Ada does not get the odd bye.",
        wrong_ground=lambda: condition("no_bye", 1),
    ),
    Case(
        "fix-board",
        {"one": 1, "place": 7, "seat": "2"},
        "Condition in A: no. 1 Ada plays on board 7, chair 2",
        "Ensure this value is greater than or equal to 1.",
        {"place": 0},
    ),
    Case(
        "house-player",
        {"one": 4, "first": 1},
        "Condition in A: no. 4 Dov is a house player",
        "Division A has no entry no. 7.",
        {"one": 7},
    ),
    Case(
        "team-mates",
        {"team_mates": "apart", "team_mates_until": "2"},
        (
            "Pairing of division A: Entries of one team now never meet (before: meet like "
            "everybody else). The rule for entries of one team now applies through round 2 "
            "(before: the end)"
        ),
        "This would change nothing.",
        {"team_mates": "meet", "team_mates_until": ""},
    ),
    Case(
        "lift-condition",
        {"which": "no_bye-1-0-1"},
        "Condition lifted in A: no. 1 Ada does not get the odd bye",
        "Select a valid choice.",
        {"which": 7},
        ground=lambda: condition("no_bye", 1),
    ),
    Case(
        "pairing-rules",
        {
            "bye_policy": "top_down",
            "bye_spares_newcomers": "no",
            "bye_spares_first": "no",
            "places": 3,
            "places_assumed": "yes",
            "classes": "B 2, C 1",
            "class_prizes": 1,
            "gibson_pairs_out": "yes",
            "gibson_spread": "500",
            "gibson_equality": "yes",
            "gibson_equivalent": "1-2",
            "contention_is_public": "no",
        },
        "Pairing of division A: The odd bye now goes to the highest ranked of those with the"
        " fewest byes (before: the lowest ranked of those with the fewest byes). Places with a"
        " prize: 3 (before: none). Class prizes: B 2, C 1 (before: none). Places worth the same:"
        " 1-2 (before: none)",
        "&#x27;first&#x27; is not a range of places, such as 1-2.",
        {"gibson_equivalent": "first"},
    ),
]
