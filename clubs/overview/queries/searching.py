"""What somebody looks for among events, players and clubs: names that everybody may see, no others.

Names of the register are kept in memory as everybody reads them, until the register or a list has
changed: so accents do not count, and a name that a player keeps back cannot be asked for.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import reduce
from operator import and_
from typing import NamedTuple

from django.db.models import F, Q

from clubs.kernel.queries.clubs import KnownClub, known_clubs
from clubs.models import ClubHome
from core.memo import Memo
from core.names import has_words, plain_words, shown_name
from people.models import Player
from people.selectors import last_change
from ratings.selectors.page_versions import public_lists, version_of
from ratings.selectors.profile import with_profile
from tournaments.models import EntryMember, Tournament
from tournaments.public.queries.shelves import everybodys_events, latest_first

EVENTS, PLAYERS, CLUBS = 20, 20, 10
"""How many of each are told; one more is looked for, to say that there are more."""
EVENTS_READ = 5_000
_ENTRIES_READ = 300
_PEOPLE_READ = 100
_MOST_WORDS = 6


class FoundEvent(NamedTuple):
    """An event that everybody may see."""

    slug: str
    name: str
    facts: list[str]


class LastEntry(NamedTuple):
    """Where somebody plays or played last: the event, the division and the number there.

    `key` names the entry in the event for good; the list of everybody leaves it out.
    """

    slug: str
    event: str
    division: str
    number: int
    key: int = 0


class FoundPlayer(NamedTuple):
    """A player by the public name: the row of the profile, None without one, and the last entry."""

    name: str
    profile: int | None
    played: LastEntry | None


class Found(NamedTuple):
    """What was found, each kind in its order and one more than is told where there are more."""

    events: list[FoundEvent]
    players: list[FoundPlayer]
    clubs: list[KnownClub]


class _Person(NamedTuple):
    keys: tuple[str, ...]
    name: str
    words: tuple[str, ...]
    number: int
    has_profile: bool


def found_by(text: str) -> Found:
    """Returns what has a word that begins as each word of a text does, in eight queries or fewer.

    A text without a word finds nothing.
    """
    wanted = plain_words(text)[:_MOST_WORDS]
    if not wanted:
        return Found([], [], [])
    return Found(
        _events(wanted),
        _players(wanted, text.replace(",", " ").split()[:_MOST_WORDS]),
        _clubs(wanted),
    )


def _events(wanted: Sequence[str]) -> list[FoundEvent]:
    rows = latest_first(everybodys_events()).only("slug", "name", "dates", "starts_on", "place")
    found = []
    for event in rows[:EVENTS_READ]:
        if has_words(f"{event.name} {event.place} {event.when}", wanted):
            found.append(found_event(event))
            if len(found) > EVENTS:
                break
    return found


def found_event(event: Tournament) -> FoundEvent:
    """Returns an event as it is told among what was found."""
    return FoundEvent(event.slug, event.name, [part for part in (event.when, event.place) if part])


def _clubs(wanted: Sequence[str]) -> list[KnownClub]:
    every = known_clubs(ClubHome.objects.filter(is_public=True))
    return [one for one in every if has_words(f"{one.name} {one.town}", wanted)][: CLUBS + 1]


def _players(wanted: Sequence[str], typed: Sequence[str]) -> list[FoundPlayer]:
    """Returns who has a page that everybody may see: a profile, or a card in an event."""
    people = [one for one in _people() if _begin_so(one.words, wanted)][:_PEOPLE_READ]
    played = _last_entries([key for one in people for key in one.keys])
    # A round is published, or taken back, without the memory being told: profiles come and go.
    shown = set(with_profile().filter(key__in=[key for one in people for key in one.keys]))
    found = []
    for one in people:
        last = next((played[key] for key in one.keys if key in played), None)
        profile = one.number if shown & set(one.keys) else None
        if profile is not None or last is not None:
            found.append(FoundPlayer(one.name, profile, last))
    found += _not_registered(wanted, typed)
    return sorted(found, key=lambda one: one.name.casefold())[: PLAYERS + 1]


def _begin_so(words: Collection[str], wanted: Sequence[str]) -> bool:
    return all(any(word.startswith(part) for word in words) for part in wanted)


def _people() -> list[_Person]:
    """Returns everybody in the register by their public names, those with a profile first."""
    source = version_of(public_lists()), last_change()
    people: list[_Person] = _kept.derived("people", source, _read_people)
    return people


def _read_people() -> list[_Person]:
    profiles = set(with_profile())
    names = ("key", "given_name", "family_name", "public_name_style", "alias", "merged_into")
    rows = list(Player.objects.only(*names).order_by("pk"))
    others: dict[int | None, list[str]] = defaultdict(list)
    for one in rows:
        others[one.merged_into_id].append(one.key)
    people = [
        _Person(
            keys=(one.key, *others[one.pk]),
            name=one.public_name,
            words=tuple(plain_words(one.public_name)),
            number=one.pk,
            has_profile=one.key in profiles,
        )
        for one in rows
        if one.merged_into_id is None
    ]
    return sorted(people, key=lambda one: (not one.has_profile, one.name.casefold()))


def _last_entries(keys: Collection[str]) -> dict[str, LastEntry]:
    """Returns the last entry of each of these players in an event that everybody may see."""
    found: dict[str, LastEntry] = {}
    for member in _entries(Q(player__in=keys)):
        found.setdefault(member.player, _played(member))
    return found


def _not_registered(wanted: Sequence[str], typed: Sequence[str]) -> list[FoundPlayer]:
    """Returns entries of people who are not in the register, each name once, by its last event."""
    has_each = reduce(and_, (Q(name__icontains=word) for word in typed), Q())
    found: dict[str, FoundPlayer] = {}
    for member in _entries(Q(player="") & has_each):
        name = shown_name(member.name)
        if has_words(name, wanted):
            found.setdefault(name, FoundPlayer(name, None, _played(member)))
    return list(found.values())


def _entries(which: Q) -> Iterable[EntryMember]:
    of_all = Q(entry__tournament__rehearsal=False, entry__tournament__night_of="")
    rows = EntryMember.objects.filter(which & of_all).select_related(
        "entry__division", "entry__tournament"
    )
    latest = F("entry__tournament__starts_on").desc(nulls_last=True), "-entry__tournament", "pk"
    return rows.order_by(*latest)[:_ENTRIES_READ]


def _played(member: EntryMember) -> LastEntry:
    entry = member.entry
    return LastEntry(
        entry.tournament.slug, entry.tournament.name, entry.division.name, entry.number, entry.key
    )


_kept = Memo()
