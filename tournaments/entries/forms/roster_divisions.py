"""The divisions that a roster fills, and those it makes: a whole event is pasted at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from core.phrases import phrase, phrase_count
from games.engine.rulesets import RULESETS
from tournaments.event.commands.event import DIVISION_NAME, CreateDivision
from tournaments.models import Division, Tournament
from tournaments.pairing.terms.presets import preset_rules
from tournaments.pairing.terms.rules import rules_to_values

MOST_MADE = 26
USUAL_ROUNDS = 7
_WORD = re.compile(r"(?:division|div\.?|section)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RosterDivision:
    """A division as the preview tells of it: how many enter it, and how it is made, if it is."""

    name: str
    count: int
    making: str = ""


def division_said(cell: str) -> str:
    """Returns the name of the division in a cell: "Division A" is A."""
    return _WORD.sub("", cell.strip(), count=1) or cell.strip()


class RosterDivisions:
    """The divisions that the lines of a roster name, in the event as it is.

    A division that is made has the rounds, rules and ratings of the one that the page is about,
    or of the event's first; in an event with none, those that a new division is offered. Its prizes
    and Gibsons are those of its rule set.
    """

    def __init__(self, event: Tournament, here: Division | None) -> None:
        self._event = event
        self.here = here
        self._held = {one.name.casefold(): one.name for one in event.divisions.all()}
        self._new: dict[str, str] = {}

    def name_of(self, cell: str) -> str:
        """Returns the name of the division that a cell means, empty where nothing says it."""
        name = division_said(cell)
        if not name:
            return self.here.name if self.here else ""
        mark = name.casefold()
        return self._held.get(mark) or self._new.setdefault(mark, name)

    def fault_of(self, cell: str) -> str:
        """Returns one sentence where a line cannot go where its cell says, empty where it can."""
        name = self.name_of(cell)
        if not name:
            return phrase("Give the roster a column Division, or make a division first.")
        if self.makes(name) and not DIVISION_NAME.fullmatch(name):
            return phrase(
                "{name!r} cannot be the name of a division, which has only letters, digits,"
                " spaces and . + - _, 30 at most.",
                name=name[:40],
            )
        if self.makes(name) and list(self._new.values()).index(name) >= MOST_MADE:
            return phrase("A roster makes at most {most} divisions.", most=MOST_MADE)
        return ""

    def makes(self, name: str) -> bool:
        """Returns whether the roster would make a division of this name."""
        return name in self._new.values()

    def parts(self, names: Sequence[str]) -> tuple[RosterDivision, ...]:
        """Returns the divisions that so many lines enter, in the order of the lines."""
        return tuple(
            RosterDivision(name, names.count(name), self._told if self.makes(name) else "")
            for name in dict.fromkeys(names)
        )

    def making(self, names: Iterable[str]) -> list[CreateDivision]:
        """Returns the commands that make what is missing of these divisions."""
        return [self._making(name) for name in dict.fromkeys(names) if self.makes(name)]

    def _making(self, name: str) -> CreateDivision:
        model = self._model
        if model is None:
            return CreateDivision(event=self._event.slug, name=name, planned_rounds=USUAL_ROUNDS)
        return CreateDivision(
            event=self._event.slug,
            name=name,
            planned_rounds=model.planned_rounds,
            ruleset=model.ruleset,
            overrides=model.overrides,
            rating_system=model.rating_system,
        )

    @cached_property
    def _model(self) -> Division | None:
        return self.here or self._event.divisions.order_by("position", "name").first()

    @cached_property
    def _told(self) -> str:
        made, model = self._making(""), self._model
        rounds = made.planned_rounds
        if model is None:
            return phrase_count(
                "new, {count} round, rules {edition}",
                "new, {count} rounds, rules {edition}",
                count=rounds,
                edition=RULESETS[made.ruleset].edition,
            )
        if model.pairing_rules == rules_to_values(preset_rules(model.ruleset)):
            return phrase_count(
                "new, {count} round, as division {division}",
                "new, {count} rounds, as division {division}",
                count=rounds,
                division=model.name,
            )
        return phrase_count(
            "new, {count} round, as division {division}, but prizes and Gibsons of the rule set",
            "new, {count} rounds, as division {division}, but prizes and Gibsons of the rule set",
            count=rounds,
            division=model.name,
        )
