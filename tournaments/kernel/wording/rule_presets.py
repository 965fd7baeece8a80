"""The presets of rules as a director chooses them: a short name, and one line what it means."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from core.phrases import phrase
from games.engine.rulesets import RULESETS, RuleSet
from tournaments.kernel.wording.rule_groups import preset_line

NAMES: Mapping[str, str] = MappingProxyType(
    {
        "naspa": "NASPA",
        "naspa-csw": phrase("NASPA, Collins words"),
        "wespa": "WESPA",
        "absp": "ABSP",
        "coco": "CoCo",
        "club": phrase("Casual club"),
        "custom": phrase("Your own"),
    }
)
_FOR: Mapping[str, str] = MappingProxyType(
    {
        "naspa": phrase("North American events."),
        "naspa-csw": phrase("North American events with a Collins list."),
        "wespa": phrase("International events."),
        "absp": phrase("British events."),
        "coco": phrase("Events of the Collins Coalition."),
        "club": phrase("A friendly evening, not rated."),
        "custom": phrase("Starts from the NASPA rules; change what you like."),
    }
)


def preset_name(key: str) -> str:
    """Returns the short name of a preset, or its key where this program has none of that key."""
    return NAMES.get(key, key)


def preset_meaning(rules: RuleSet) -> str:
    """Returns in one line for whom a preset is and what its main rules are."""
    return f"{_FOR[rules.key]} {preset_line(rules)}"


def preset_choices() -> list[tuple[str, str, str]]:
    """Returns every preset as its key, its name and the line that says what it means."""
    return [(key, preset_name(key), preset_meaning(rules)) for key, rules in RULESETS.items()]
