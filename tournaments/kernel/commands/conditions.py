"""The effect of commands on entries on conditions that name them."""

from __future__ import annotations

from core.journal.ledger import Ledger
from tournaments.kernel.queries.play import called_by_key
from tournaments.kernel.wording.pairing_rules import condition_sentence
from tournaments.models import Division
from tournaments.pairing.terms.conditions import (
    conditions_from_values,
    conditions_to_values,
)


def lift_all_of(ledger: Ledger, division: Division, key: int) -> list[str]:
    """Lifts every condition that names an entry, and returns what they said."""
    conditions = conditions_from_values(division.conditions)
    lifted = [condition for condition in conditions if key in condition.keys]
    if not lifted:
        return []
    names = called_by_key(division)
    kept = [condition for condition in conditions if condition not in lifted]
    ledger.update(division, conditions=conditions_to_values(kept))
    return [condition_sentence(condition, names) for condition in lifted]
