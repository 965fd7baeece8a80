"""Conditions on pairings, and the rules of pairing, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.phrases import phrase
from tournaments.pairing.terms.conditions import Condition
from tournaments.pairing.terms.rules import PairingRules

_SAYS = {
    "apart": phrase("{one} and {two} never meet"),
    "avoid": phrase("{one} and {two} meet only if it cannot be avoided"),
    "together": phrase("{one} and {two} meet"),
    "bye": phrase("{one} has a bye"),
    "no_bye": phrase("{one} does not get the odd bye"),
    "board": phrase("{one} plays on board {place}"),
    "house": phrase("{one} is a house player"),
}
BYE_POLICIES = {
    "bottom_up": phrase("the lowest ranked of those with the fewest byes"),
    "top_down": phrase("the highest ranked of those with the fewest byes"),
    "always_bottom": phrase("the lowest ranked, whatever byes they have had"),
    "german": phrase(
        "as many places above the last as rounds are left, of those with the fewest byes"
    ),
}
TEAM_MATES = {
    "meet": phrase("meet like everybody else"),
    "avoid": phrase("meet only if it cannot be avoided"),
    "apart": phrase("never meet"),
}
GONE = phrase("an entry that has left")


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
    chair = phrase(", chair {seat}", seat=condition.seat) if condition.seat else ""
    note = f" ({condition.note})" if condition.note else ""
    return f"{said}{chair}{note}{rounds_in_words(condition.first, condition.last)}"


def rounds_in_words(first: int, last: int | None) -> str:
    """Returns the rounds in which something holds, in words, empty for all of them."""
    if last == first:
        return phrase(" in round {first}", first=first)
    if last is None:
        return phrase(", from round {first} on", first=first) if first > 1 else ""
    return (
        phrase(", through round {last}", last=last)
        if first == 1
        else phrase(", rounds {first} to {last}", first=first, last=last)
    )


def rules_in_words(rules: PairingRules) -> tuple[tuple[str, str], ...]:
    """Returns every rule of pairing as what it is about, and what holds."""
    return (
        (phrase("Odd bye"), _bye(rules)),
        ("Team-mates", TEAM_MATES[rules.team_mates] + _until(rules)),
        (phrase("Places with a prize"), _places(rules)),
        (phrase("Class prizes"), _class_prizes(rules)),
        ("Gibsons", _gibson(rules)),
        (phrase("Places worth the same"), listed_ranges(rules.gibson_equivalent) or "none"),
        (phrase("Who can still win"), phrase("shown to {seen_by}", seen_by=_seen_by(rules))),
    )


def team_mates_line(rules: PairingRules) -> str:
    """Returns a sentence on entries of one team, empty where they meet like everybody else."""
    if rules.team_mates == "meet":
        return ""
    return phrase(
        "Entries of one team {team_mates}{until}",
        team_mates=TEAM_MATES[rules.team_mates],
        until=_until(rules),
    )


def _until(rules: PairingRules) -> str:
    until = rules.team_mates_until
    return (
        phrase(", through round {until}", until=until)
        if until and rules.team_mates != "meet"
        else ""
    )


def _bye(rules: PairingRules) -> str:
    spared = [
        text
        for spares, text in (
            (rules.bye_spares_newcomers, phrase("not to a newcomer")),
            (rules.bye_spares_first, phrase("not to the lowest seed in round 1")),
        )
        if spares
    ]
    also = (
        phrase("; while somebody else can have it, {spared}", spared=" and ".join(spared))
        if spared
        else ""
    )
    return phrase(
        "goes to {bye_policies}{also}", bye_policies=BYE_POLICIES[rules.bye_policy], also=also
    )


def byes_line(rules: PairingRules) -> str:
    """Returns a sentence on who gets the odd bye."""
    return phrase("It {bye}.", bye=_bye(rules))


def contention_line(rules: PairingRules) -> str:
    """Returns a sentence on who sees who can still win."""
    return phrase("Shown to {seen_by}.", seen_by=_seen_by(rules))


def prizes_line(rules: PairingRules) -> str:
    """Returns sentences on the places with a prize and the class prizes."""
    worth = listed_ranges(rules.gibson_equivalent)
    same = phrase(" Places {worth} are worth the same.", worth=worth) if worth else ""
    return phrase(
        "Places with a prize: {places}. Class prizes: {class_prizes}.{same}",
        places=_places(rules),
        class_prizes=_class_prizes(rules),
        same=same,
    )


def gibsons_line(rules: PairingRules) -> str:
    """Returns when a place is clinched and what follows, as one sentence."""
    said = _gibson(rules)
    return f"{said[0].upper()}{said[1:]}."


def _places(rules: PairingRules) -> str:
    if rules.places:
        return str(rules.places)
    return phrase("not set, so a quarter of the field") if rules.places_assumed else "none"


def _class_prizes(rules: PairingRules) -> str:
    named = listed_classes(rules.classes)
    if not rules.class_prizes:
        return named or "none"
    each = phrase(
        "{class_prizes} in each {value}class below the top seed's",
        class_prizes=rules.class_prizes,
        value="other " if named else "",
    )
    return f"{named}, {each}" if named else each


def _gibson(rules: PairingRules) -> str:
    *more, last = [str(2 * points) for points in rules.gibson_spread]
    spread = phrase("{more} and then {last}", more=", ".join(more), last=last) if more else last
    lead = (
        phrase("{spread} points or more", spread=spread)
        if rules.gibson_equality
        else phrase("more than {spread} points", spread=spread)
    )
    clinched = phrase(
        "a place is clinched by wins, or by a lead of {lead} of spread for each round left",
        lead=lead,
    )
    if not rules.gibson_pairs_out:
        return phrase("{clinched}; pairings ignore this", clinched=clinched)
    victims = (
        phrase(", the odd one with class {gibson_victims}", gibson_victims=rules.gibson_victims)
        if rules.gibson_victims
        else ""
    )
    return phrase(
        "{clinched}; those players are paired out of the others' way{victims}",
        clinched=clinched,
        victims=victims,
    )


def _seen_by(rules: PairingRules) -> str:
    return "everybody" if rules.contention_is_public else phrase("the director only")


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
        return phrase("class {value}", value=value) if value else phrase("any class")
    if name == "team_mates_until":
        return phrase("round {value}", value=value) if value else phrase("the end")
    return str(value).replace("_", " ")
