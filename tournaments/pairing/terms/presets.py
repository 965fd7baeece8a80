"""The rules of pairing that a new division begins with, by its rule set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from tournaments.pairing.terms.rules import USUAL_RULES, PairingRules

_PLAYED_FOR = PairingRules(gibson_pairs_out=True, places_assumed=True, class_prizes=1)
# Director manual of NASPA, errata of 2017 and 2023: a lead of 1000 points of spread for each round
# left is enough, which is what a game that turns 500 on both sides comes to.
_NASPA = replace(_PLAYED_FOR, gibson_equality=True)

PRESETS: Mapping[str, PairingRules] = MappingProxyType(
    {
        "naspa": _NASPA,
        "naspa-csw": _NASPA,
        "wespa": _PLAYED_FOR,
        "absp": _PLAYED_FOR,
        "coco": _PLAYED_FOR,
        "club": USUAL_RULES,
        "custom": _NASPA,
    }
)
"""A friendly club has no prizes, so nobody there is paired out of the way."""


def preset_rules(ruleset: str) -> PairingRules:
    """Returns the pairing rules of a new division under a rule set."""
    return PRESETS.get(ruleset, USUAL_RULES)
