"""What is here of the demonstration: only what its own commands founded at the console.

An event, a club or a list of the same short name that a person made is none of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Q

from clubs.demonstration.naming import CLUB
from clubs.demonstration.queries.named import named_by_others
from clubs.kernel.queries.night_games import nights_of
from clubs.kernel.queries.rights import FOUNDED
from clubs.models import AssociationMembership, ClubHome, Membership, MemberSuspension
from core.actors import CONSOLE
from core.demonstration import since_removed
from core.models import JournalEntry
from games.models import GamePlayer
from people.models import Player
from people.selectors import REGISTER
from ratings.models import ImportedRating, RatedEvent, RatingList
from tournaments.kernel.queries.rights import club_scope, event_scope
from tournaments.models import EntryMember, Tournament
from tournaments.rehearsal.jobs.cast import HELD_AT, SLUG
from tournaments.rehearsal.jobs.past_events import DAYS, OPEN, day_slug

_IMPORTED = "event.imported"
_FOUNDING = ("event.created", "night.opened", FOUNDED, "list.added", _IMPORTED)
_KEYS = re.compile(rf"{SLUG}-\d+|{CLUB}-\d+")


@dataclass(frozen=True, slots=True)
class DemonstrationMade:
    """The short names of what is here of the demonstration.

    `players` are keys of its people who stand in nothing but what is here named; `entries` is how
    many log entries are about all of it, and `by_others` how many of these somebody else made.
    """

    events: tuple[str, ...]
    clubs: tuple[str, ...]
    lists: tuple[str, ...]
    players: tuple[str, ...]
    entries: int
    by_others: int

    def journals(self) -> tuple[str, ...]:
        """Returns the keys of the journals, those first whose rows hold on to others."""
        return (
            *map(event_scope, self.events),
            *map(club_scope, self.clubs),
            *(f"list:{key}" for key in self.lists),
        )


def made() -> DemonstrationMade:
    """Returns what is here of the demonstration; a club with nights of others, or a list that
    rates events of others, stays, and so do their players."""
    slugs = (SLUG, *(day_slug(number) for number in range(1, DAYS + 1)), OPEN)
    events = [slug for slug in slugs if _is_there(slug) and is_demonstrations(event_scope(slug))]
    clubs = []
    if ClubHome.objects.filter(slug=CLUB).exists() and is_demonstrations(club_scope(CLUB)):
        nights = [night.slug for night in nights_of(CLUB)]
        if all(is_demonstrations(event_scope(slug)) for slug in nights):
            clubs.append(CLUB)
            events += nights
    lists = []
    if RatingList.objects.filter(key=SLUG).exists() and is_demonstrations(f"list:{SLUG}"):
        rated = RatedEvent.objects.filter(rating_list__key=SLUG).values_list("key", flat=True)
        if {name.partition("/")[0] for name in rated} <= set(events):
            lists.append(SLUG)
    found = DemonstrationMade(tuple(events), tuple(clubs), tuple(lists), (), 0, 0)
    entries = JournalEntry.objects.filter(stream__key__in=found.journals())
    return DemonstrationMade(
        found.events,
        found.clubs,
        found.lists,
        _players(found),
        entries.count(),
        entries.exclude(actor=CONSOLE.name).count(),
    )


def is_demonstrations(journal: str) -> bool:
    """Returns whether what a journal is about was founded by the demonstration."""
    founding = since_removed(journal).filter(command__in=_FOUNDING).order_by("-seq").first()
    if founding is None or founding.actor != CONSOLE.name or founding.command == _IMPORTED:
        return False
    said = founding.payload
    return founding.command != "event.created" or said["place"] == HELD_AT


def _is_there(slug: str) -> bool:
    return Tournament.objects.filter(slug=slug).exists()


def people_left(clubs: Collection[str]) -> tuple[str, ...]:
    """Returns the keys of its people who stand nowhere else, once all but these clubs is gone."""
    return _players(DemonstrationMade((), tuple(clubs), (), (), 0, 0))


def _players(found: DemonstrationMade) -> tuple[str, ...]:
    """Returns the keys of the demonstration's people who stand nowhere else."""
    added = JournalEntry.objects.filter(
        stream__key=REGISTER, command="player.added", actor=CONSOLE.name
    )
    given = {key for key in added.values_list("payload__key", flat=True) if _KEYS.fullmatch(key)}
    keys = set(Player.objects.filter(key__in=given).values_list("key", flat=True))
    return tuple(sorted(keys - _elsewhere(keys, found)))


def _elsewhere(keys: Collection[str], found: DemonstrationMade) -> set[str]:
    """Returns those of these keys that rows name which are not here to be removed."""
    kept = named_by_others(keys, clubs=found.clubs, lists=found.lists)
    for model, scope, gone in (
        (EntryMember, "entry__tournament__slug", found.events),
        (Membership, "club__slug", found.clubs),
        (AssociationMembership, "club__slug", found.clubs),
        (MemberSuspension, "club__slug", found.clubs),
        (ImportedRating, "list_import__rating_list__key", found.lists),
        (GamePlayer, "game__board_game__board__round__division__tournament__slug", found.events),
    ):
        rows = model._default_manager.filter(player__in=keys).exclude(**{f"{scope}__in": gone})
        kept.update(rows.values_list("player", flat=True))
    merged = Player.objects.filter(Q(key__in=keys) | Q(merged_into__key__in=keys))
    for pair in merged.exclude(merged_into=None).values_list("key", "merged_into__key"):
        kept.update(pair)
    if found.clubs != (CLUB,):
        # Its members stay with a club that stays.
        kept.update(
            Player.objects.filter(key__in=keys, club__slug=CLUB).values_list("key", flat=True)
        )
    return kept
