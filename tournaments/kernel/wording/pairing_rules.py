"""Conditions on pairings, and the rules of pairing, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.pairing.terms.conditions import Condition
from tournaments.pairing.terms.rules import PairingRules

_SAYS = {
    "apart": "{one} and {two} never meet",
    "avoid": "{one} and {two} meet only if it cannot be avoided",
    "together": "{one} and {two} meet",
    "bye": "{one} has a bye",
    "no_bye": "{one} does not get the odd bye",
    "board": "{one} plays on board {place}",
    "house": "{one} is a house player",
}
BYE_POLICIES = {
    "bottom_up": "the lowest ranked of those with the fewest byes",
    "top_down": "the highest ranked of those with the fewest byes",
    "always_bottom": "the lowest ranked, whatever byes they have had",
    "german": "as many places above the last as rounds are left, of those with the fewest byes",
}
TEAM_MATES = {
    "meet": "meet like everybody else",
    "avoid": "meet only if it cannot be avoided",
    "apart": "never meet",
}
GONE = "an entry that has left"


def condition_sentence(condition: Condition, names: Mapping[int, str]) -> str:
    """Returns a condition as a clause without a full stop; `names` calls entries by their keys."""
    says = _SAYS[condition.kind]
    if condition.first == condition.last:
        says = says.replace("never meet", "do not meet")
    said = says.format(
        one=names.get(condition.one, GONE),
        two=names.get(condition.two or 0, GONE),
        place=condition.place,
    )
    chair = f", chair {condition.seat}" if condition.seat else ""
    note = f" ({condition.note})" if condition.note else ""
    return f"{said}{chair}{note}{rounds_in_words(condition.first, condition.last)}"


def rounds_in_words(first: int, last: int | None) -> str:
    """Returns the rounds in which something holds, in words, empty for all of them."""
    if last == first:
        return f" in round {first}"
    if last is None:
        return f", from round {first} on" if first > 1 else ""
    return f", through round {last}" if first == 1 else f", rounds {first} to {last}"


def rules_in_words(rules: PairingRules) -> tuple[tuple[str, str], ...]:
    """Returns every rule of pairing as what it is about, and what holds."""
    return (
        ("Odd bye", _bye(rules)),
        ("Team-mates", TEAM_MATES[rules.team_mates] + _until(rules)),
        ("Places with a prize", _places(rules)),
        ("Class prizes", _class_prizes(rules)),
        ("Gibsons", _gibson(rules)),
        ("Places worth the same", listed_ranges(rules.gibson_equivalent) or "none"),
        ("Who can still win", f"shown to {_seen_by(rules)}"),
    )


def team_mates_line(rules: PairingRules) -> str:
    """Returns a sentence on entries of one team, empty where they meet like everybody else."""
    if rules.team_mates == "meet":
        return ""
    return f"Entries of one team {TEAM_MATES[rules.team_mates]}{_until(rules)}"


def _until(rules: PairingRules) -> str:
    until = rules.team_mates_until
    return f", through round {until}" if until and rules.team_mates != "meet" else ""


def _bye(rules: PairingRules) -> str:
    spared = [
        text
        for spares, text in (
            (rules.bye_spares_newcomers, "not to a newcomer"),
            (rules.bye_spares_first, "not to the lowest seed in round 1"),
        )
        if spares
    ]
    also = f"; while somebody else can have it, {' and '.join(spared)}" if spared else ""
    return f"goes to {BYE_POLICIES[rules.bye_policy]}{also}"


def byes_line(rules: PairingRules) -> str:
    """Returns a sentence on who gets the odd bye."""
    return f"It {_bye(rules)}."


def contention_line(rules: PairingRules) -> str:
    """Returns a sentence on who sees who can still win."""
    return f"Shown to {_seen_by(rules)}."


def prizes_line(rules: PairingRules) -> str:
    """Returns sentences on the places with a prize and the class prizes."""
    worth = listed_ranges(rules.gibson_equivalent)
    same = f" Places {worth} are worth the same." if worth else ""
    return f"Places with a prize: {_places(rules)}. Class prizes: {_class_prizes(rules)}.{same}"


def gibsons_line(rules: PairingRules) -> str:
    """Returns when a place is clinched and what follows, as one sentence."""
    said = _gibson(rules)
    return f"{said[0].upper()}{said[1:]}."


def _places(rules: PairingRules) -> str:
    if rules.places:
        return str(rules.places)
    return "not set, so a quarter of the field" if rules.places_assumed else "none"


def _class_prizes(rules: PairingRules) -> str:
    named = listed_classes(rules.classes)
    if not rules.class_prizes:
        return named or "none"
    each = f"{rules.class_prizes} in each {'other ' if named else ''}class below the top seed's"
    return f"{named}, {each}" if named else each


def _gibson(rules: PairingRules) -> str:
    *more, last = [str(2 * points) for points in rules.gibson_spread]
    spread = f"{', '.join(more)} and then {last}" if more else last
    lead = f"{spread} points or more" if rules.gibson_equality else f"more than {spread} points"
    clinched = f"a place is clinched by wins, or by a lead of {lead} of spread for each round left"
    if not rules.gibson_pairs_out:
        return f"{clinched}; pairings ignore this"
    victims = f", the odd one with class {rules.gibson_victims}" if rules.gibson_victims else ""
    return f"{clinched}; those players are paired out of the others' way{victims}"


def _seen_by(rules: PairingRules) -> str:
    return "everybody" if rules.contention_is_public else "the director only"


def listed_classes(classes: tuple[tuple[str, int], ...]) -> str:
    """Returns class prizes as they are typed: "B 2, C 1"."""
    return ", ".join(f"{name} {count}" for name, count in classes)


def listed_ranges(ranges: tuple[tuple[int, int], ...]) -> str:
    """Returns runs of places as they are typed: "1-2, 3-4"."""
    return ", ".join(f"{first}-{last}" for first, last in ranges)


def rule_in_words(name: str, value: Any) -> str:
    """Returns the value of one rule of pairing as the log tells it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name == "classes":
        return listed_classes(value) or "none"
    if name == "gibson_equivalent":
        return listed_ranges(value) or "none"
    if name == "gibson_spread":
        return ", ".join(str(points) for points in value)
    if name == "gibson_victims":
        return f"class {value}" if value else "any class"
    if name == "team_mates_until":
        return f"round {value}" if value else "the end"
    return str(value).replace("_", " ")
