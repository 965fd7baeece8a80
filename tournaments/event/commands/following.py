"""The settings that a division has from its rule set and its day, and their change with them."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import asdict
from datetime import date
from typing import Any

from core.journal.command import Row
from core.journal.errors import NeedsConfirmation
from core.phrases import phrase
from games.engine.rulesets import RULESETS
from ratings.wording import system_name
from tournaments.event.queries.rating_system import usual_of, usual_system
from tournaments.kernel.queries.play import latest_state
from tournaments.kernel.round_states import TABLE
from tournaments.kernel.wording.pairing_rules import rule_in_words
from tournaments.models import Division, Tournament
from tournaments.pairing.terms.presets import preset_rules
from tournaments.pairing.terms.rules import rules_from_values, rules_to_values


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


def followed_rows(division: Division, new: Mapping[str, Any]) -> Row:
    """Returns the rating system and pairing rules that a rule set changes, as [before, after]."""
    rows: Row = {}
    if (system := new.get("rating_system", division.rating_system)) != division.rating_system:
        rows["rating_system"] = [division.rating_system, system]
    before, wanted = (
        asdict(rules_from_values(values))
        for values in (division.pairing_rules, new.get("pairing_rules", division.pairing_rules))
    )
    pairing = [
        [name, rule_in_words(name, before[name]), rule_in_words(name, value)]
        for name, value in wanted.items()
        if value != before[name]
    ]
    return rows | ({"pairing_rules": pairing} if pairing else {})


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


def systems_told(systems: Mapping[str, str]) -> str:
    """Returns by what divisions are rated now, given as keys of systems by name."""
    return "; ".join(
        str(
            phrase("division {division} rated by {system}", division=name, system=system_name(key))
            if key
            else phrase("division {division} not rated", division=name)
        )
        for name, key in systems.items()
    )


def ask_about_day(event: Tournament, systems: Mapping[str, str]) -> None:
    """Raises NeedsConfirmation where play has begun in a division that a new day rates again."""
    asks = TABLE["division.rules_changed"]
    divisions = event.divisions.filter(name__in=systems)
    begun = {d.name: systems[d.name] for d in divisions if asks[latest_state(d)].kind == "confirm"}
    if begun:
        raise NeedsConfirmation(
            phrase(
                "Play has begun, and the first day decides the rating system: {systems}. Change "
                "the day anyway?",
                systems=systems_told(begun),
            ),
            code="confirm",
            field="confirmed",
        )


def followed_by_lexicon(division: Division, lexicon: str) -> str:
    """Returns the rating system that a division takes with another lexicon, empty for the same."""
    system = division.rating_system
    if system != usual_of(division).key:
        return ""
    new = usual_system(division.ruleset, division.tournament, lexicon).key
    return "" if new == system else new
