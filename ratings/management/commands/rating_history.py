"""Prints a player's ratings in every list."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from core.console import ConsoleAnswer, ContractCommand
from core.errors import UserError
from core.phrases import phrase
from people.models import Player
from people.register import Register, RegisteredPlayer
from ratings.models import EventRating, ImportedRating, RatingList, Standing
from ratings.selectors.openings import import_in_force
from ratings.selectors.profile import RatedCareer, career_of
from ratings.systems.registry import is_estimate, rating_system
from ratings.wording import rating

_PAGE = re.compile(r"(?P<number>\d{1,9})|/players/(?P<page>\d{1,9})/?", re.ASCII)


class Command(ContractCommand):
    """Reads what is stored; computes nothing."""

    help = phrase(
        "Prints the ratings of PLAYER, event by event. PLAYER is a key of the register, an "
        "association number, a name that only one player has, or a public page, /players/1/."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("player", help=phrase("key, association number, name, or /players/1/"))
        parser.add_argument("--list", help=phrase("the key of one rating list"))

    def run(self, **options: Any) -> ConsoleAnswer:
        person = _find(options["player"])
        lists = _lists(options["list"])
        career = career_of(person.key, lists)
        told = [_list(one, career) for one in lists]
        data = {
            "player": person.key,
            "name": person.full_name,
            "lists": [one for one in told if one is not None],
        }
        return ConsoleAnswer(data=data, text=_text(data))


def _find(text: str) -> RegisteredPlayer:
    """Returns who is meant; UserError where nobody is, or several are."""
    register = Register()
    paged = None if register.meant(text) else _of_page(text.strip())
    return register.one(text) if paged is None else register.people[paged]


def _of_page(wanted: str) -> str | None:
    """Returns the key of the player whose public page has this number or path."""
    found = _PAGE.fullmatch(wanted)
    if found is None:
        return None
    return (
        Player.objects.filter(pk=int(found["number"] or found["page"]))
        .values_list("key", flat=True)
        .first()
    )


def _lists(key: str | None) -> list[RatingList]:
    lists = list(
        RatingList.objects.filter(key=key) if key is not None else RatingList.objects.all()
    )
    if key is not None and not lists:
        raise UserError(phrase("No rating list is called {key}.", key=key), code="list.unknown")
    return lists


def _list(one: RatingList, career: RatedCareer) -> dict[str, Any] | None:
    """Returns a list with the player's events; None if they are not in it."""
    stands = _published(one, career) if one.is_imported else _computed(career.standings.get(one.pk))
    if stands is None:
        return None
    return {
        "list": one.key,
        "system": one.system,
        "estimate": bool(one.system) and is_estimate(rating_system(one.system)),
        **stands,
        "events": [_event(row) for row in career.rated if row.rating_list_id == one.pk],
    }


def _computed(row: Standing | None) -> dict[str, Any] | None:
    if row is None:
        return None
    return {
        "rating": row.rating,
        "deviation": row.deviation_now,
        "games": row.games,
        "provisional": row.is_provisional,
        "expired": row.is_expired,
    }


def _published(one: RatingList, career: RatedCareer) -> dict[str, Any] | None:
    last = import_in_force(one)
    rows: Sequence[ImportedRating] = [r for r in career.published if r.list_import == last]
    if not rows:
        return None
    row = rows[-1]
    return {
        "rating": row.rating,
        "deviation": row.deviation,
        "games": row.games,
        "provisional": row.games is not None and row.games < one.provisional_games,
        "expired": row.expires_on is not None and row.expires_on < timezone.localdate(),
    }


def _event(row: EventRating) -> dict[str, Any]:
    return {
        "event": row.event.name,
        "date": row.held_on.isoformat(),
        "old": row.old,
        "new": row.new,
        "old_deviation": row.old_deviation,
        "new_deviation": row.deviation,
        "games": row.games,
        "wins": row.half_wins / 2,
        "expected": row.expected,
        "performance": row.performance,
        "career_games": row.career_games,
    }


def _text(data: Mapping[str, Any]) -> str:
    lines = [f"{data['name']} ({data['player']})"]
    for one in data["lists"]:
        marks = [word for word in ("estimate", "provisional", "expired") if one[word]]
        lines.append(f"{one['list']}: {rating(one['rating'])} {', '.join(marks)}".rstrip())
        lines += [
            phrase(
                "  {date}  {old:>5} -> {new:>5}"
                "  {wins:g} of {games}, {expected:.2f} expected  {event}",
                date=e["date"],
                old=rating(e["old"]),
                new=rating(e["new"]),
                wins=e["wins"],
                games=e["games"],
                expected=e["expected"],
                event=e["event"],
            )
            for e in one["events"]
        ]
    return "\n".join(
        lines if data["lists"] else [*lines, phrase("This player has no rating in any list.")]
    )
