"""The rules of pairing of a division."""

from __future__ import annotations

from tournaments.models import Division
from tournaments.pairing.terms.rules import PairingRules, rules_from_values


def pairing_rules_of(division: Division) -> PairingRules:
    """Returns what holds for every pairing of a division, its prizes and gibson rules among it."""
    return rules_from_values(division.pairing_rules)
