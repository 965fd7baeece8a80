"""What a division has from its rule set and its day, and takes from another when they change."""

from __future__ import annotations

from copy import copy
from datetime import date
from typing import Any

from games.engine.rulesets import RULESETS
from tournaments.models import Division, Tournament
from tournaments.pairing.terms.presets import preset_rules
from tournaments.pairing.terms.rules import rules_to_values
from tournaments.rules.rating_system import usual_of, usual_system


def followed(division: Division, ruleset: str) -> dict[str, Any]:
    """Returns the values that a division takes from another rule set.

    A rating system or rules of pairing that are not those of its rule set were chosen, and stay.
    """
    new: dict[str, Any] = {}
    if ruleset not in RULESETS:
        return new
    event, lexicon = division.tournament, division.lexicon
    if division.rating_system == usual_of(division).key:
        new["rating_system"] = usual_system(ruleset, event, lexicon).key
    if division.pairing_rules == rules_to_values(preset_rules(division.ruleset)):
        new["pairing_rules"] = rules_to_values(preset_rules(ruleset))
    return new


def followed_by_date(event: Tournament, starts_on: date) -> dict[str, str]:
    """Returns the rating system of every division that takes another with the event's new day."""
    moved = copy(event)
    moved.starts_on = starts_on
    systems = {
        division: usual_system(division.ruleset, moved, division.lexicon).key
        for division in event.divisions.all()
        if division.rating_system == usual_of(division).key
    }
    return {d.name: key for d, key in systems.items() if key != d.rating_system}


def followed_by_lexicon(division: Division, lexicon: str) -> str:
    """Returns the rating system that a division takes with another lexicon, empty for the same."""
    held = division.rating_system
    if held != usual_of(division).key:
        return ""
    new = usual_system(division.ruleset, division.tournament, lexicon).key
    return "" if new == held else new
