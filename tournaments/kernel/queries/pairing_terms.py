"""What holds for every pairing of a division, and its house players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.db.models import Max

from tournaments.models import Division, EventPrize
from tournaments.pairing.terms.rules import PairingRules, rules_from_values
from tournaments.prizing.records import PrizeKind


def house_from(conditions: Iterable[Mapping[str, Any]]) -> dict[int, int]:
    """Returns from which round on who is a house player, by key, of a division's conditions."""
    return {row["one"]: row["first"] for row in conditions if row["kind"] == "house"}


def is_house(division: Division, key: int, round_number: int) -> bool:
    """Returns whether an entry is a house player in a round."""
    first = house_from(division.conditions).get(key)
    return first is not None and first <= round_number


def pairing_rules_of(division: Division) -> PairingRules:
    """Returns the rules for every pairing of a division, its prizes and gibson rules among them."""
    return rules_from_values(division.pairing_rules)


def rules_played_for(division: Division) -> PairingRules:
    """Returns the rules for every pairing, with the places that the event offers prizes for.

    These hold while the rules name no number of places; one query then.
    """
    rules = pairing_rules_of(division)
    if rules.places:
        return rules
    offered = EventPrize.objects.filter(division=division, kind=PrizeKind.PLACE)
    return replace(rules, places=offered.aggregate(last=Max("place"))["last"] or 0)
