"""Create and close events, make divisions and change their rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from core.actors import Actor
from core.journal.checked import checked
from core.journal.command import Row, Work, register
from core.journal.errors import NeedsConfirmation, NotAllowed, Refused
from core.models import JournalEntry
from core.phrases import phrase, phrase_count
from core.roles.access import must_be_allowed
from core.roles.table import Permission
from core.wording import whole_day
from games.engine.rulesets import RuleSetError, ruleset, with_overrides
from tournaments.event.commands.following import (
    ask_about_day,
    followed,
    followed_by_date,
    followed_rows,
    systems_told,
)
from tournaments.event.queries.rating_system import must_be_installed, usual_system
from tournaments.event.queries.rounds_planned import rounds_consequences
from tournaments.kernel.commands.base import (
    DivisionCommand,
    EventCommand,
    find_tournament,
    must_be_open,
)
from tournaments.kernel.queries.lexicon import chosen_of, must_suit_ratings, second_of
from tournaments.kernel.queries.play import last_round, latest_state
from tournaments.kernel.queries.rights import founder
from tournaments.kernel.round_states import TABLE, check
from tournaments.kernel.wording.changes import followed_told, rules_changed
from tournaments.kernel.wording.faults import ruleset_sentence
from tournaments.kernel.wording.rule_presets import preset_name
from tournaments.models import Division, Tournament
from tournaments.pairing.terms.presets import preset_rules
from tournaments.pairing.terms.rules import rules_to_values

SLUG = re.compile(r"^[a-z0-9]+(?:-[a-z0-9]+)*$")
MOST_ROUNDS = 200
_TOLD = ("ruleset", "planned_rounds", "overrides", "rating_system")
DIVISION_NAME = re.compile(r"^\w[\w .+-]{0,29}$")


def may_create(actor: Actor, slug: str, director: str) -> None:
    """Raises NotAllowed unless the actor may make an event under this slug and director.

    The journal of an event that was undone stays its director's.
    """
    if actor.trusted:
        return
    must_be_allowed(actor, Permission.MAKE_EVENTS)
    if director != actor.name:
        raise NotAllowed(
            phrase("You can make events only under your own name."), code="not_allowed"
        )
    if founder(slug) not in (None, actor.name):
        raise NotAllowed(
            phrase("The short name {slug} belongs to another director's event.", slug=slug),
            code="not_allowed",
        )


def new_tournament(slug: str, **values: Any) -> Tournament:
    """Returns an unsaved event under a free slug; Refused when the slug is taken or misshapen."""
    if not SLUG.fullmatch(slug) or len(slug) > 60:
        raise Refused(
            phrase(
                "The short name can have only lower-case letters, digits and single hyphens, 60 "
                "at most."
            ),
            code="slug.malformed",
            field="event",
        )
    if Tournament.objects.filter(slug=slug).exists():
        raise Refused(
            phrase("An event {slug} already exists.", slug=slug), code="event.taken", field="event"
        )
    return checked(Tournament(slug=slug, **values))


def new_division(event: Tournament, name: str, **values: Any) -> Division:
    """Returns an unsaved division, its rules and rating system checked."""
    if not DIVISION_NAME.fullmatch(name):
        raise Refused(
            phrase(
                "The name of a division can have only letters, digits, spaces and . + - _, must "
                "start with a letter or digit and can have at most 30 characters."
            ),
            code="division.malformed",
            field="name",
        )
    check_rules(values["ruleset"], values["overrides"], values["rating_system"])
    check_rounds(values["planned_rounds"])
    return checked(Division(tournament=event, name=name, **values))


def check_rules(key: str, overrides: Mapping[str, Any], rating_system: str) -> None:
    """Raises Refused for an unknown rule set or parameter, or a rating system with no name."""
    try:
        with_overrides(ruleset(key), overrides)
    except RuleSetError as wrong:
        field = "ruleset" if wrong.code == "ruleset.unknown" else "overrides"
        raise Refused(ruleset_sentence(wrong), code=wrong.code, field=field) from wrong
    if len(rating_system) > 20:
        raise Refused(
            phrase("This is not a rating system."), code="system.unknown", field="rating_system"
        )


def check_rounds(planned: int, played: int = 0) -> None:
    """Raises Refused for a number of rounds that a division cannot have."""
    if not max(played, 1) <= planned <= MOST_ROUNDS:
        raise Refused(
            phrase(
                "The division can have {least} to {most} rounds.",
                least=max(played, 1),
                most=MOST_ROUNDS,
            ),
            code="rounds.out_of_range",
            field="planned_rounds",
        )


@register
@dataclass(frozen=True, kw_only=True)
class CreateEvent(EventCommand):
    """Makes an event; whoever asks becomes its director.

    `lots` says by what everything is drawn; empty, by the slug.
    """

    code = "event.created"
    permission = Permission.MAKE_EVENTS
    founds = True
    name: str
    dates: str = ""
    starts_on: date | None = None
    place: str = ""
    director: str = ""
    rehearsal: bool = False
    lots: str = ""

    def authorise(self, actor: Actor) -> None:
        may_create(actor, self.event, self.director)

    def apply(self, work: Work) -> Row:
        event = new_tournament(
            self.event,
            name=self.name.strip(),
            dates=self.dates.strip(),
            starts_on=self.starts_on,
            place=self.place.strip(),
            director=self.director,
            rehearsal=self.rehearsal,
            lots=self.lots,
        )
        work.ledger.create(event)
        return {"tournament": self.event}

    def sentence(self, answer: Row) -> str:
        return phrase("Event {name} made", name=self.name)


@register
@dataclass(frozen=True, kw_only=True)
class DateEvent(EventCommand):
    """Says on which day an event begins: where it stands in the lists that rate it.

    Divisions whose rating system followed from the day before follow the new one, asked in play.
    """

    code = "event.dated"
    starts_on: date
    confirmed: bool = False

    def apply(self, work: Work) -> Row:
        event = find_tournament(self.event)
        must_be_open(event)
        follow = work.facts.decide(
            "rating_systems",
            lambda: followed_by_date(event, self.starts_on),
            unsaid=dict[str, str](),
        )
        if not self.confirmed and not work.facts.are_recorded:
            ask_about_day(event, follow)
        if not work.ledger.update(event, starts_on=self.starts_on):
            raise Refused(
                phrase("This would change nothing."), code="nothing_changed", field="starts_on"
            )
        for division in event.divisions.filter(name__in=follow):
            work.ledger.update(division, rating_system=follow[division.name])
        return {"rating_systems": follow}

    def sentence(self, answer: Row) -> str:
        told = systems_told(answer.get("rating_systems", {}))
        said = phrase("The event begins on {day}", day=whole_day(self.starts_on))
        return f"{said}; {told}" if told else said


@register
@dataclass(frozen=True, kw_only=True)
class CreateDivision(EventCommand):
    """Makes a division under a rule set, with its own values for single parameters.

    Prizes and Gibsons begin as the rule set has them, and the rating system as it follows from the
    rule set and the day of the event where none is given; both are facts.
    """

    code = "division.created"
    name: str
    planned_rounds: int
    ruleset: str = "naspa"
    overrides: Mapping[str, Any] = field(default_factory=dict)
    rating_system: str | None = None

    def apply(self, work: Work) -> Row:
        event = find_tournament(self.event)
        must_be_open(event)
        if event.divisions.filter(name=self.name).exists():
            raise Refused(
                phrase("Division {name} already exists.", name=self.name),
                code="division.taken",
                field="name",
            )
        check_rules(self.ruleset, self.overrides, "")
        system = work.facts.decide("rating_system", lambda: self._system(event))
        must_be_installed(system)
        rules = work.facts.decide(
            "pairing_rules",
            lambda: rules_to_values(preset_rules(self.ruleset)),
            unsaid=dict[str, Any](),
        )
        division = new_division(
            event,
            self.name,
            position=event.divisions.count(),
            planned_rounds=self.planned_rounds,
            ruleset=self.ruleset,
            overrides=dict(self.overrides),
            rating_system=system,
            pairing_rules=rules,
        )
        work.ledger.create(division)
        return {"division": self.name}

    def _system(self, event: Tournament) -> str:
        chosen = self.rating_system
        return usual_system(self.ruleset, event).key if chosen is None else chosen

    def sentence(self, answer: Row) -> str:
        return phrase_count(
            "Division {name} made: {count} round, rule set {ruleset}",
            "Division {name} made: {count} rounds, rule set {ruleset}",
            count=self.planned_rounds,
            name=self.name,
            ruleset=preset_name(self.ruleset),
        )


@register
@dataclass(frozen=True, kw_only=True)
class ChangeRules(DivisionCommand):
    """Changes a division's rules, rounds or rating system; a field left out stays.

    With another rule set, the rating system and the rules of pairing that followed from the one
    before follow the new one, as facts; what somebody chose stays.

    Where only the number of rounds changes once play has begun, the question says what follows from
    that and not what the table says of rules.
    """

    code = "division.rules_changed"
    planned_rounds: int | None = None
    overrides: Mapping[str, Any] | None = None
    rating_system: str | None = None
    ruleset: str | None = None

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        state = latest_state(division)
        only_rounds = (self.overrides, self.rating_system, self.ruleset) == (None, None, None)
        follow = self._followed(work, division) if self.ruleset is not None else {}
        rows, verdict = followed_rows(division, follow), TABLE[self.code][state]
        if rows and verdict.kind == "confirm" and not self.confirmed:
            said = phrase("With the rule set: {changes}.", changes=followed_told(rows))
            raise NeedsConfirmation(f"{verdict.text} {said}", code="confirm", field="confirmed")
        check(self.code, state, confirmed=self.confirmed or only_rounds)
        changed: dict[str, Any] = {}
        if self.planned_rounds is not None:
            last = last_round(division)
            check_rounds(self.planned_rounds, last.number if last else 0)
            changed["planned_rounds"] = self.planned_rounds
            if only_rounds and verdict.kind == "confirm":
                self._ask_about_rounds(division, self.planned_rounds)
        if self.overrides is not None or self.ruleset is not None:
            changed |= self._rules(division)
        if self.ruleset is not None:
            changed |= follow
            system = follow.get("rating_system", "")
            must_suit_ratings(system, chosen_of(division), second_of(division))
        if self.rating_system is not None:
            must_be_installed(self.rating_system)
            must_suit_ratings(self.rating_system, chosen_of(division), second_of(division))
            changed["rating_system"] = self.rating_system
        before = {name: getattr(division, name) for name in changed}
        if not work.ledger.update(division, **changed):
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        return {
            "changed": sorted(name for name in changed if changed[name] != before[name]),
            "before": {name: before[name] for name in _TOLD if name in before},
            **({"followed": rows} if rows else {}),
        }

    def _followed(self, work: Work, division: Division) -> Row:
        new = work.facts.decide("followed", lambda: followed(division, str(self.ruleset)))
        return {n: v for n, v in new.items() if n != "rating_system" or self.rating_system is None}

    def _rules(self, division: Division) -> dict[str, Any]:
        """Returns the rule set and what differs from it, checked together."""
        key = division.ruleset if self.ruleset is None else self.ruleset
        own = division.overrides if self.overrides is None else dict(self.overrides)
        check_rules(key, own, division.rating_system)
        return {"ruleset": key, "overrides": own}

    def _ask_about_rounds(self, division: Division, planned: int) -> None:
        if not self.confirmed and planned != division.planned_rounds:
            raise NeedsConfirmation(
                " ".join(rounds_consequences(division, planned)),
                code="confirm",
                field="confirmed",
            )

    def check_put_back(self, entry: JournalEntry, side: str) -> None:
        """Raises Refused if that side of the change no longer fits.

        It plans fewer rounds than were set up, or rates what is played by a casual list.
        """
        super().check_put_back(entry, side)
        division = self.find_division()
        last = last_round(division)
        for change in entry.changes:
            system = change[side].get("rating_system", "")
            must_suit_ratings(system, chosen_of(division), second_of(division))
            planned = change[side].get("planned_rounds")
            if planned is not None:
                check_rounds(planned, last.number if last else 0)

    def sentence(self, answer: Row) -> str:
        # Journals from before what held was kept say only what was asked for.
        before = answer.get("before", {})
        said = [rules_changed({name: getattr(self, name) for name in _TOLD}, before)]
        said += [followed_told(answer["followed"])] if "followed" in answer else []
        return phrase(
            "Rules of division {division}: {changes}",
            division=self.division,
            changes=". ".join(said),
        )
