"""Rating lists with a history: rows as commands leave them, computed by the job of a worker."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from core.jobs import run
from core.journal.guard import writing
from people.models import Club, Player
from ratings.models import ImportedRating, ListImport, RatingList
from ratings.recompute_job import ask_to_recompute
from ratings.recording import record_event
from tests.builders.events import person
from tests.builders.grounds import built_once
from tests.builders.rated_events import Invented, invented_history


def registered(keys: Iterable[str], *, club: str = "") -> dict[str, Player]:
    """Puts invented people with these keys into the register, who are there no second time.

    Every fifth is seen under an alias ("Tile 5"), every seventh by first name and initial.
    """
    wanted = set(keys)
    found = {player.key: player for player in Player.objects.filter(key__in=wanted)}
    home = Club.objects.filter(slug=club).first()
    for place, key in enumerate(sorted(wanted - set(found)), start=1):
        given, _, family = person(place).partition(" ")
        style = "alias" if place % 5 == 0 else "initial" if place % 7 == 0 else "full"
        with writing():
            found[key] = Player.objects.create(
                key=key,
                given_name=given,
                family_name=family,
                public_name_style=style,
                alias=f"Tile {place}" if style == "alias" else "",
                club=home,
            )
    return found


def a_list(key: str = "open", *, name: str = "Open list", **fields: Any) -> RatingList:
    """Makes a rating list as `AddRatingList` does, with the "naspa" system unless told."""
    with writing():
        return RatingList.objects.create(
            key=key, name=name, **{"system": "naspa", "counts": ["naspa"], **fields}
        )


@built_once
def rated_list(
    key: str = "open",
    *,
    events: int = 20,
    players: int = 30,
    field: int = 12,
    rounds: int = 8,
    seed: int = 1,
    begins_on: date = date(2022, 1, 8),
    every_days: int = 42,
    **fields: Any,
) -> RatingList:
    """Makes a list that has rated so many invented events of registered players; returns it."""
    rating_list = a_list(key, **fields)
    history = list(
        invented_history(
            events,
            players=players,
            field=field,
            rounds=rounds,
            seed=seed,
            begins_on=begins_on,
            every_days=every_days,
        )
    )
    registered(card.player for one in history for card in one.event.cards)
    rate_all(rating_list, history)
    return rating_list


def rate_all(rating_list: RatingList, history: Iterable[Invented]) -> None:
    """Puts events into a list and computes it in this process, as a worker does."""
    for one in history:
        record_event(
            rating_list,
            one.key,
            name=f"Event of {one.event.held_on:%B %Y}",
            held_on=one.event.held_on,
            event=one.event,
            names=one.names,
        )
    run(ask_to_recompute(rating_list, apply=True).pk)


def imported_list(
    key: str = "federation",
    *,
    lines: Sequence[tuple[str, int, str]] = (),
    effective_on: date = date(2024, 4, 1),
    name: str = "Federation list",
    **fields: Any,
) -> RatingList:
    """Makes a list that somebody else computes; each line is a name, a rating and a player's key.

    The key is empty for a name that is nobody's in the register.
    """
    rating_list = a_list(key, name=name, system="", counts=[], **fields)
    publish(rating_list, lines, effective_on=effective_on)
    return rating_list


def publish(
    rating_list: RatingList, lines: Sequence[tuple[str, int, str]], *, effective_on: date
) -> ListImport:
    """Imports one more publication of a list."""
    with writing():
        made = ListImport.objects.create(
            rating_list=rating_list,
            number=rating_list.imports.count() + 1,
            effective_on=effective_on,
            format="csv",
            file_name="list.csv",
        )
        ImportedRating.objects.bulk_create(
            ImportedRating(list_import=made, line=line, name=name, player=player, rating=rating)
            for line, (name, rating, player) in enumerate(lines, start=2)
        )
    return made
