"""The conditions on the pairings of a division at the desk: what holds, and what can be added."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render

from core.roles.table import Permission
from core.web.view_access import reads
from tournaments.kernel.desk.access import division_of_address, in_event
from tournaments.kernel.desk.context import EventContext, desk_link
from tournaments.kernel.desk.pages import EventPage
from tournaments.kernel.queries.pairing_terms import rules_played_for
from tournaments.kernel.queries.play import called_by_key, last_published
from tournaments.kernel.wording.pairing_rules import (
    condition_sentence,
    gibsons_line,
    prizes_line,
    rules_in_words,
    team_mates_line,
)
from tournaments.models import Division, Tournament
from tournaments.pairing.terms.conditions import conditions_from_values
from tournaments.pairing.terms.rules import USUAL_RULES, PairingRules
from tournaments.rounds.desk_pages import CONDITIONS
from tournaments.rounds.forms.conditions import LiftConditionForm, mark_of
from tournaments.rounds.queries.conditions import held_conditions
from tournaments.rounds.views.pairing import Embedded, embedded
from tournaments.standings.attendance import takes_part


class HeldLine(NamedTuple):
    """A condition in words; `mark` names it to the form that lifts it."""

    says: str
    idle: str
    is_over: bool
    mark: str


class Short(NamedTuple):
    """A short form with its title; `shown` is the form made ready for a page with others."""

    page: EventPage
    shown: Embedded


@reads
@in_event(Permission.DIRECT)
def conditions_desk(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Lists what every pairing of a division has to keep, with a short form for each kind."""
    division = division_of_address(request, event)
    context: dict[str, Any] = {"event": event, "tab": "round"}
    if division is not None:
        context |= _context(
            EventContext(request.user.get_username(), event=event, division=division)
        )
    return render(request, "tournaments/rounds/conditions.html", context)


def conditions_in_force(division: Division, number: int) -> dict[str, Any]:
    """Returns the template's values for the conditions and prizes of one round."""
    names, rules = called_by_key(division), rules_played_for(division)
    playing = {
        key for key, away in division.entries.values_list("key", "away") if takes_part(away, number)
    }
    lines = [
        _as_sentence(condition_sentence(condition, names))
        for condition in conditions_from_values(division.conditions)
        if condition.holds_in(number) and set(condition.keys) <= playing
    ]
    until = rules.team_mates_until
    if rules.team_mates != "meet" and (until is None or number <= until):
        lines.append(team_mates_line(rules))
    lines += [
        f"{about} {says}"
        for (about, says), usual in zip(
            rules_in_words(rules)[:1], rules_in_words(USUAL_RULES)[:1], strict=True
        )
        if says != usual[1]
    ]
    href = desk_link("conditions", division.tournament.slug, division=division.name)
    return {"in_force": lines, "conditions_href": href, **_prizes(division, rules)}


def _prizes(division: Division, rules: PairingRules) -> dict[str, str]:
    """Returns the values for prizes and clinching, with the addresses where they are changed."""
    return {
        "prizes": prizes_line(rules),
        "gibsons": gibsons_line(rules),
        "rules_href": desk_link("pairing-rules", division.tournament.slug, division=division.name),
    }


def _context(where: EventContext) -> dict[str, Any]:
    division, event = where.the_division, where.the_event
    rules = rules_played_for(division)
    names = event.divisions.order_by("position", "name").values_list("name", flat=True)
    *short, lift, change_rules = CONDITIONS
    lifting = LiftConditionForm(where=where)
    return {
        "division": division,
        "divisions": [
            (name, desk_link("conditions", event.slug, division=name), name == division.name)
            for name in names
        ],
        "lines": _lines(division),
        "team_mates": team_mates_line(rules),
        "lifting": lifting,
        "lift_href": _href(lift, division),
        "obstacle": lifting.where.verdict(lift.command.code).text,
        "short": [_short(page, where) for page in short],
        "rules": rules_in_words(rules),
        "rules_href": _href(change_rules, division),
    }


def _short(page: EventPage, where: EventContext) -> Short:
    href = _href(page, where.the_division)
    return Short(page, embedded(page.path, page.form(where=where), href))


def _href(page: EventPage, division: Division) -> str:
    return desk_link(page.path, division.tournament.slug, division=division.name)


def _lines(division: Division) -> list[HeldLine]:
    names = called_by_key(division)
    conditions = held_conditions(division, last_published(division) + 1)
    return [
        HeldLine(
            _as_sentence(condition_sentence(line.condition, names)),
            line.idle,
            line.is_over,
            mark_of(line.condition),
        )
        for line in sorted(conditions, key=lambda line: line.is_over)
    ]


def _as_sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"
