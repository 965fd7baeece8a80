"""Change what holds for every pairing of a division: byes, team-mates, prizes, clinched places."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.phrases import phrase
from tournaments.kernel.commands.base import DivisionCommand
from tournaments.kernel.wording.changes import pairing_rules_changed
from tournaments.kernel.wording.pairing_rules import rule_in_words
from tournaments.models import Division
from tournaments.pairing.position import ByePolicy
from tournaments.pairing.terms.rules import (
    PairingRules,
    TeamMates,
    rules_from_values,
    rules_to_values,
)

MOST_PLACES = 9999
MOST_SPREAD = 10_000
MOST_ROUNDS_LEFT = 20
CLASS_NAME = re.compile(r"^\S(?:.{0,18}\S)?$")
NO_CLASS_NAME = phrase("The name of a class can have at most 20 letters.")


@register
@dataclass(frozen=True, kw_only=True)
class ChangePairingRules(DivisionCommand):
    """Changes the rules of pairing of a division; a field left out stays.

    The fields are those of `PairingRules` in `tournaments.pairing.terms.rules`; `team_mates_until`
    0 is to the end. Rounds paired already stay as they are.
    """

    code = "division.pairing_rules_changed"
    bye_policy: ByePolicy | None = None
    bye_spares_newcomers: bool | None = None
    bye_spares_first: bool | None = None
    team_mates: TeamMates | None = None
    team_mates_until: int | None = None
    places: int | None = None
    places_assumed: bool | None = None
    classes: tuple[tuple[str, int], ...] | None = None
    class_prizes: int | None = None
    gibson_pairs_out: bool | None = None
    gibson_spread: tuple[int, ...] | None = None
    gibson_equality: bool | None = None
    gibson_equivalent: tuple[tuple[int, int], ...] | None = None
    gibson_victims: str | None = None
    contention_is_public: bool | None = None

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        self.allow(division)
        before = rules_from_values(division.pairing_rules)
        given = self._given()
        wanted = replace(before, **given)
        if "team_mates_until" in given:
            # Fewer rounds may be planned since it was said, which is no fault of other rules.
            _check_team_mates(wanted, division)
        _check_rules(wanted)
        if not work.ledger.update(division, pairing_rules=rules_to_values(wanted)):
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        changed = [name for name in given if getattr(before, name) != getattr(wanted, name)]
        return {
            "changed": [
                [name, *(rule_in_words(name, getattr(rules, name)) for rules in (before, wanted))]
                for name in changed
            ]
        }

    def _given(self) -> Mapping[str, Any]:
        names = PairingRules.__dataclass_fields__
        given = {name: value for name in names if (value := getattr(self, name)) is not None}
        if "team_mates_until" in given:
            given["team_mates_until"] = given["team_mates_until"] or None
        if "gibson_victims" in given:
            given["gibson_victims"] = given["gibson_victims"].strip()
        return given

    def sentence(self, answer: Row) -> str:
        changed = ((name, before, after) for name, before, after in answer["changed"])
        return phrase(
            "Pairing of division {division}: {pairing_rules_changed}",
            division=self.division,
            pairing_rules_changed=pairing_rules_changed(changed),
        )


def _check_rules(rules: PairingRules) -> None:
    """Raises Refused, naming the field, for rules of pairing that no division can have."""
    if not 0 <= rules.places <= MOST_PLACES:
        raise _wrong(
            "places",
            phrase("There can be 0 to {most_places} places with a prize.", most_places=MOST_PLACES),
        )
    if not 0 <= rules.class_prizes <= MOST_PLACES:
        raise _wrong(
            "class_prizes",
            phrase("A class can have 0 to {most_places} prizes.", most_places=MOST_PLACES),
        )
    _check_classes(rules)
    _check_gibson(rules)


def _check_team_mates(rules: PairingRules, division: Division) -> None:
    until = rules.team_mates_until
    if until is not None and not 1 <= until <= division.planned_rounds:
        raise _wrong(
            "team_mates_until",
            phrase(
                "Division {name} has rounds 1 to {planned_rounds}; there is no round {until}.",
                name=division.name,
                planned_rounds=division.planned_rounds,
                until=until,
            ),
        )


def _check_classes(rules: PairingRules) -> None:
    names = [name for name, _ in rules.classes]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise _wrong("classes", phrase("Class {twice} is named twice.", twice=twice))
    for name, count in rules.classes:
        if not CLASS_NAME.fullmatch(name):
            raise _wrong("classes", NO_CLASS_NAME)
        if not 1 <= count <= MOST_PLACES:
            raise _wrong(
                "classes",
                phrase(
                    "Class {name} can have 1 to {most_places} prizes.",
                    name=name,
                    most_places=MOST_PLACES,
                ),
            )


def _check_gibson(rules: PairingRules) -> None:
    spread = rules.gibson_spread
    if not 1 <= len(spread) <= MOST_ROUNDS_LEFT:
        raise _wrong(
            "gibson_spread",
            phrase("Give 1 to {most_rounds_left} spreads.", most_rounds_left=MOST_ROUNDS_LEFT),
        )
    for points in spread:
        if not 0 <= points <= MOST_SPREAD:
            raise _wrong(
                "gibson_spread",
                phrase(
                    "{points} is not between 0 and {most_spread}.",
                    points=points,
                    most_spread=MOST_SPREAD,
                ),
            )
    last = 0
    for low, high in rules.gibson_equivalent:
        if not last < low < high <= MOST_PLACES:
            raise _wrong(
                "gibson_equivalent",
                (
                    phrase(
                        "{low}-{high} is not a range of places after place {last}; give them from "
                        "the top, such as 1-2, 3-4.",
                        low=low,
                        high=high,
                        last=last,
                    )
                ),
            )
        last = high
    if rules.gibson_victims and not CLASS_NAME.fullmatch(rules.gibson_victims):
        raise _wrong("gibson_victims", NO_CLASS_NAME)


def _wrong(field: str, text: str) -> Refused:
    return Refused(text, code=f"rules.{field}", field=field)
