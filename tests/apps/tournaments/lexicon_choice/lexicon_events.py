"""Ground for the tests of a division's lexicon: an event, lists of invented words, choices."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from core.journal.errors import NeedsConfirmation, Refused
from core.journal.execute import Done
from tests.apps.tournaments.desk_events import SLUG, new_event
from tests.builders.events import give
from tests.builders.grounds import built_once
from tests.builders.lexica import imported_list
from tournaments.event.commands.event import ChangeRules, CreateDivision, DateEvent
from tournaments.lexicon_choice.commands import ChooseLexicon

CASUAL, STREAM = "SCOWL80", f"event:{SLUG}"
IN_DIVISION: dict[str, Any] = {"event": SLUG, "division": "A"}


@built_once
def an_event_with_lists() -> None:
    """Makes an event under NASPA's rules in 2026, and imports invented lists of three editions."""
    new_event()
    give(DateEvent(event=SLUG, starts_on=date(2026, 5, 8)))
    imported_list("NWL2023", ["CAT", "DOG"], edition="NWL2023")
    imported_list("NWL2020", ["CAT"], edition="NWL2020")
    imported_list("YAWL", ["COW"], edition="YAWL")


def choose(lexicon: str, *, to: str = "A", **more: Any) -> Done:
    """Chooses a lexicon."""
    return give(ChooseLexicon(event=SLUG, division=to, lexicon=lexicon, **more))


def question(lexicon: str, *, to: str = "A", **more: Any) -> str:
    """Returns the question before a lexicon is chosen."""
    with pytest.raises(NeedsConfirmation) as asked:
        choose(lexicon, to=to, **more)
    return asked.value.message


def refusal(lexicon: str, *, to: str = "A", **more: Any) -> Refused:
    """Returns why a lexicon is not chosen, whatever is confirmed."""
    with pytest.raises(Refused) as refused:
        choose(lexicon, to=to, confirmed=True, **more)
    return refused.value


def unrated() -> None:
    """Has nobody rate division A."""
    give(ChangeRules(**IN_DIVISION, rating_system=""))


def under(rules: str, name: str = "B") -> None:
    """Makes an unrated division under other rules."""
    give(CreateDivision(event=SLUG, name=name, planned_rounds=3, ruleset=rules, rating_system=""))
