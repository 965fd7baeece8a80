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
_NEVER_IN_ROUND = phrase("{one} and {two} do not meet")
_CHAIR = phrase("{one} plays on board {place}, chair {seat}")
_KEPT = {
    "yes": phrase("yes"),
    "no": phrase("no"),
    "none": phrase("none"),
    "any class": phrase("any class"),
    "the end": phrase("the end"),
}


def condition_sentence(condition: Condition, names: Mapping[int, str]) -> str:
    """Returns a condition as a clause without a full stop; `names` calls entries by their keys."""
    says = _SAYS[condition.kind]
    if condition.kind == "apart" and condition.first == condition.last:
        says = _NEVER_IN_ROUND
    elif condition.kind == "board" and condition.seat:
        says = _CHAIR
    said = says.format(
        one=names.get(condition.one, GONE),
        two=names.get(condition.two or 0, GONE),
        place=condition.place,
        seat=condition.seat,
    )
    if condition.note:
        said = f"{said} ({condition.note})"
    return _in_rounds(said, condition.first, condition.last)


def _in_rounds(condition: str, first: int, last: int | None) -> str:
    """Returns a condition with the rounds in which it holds; that of all rounds as it is."""
    if last == first:
        return phrase("{condition} in round {round}", condition=condition, round=first)
    if last is None:
        if first == 1:
            return condition
        return phrase("{condition}, from round {round} on", condition=condition, round=first)
    if first == 1:
        return phrase("{condition}, through round {round}", condition=condition, round=last)
    return phrase(
        "{condition}, rounds {first} to {last}", condition=condition, first=first, last=last
    )


def rules_in_words(rules: PairingRules) -> tuple[tuple[str, str], ...]:
    """Returns every rule of pairing as what it is about, and what holds."""
    return (
        (phrase("Odd bye"), _bye(rules)),
        (phrase("Team-mates"), _team_mates(rules)),
        (phrase("Places with a prize"), _places(rules)),
        (phrase("Class prizes"), _class_prizes(rules)),
        (phrase("Gibsons"), _gibson(rules)),
        (phrase("Places worth the same"), listed_ranges(rules.gibson_equivalent) or phrase("none")),
        (
            phrase("Who can still win"),
            phrase("shown to everybody")
            if rules.contention_is_public
            else phrase("shown to the director only"),
        ),
    )


def team_mates_line(rules: PairingRules) -> str:
    """Returns a sentence on entries of one team, empty where they meet like everybody else."""
    until = rules.team_mates_until
    if rules.team_mates == "meet":
        return ""
    if rules.team_mates == "avoid":
        if until:
            return phrase(
                "Entries of one team meet only if it cannot be avoided, through round {round}",
                round=until,
            )
        return phrase("Entries of one team meet only if it cannot be avoided")
    if until:
        return phrase("Entries of one team never meet, through round {round}", round=until)
    return phrase("Entries of one team never meet")


def _team_mates(rules: PairingRules) -> str:
    said, until = TEAM_MATES[rules.team_mates], rules.team_mates_until
    if not until or rules.team_mates == "meet":
        return said
    return phrase("{rule}, through round {round}", rule=said, round=until)


def _bye(rules: PairingRules) -> str:
    said = phrase("goes to {whom}", whom=BYE_POLICIES[rules.bye_policy])
    return "; ".join(filter(None, (str(said), str(_spared(rules)))))


def _spared(rules: PairingRules) -> str:
    """Returns to whom the odd bye goes only where it must, as a clause; empty for nobody."""
    if rules.bye_spares_newcomers and rules.bye_spares_first:
        return phrase(
            "while somebody else can have it, not to a newcomer and not to the lowest seed in "
            "round 1"
        )
    if rules.bye_spares_newcomers:
        return phrase("while somebody else can have it, not to a newcomer")
    if rules.bye_spares_first:
        return phrase("while somebody else can have it, not to the lowest seed in round 1")
    return ""


def byes_line(rules: PairingRules) -> str:
    """Returns a sentence on who gets the odd bye."""
    said = phrase("It goes to {whom}", whom=BYE_POLICIES[rules.bye_policy])
    return f"{'; '.join(filter(None, (str(said), str(_spared(rules)))))}."


def contention_line(rules: PairingRules) -> str:
    """Returns a sentence on who sees who can still win."""
    if rules.contention_is_public:
        return phrase("Shown to everybody.")
    return phrase("Shown to the director only.")


def prizes_line(rules: PairingRules) -> str:
    """Returns sentences on the places with a prize and the class prizes."""
    said = phrase(
        "Places with a prize: {places}. Class prizes: {class_prizes}.",
        places=_places(rules),
        class_prizes=_class_prizes(rules),
    )
    worth = listed_ranges(rules.gibson_equivalent)
    if not worth:
        return said
    return f"{said} {phrase('Places {places} are worth the same.', places=worth)}"


def gibsons_line(rules: PairingRules) -> str:
    """Returns when a place is clinched and what follows, as one sentence."""
    said = str(_gibson(rules))
    return f"{said[0].upper()}{said[1:]}."


def _places(rules: PairingRules) -> str:
    if rules.places:
        return str(rules.places)
    if rules.places_assumed:
        return phrase("not set, so a quarter of the field")
    return phrase("none")


def _class_prizes(rules: PairingRules) -> str:
    named = listed_classes(rules.classes)
    if not rules.class_prizes:
        return named or phrase("none")
    if not named:
        return phrase("{number} in each class below the top seed's", number=rules.class_prizes)
    return phrase(
        "{named}, {number} in each other class below the top seed's",
        named=named,
        number=rules.class_prizes,
    )


def _gibson(rules: PairingRules) -> str:
    *more, last = [str(2 * points) for points in rules.gibson_spread]
    spread = phrase("{more} and then {last}", more=", ".join(more), last=last) if more else last
    clinched = (
        phrase(
            "a place is clinched by wins, or by a lead of {spread} points or more of spread for "
            "each round left",
            spread=spread,
        )
        if rules.gibson_equality
        else phrase(
            "a place is clinched by wins, or by a lead of more than {spread} points of spread for "
            "each round left",
            spread=spread,
        )
    )
    return f"{clinched}; {_gibson_pairings(rules)}"


def _gibson_pairings(rules: PairingRules) -> str:
    """Returns what pairings make of clinched places, as a clause."""
    if not rules.gibson_pairs_out:
        return phrase("pairings ignore this")
    if not rules.gibson_victims:
        return phrase("those players are paired out of the others' way")
    return phrase(
        "those players are paired out of the others' way, the odd one with class {name}",
        name=rules.gibson_victims,
    )


def listed_classes(classes: tuple[tuple[str, int], ...]) -> str:
    """Returns class prizes as they are typed: "B 2, C 1"."""
    return ", ".join(f"{name} {count}" for name, count in classes)


def listed_ranges(ranges: tuple[tuple[int, int], ...]) -> str:
    """Returns runs of places as they are typed: "1-2, 3-4"."""
    return ", ".join(f"{first}-{last}" for first, last in ranges)


def rule_kept(name: str, text: str) -> str:
    """Returns the value of one rule of pairing in words, from what `rule_in_words` made of it."""
    choices = {"bye_policy": BYE_POLICIES, "team_mates": TEAM_MATES}.get(name, {})
    if (key := text.replace(" ", "_")) in choices:
        return choices[key]
    kind, _, rest = text.partition(" ")
    if name == "gibson_victims" and kind == "class":
        return phrase("class {name}", name=rest)
    if name == "team_mates_until" and kind == "round":
        return phrase("round {round}", round=rest)
    return _KEPT.get(text, text)


def rule_in_words(name: str, value: Any) -> str:
    """Returns the value of one rule of pairing as journals keep it, in English for good."""
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
