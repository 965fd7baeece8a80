"""Prints the records of an event, a club, all tournaments or everything."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from django.core.management.base import CommandParser

from clubs.records.book.places import Value
from clubs.records.book.scopes import EVERYTHING, TOURNAMENTS, BookScope, club_scope
from clubs.records.queries.claims import BeatingClaim, beating_claims
from clubs.records.queries.game_facts import player_key
from clubs.records.queries.holders import NamedHolder, holders_named
from clubs.records.queries.lists import ListedPlace, event_records, played_at, stored_places
from clubs.records.wording.categories import category_name, value_words
from core.console import ConsoleAnswer, ContractCommand
from core.errors import UserError
from core.phrases import phrase
from people.merging import standing_for
from people.models import Club
from tournaments.kernel.queries.play import event_named
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.models import Tournament

COMPUTED = "computed"
Named = Callable[[ListedPlace, str], NamedHolder]


class Command(ContractCommand):
    """The first places of every list of a scope; an event's are made from its results now."""

    help = phrase(
        "Prints the records of a scope: event:SLUG, club:KEY, tournaments or all. Those of an "
        "event are made from its results now, all others are as the worker last stored them."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--scope",
            default="all",
            help=phrase("event:SLUG, club:KEY, tournaments or all; all unless it is said"),
        )
        parser.add_argument("--family", help=phrase("only of this lexicon family"))

    def run(self, **options: Any) -> ConsoleAnswer:
        kind, _, key = options["scope"].partition(":")
        claims: list[BeatingClaim] = []
        if kind == "event":
            event = _need_event(key)
            places, named = event_records(event), _entries_of(event)
        else:
            scope = _wide(kind, key, options["scope"])
            places = stored_places(scope, first_only=True)
            claims = beating_claims(scope, places)
            beaten = {(one.section, one.slot) for one in claims if one.is_alone}
            places = [one for one in places if (one.section, one.slot) not in beaten]
            named = _names_of(places)
        family = options["family"]
        shown = [one for one in places if _is_asked(one, family)]
        claimed = [one for one in claims if _is_asked(one, family)]
        days = _first_days(shown)
        lines = [*(_line(one, named) for one in shown), *map(_claim_line, claimed)]
        data = {
            "scope": options["scope"],
            "records": [
                *(_record(one, named, days.get(one.holding.event)) for one in shown),
                *map(_claimed, claimed),
            ],
        }
        return ConsoleAnswer(data=data, text="\n".join(lines))


def _need_event(slug: str) -> Tournament:
    event = event_named(slug)
    if event is None:
        raise UserError(phrase("No event is called {slug}.", slug=slug[:60]), code="event.unknown")
    return event


def _wide(kind: str, key: str, said: str) -> BookScope:
    """Returns the scope that somebody said, one of many events; UserError for any other word."""
    if said == TOURNAMENTS.kind:
        return TOURNAMENTS
    if said == EVERYTHING.kind:
        return EVERYTHING
    if kind != "club":
        raise UserError(
            phrase(
                "The scope is event:SLUG, club:KEY, tournaments or all, not {said!r}.", said=said
            ),
            code="scope.unknown",
            field="scope",
        )
    if not Club.objects.filter(slug=key).exists():
        raise UserError(phrase("There is no club {slug}.", slug=key[:60]), code="club.unknown")
    return club_scope(key)


def _entries_of(event: Tournament) -> Named:
    """Returns what names the entries of an event, by the numbers that they have in it."""
    known: dict[tuple[str, str], NamedHolder] = {}
    standing = standing_for()
    for division in event.divisions.select_related("tournament"):
        for entry in load_sheet(division).entries.values():
            key = player_key(event.slug, entry)
            for name in (key, standing.get(key, key)):
                known[division.name, name] = NamedHolder(entry.name, number=entry.number)
    return lambda place, key: known[place.section.scope.division, key]


def _names_of(places: Iterable[ListedPlace]) -> Named:
    """Returns what names the holders of places of many events, who have no number there."""
    keys = {key for one in places for key in (*one.holding.holders, *one.holding.opponents)}
    known = holders_named(keys)
    return lambda _, key: NamedHolder(known[key].name) if key in known else NamedHolder("")


def _first_days(places: Iterable[ListedPlace]) -> Mapping[str, Any]:
    events = Tournament.objects.filter(slug__in={one.holding.event for one in places})
    return dict(events.values_list("slug", "starts_on"))


def _record(place: ListedPlace, named: Named, first_day: Any) -> dict[str, Any]:
    holding = place.holding
    played = played_at(holding.source)
    return {
        "category": place.slot.category.value,
        "family": place.section.family,
        "value": _number(place.value),
        "holders": [_person(named(place, key)) for key in holding.holders],
        "opponents": [_person(named(place, key)) for key in holding.opponents],
        "scores": list(holding.scores) or None,
        "division": holding.division or place.section.scope.division or None,
        "round": played.round if played else None,
        "tournament": holding.event or None,
        "date": holding.day.isoformat() if first_day else None,
        "status": COMPUTED,
        "flags": list(holding.flags),
    }


def _is_asked(one: ListedPlace | BeatingClaim, family: str | None) -> bool:
    is_of_family = family is None or one.section.family.casefold() == family.casefold()
    return is_of_family and not one.slot.is_clean


def _claimed(one: BeatingClaim) -> dict[str, Any]:
    """Returns a verified claim, of which no more is known than its source tells."""
    claim = one.claim
    return {
        "category": one.slot.category.value,
        "family": one.section.family,
        "value": _number(claim.value),
        "holders": [{"name": name, "number": None} for name in claim.players],
        "opponents": [],
        "scores": None,
        "division": None,
        "round": None,
        "tournament": None,
        "date": claim.day or None,
        "status": claim.status.value,
        "flags": [],
    }


def _claim_line(one: BeatingClaim) -> str:
    claim, category = one.claim, one.slot.category
    who = ", ".join(claim.players)
    value = value_words(category, claim.value)
    return f"{category_name(category):<34} {value:>8}  {who} ({claim.source})"


def _number(value: Value) -> int | float:
    return round(float(value), 2) if isinstance(value, Fraction) else value


def _person(holder: NamedHolder) -> dict[str, Any]:
    return {"name": holder.name, "number": holder.number}


def _line(place: ListedPlace, named: Named) -> str:
    holding = place.holding
    who = ", ".join(named(place, key).name for key in holding.holders)
    where = " ".join(filter(None, (holding.event, holding.division)))
    value = value_words(place.slot.category, place.value)
    return f"{category_name(place.slot.category):<34} {value:>8}  {who} ({where})"
