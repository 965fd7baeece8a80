"""Rating lists with a history: the rows that commands and workers leave behind, without either."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from typing import Any

from core.journal.guard import writing
from people.models import Club, Player
from ratings.models import (
    EventRating,
    ImportedRating,
    ListImport,
    ListState,
    RatedEvent,
    RatingList,
    Standing,
)
from ratings.selectors.content import digest_of, written
from ratings.selectors.stored_steps import rows_of
from ratings.systems.career import Career, Step, rate_event
from ratings.systems.registry import rating_system
from tests.builders.events import person
from tests.builders.rated_events import Invented, invented_history

AT = datetime(2024, 5, 6, 12, tzinfo=UTC)


def registered(keys: Iterable[str], *, club: str = "") -> dict[str, Player]:
    """Puts invented people with these keys into the register, who are there no second time.

    Every fifth is seen under an alias ("Tile 5"), every seventh by first name and initial.
    """
    found = {player.key: player for player in Player.objects.filter(key__in=list(keys))}
    home = Club.objects.filter(slug=club).first()
    for place, key in enumerate(sorted(set(keys) - set(found)), start=1):
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


def rate_all(rating_list: RatingList, history: Sequence[Invented]) -> None:
    """Writes the rows of these events into a list that has none yet."""
    system = rating_system(rating_list.system)
    careers: dict[str, Career] = {}
    standings: dict[str, Standing] = {}
    for one in history:
        steps = rate_event(one.event, careers, {}, system)
        event = _recorded(rating_list, one)
        rows = rows_of(EventRating, event, steps)
        for row in rows:
            row.event, row.rating_list = event, rating_list
        EventRating.objects.bulk_create(rows)
        for step in steps:
            if step.player.startswith("~"):
                continue
            careers[step.player] = step.after
            before = standings.get(step.player)
            standings[step.player] = _standing(rating_list, step, before)
    last = history[-1].event.held_on if history else date.min
    for standing in standings.values():
        days = rating_list.expires_after_days
        idle = (last - standing.played_on).days
        standing.is_expired = bool(days) and idle > days
    Standing.objects.bulk_create(standings.values())
    ListState.objects.create(rating_list=rating_list, version=len(history), rated_at=AT)


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


def _recorded(rating_list: RatingList, one: Invented) -> RatedEvent:
    content = written(one.event, one.names)
    return RatedEvent.objects.create(
        rating_list=rating_list,
        key=one.key,
        name=f"Event of {one.event.held_on:%B %Y}",
        path="",
        held_on=one.event.held_on,
        games=sum(len(card.games) for card in one.event.cards) // 2,
        content=content,
        digest=digest_of(content),
        is_stale=False,
        recorded_at=AT,
    )


def _standing(rating_list: RatingList, step: Step, before: Standing | None) -> Standing:
    change, after = step.change, step.after
    return Standing(
        rating_list=rating_list,
        player=step.player,
        rating=after.rating,
        deviation=after.deviation,
        deviation_now=after.deviation,
        games=after.games,
        events=1 + (before.events if before else 0),
        played_on=after.played_on or date.min,
        last_change=change.new - change.old if change.old else 0,
        is_provisional=after.games is not None and after.games < rating_list.provisional_games,
    )
