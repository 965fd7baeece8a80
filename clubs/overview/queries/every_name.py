"""Every name that the search over events, players and clubs finds: for mirrors."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

from django.db.models import Count, F, Max

from clubs.kernel.queries.clubs import known_clubs
from clubs.models import ClubHome
from clubs.overview.queries.page_versions import clubs_version
from clubs.overview.queries.searching import Found, FoundPlayer, LastEntry, found_event
from core.names import shown_name
from people.selectors import ShownPlayer, shown_players
from ratings.selectors.page_versions import public_lists, version_of
from ratings.selectors.profile import with_profile
from tournaments.models import EntryMember, Round
from tournaments.public.queries.shelves import everybodys_events, latest_first

_PLAYED = (
    *("player", "name", "entry__number", "entry__division__name"),
    *("entry__tournament__slug", "entry__tournament__name"),
)


def every_name() -> Found:
    """Returns all events, players and clubs that everybody may see; six queries."""
    return Found(
        [found_event(event) for event in latest_first(everybodys_events())],
        sorted(_players(), key=lambda one: one.name.casefold()),
        list(known_clubs(ClubHome.objects.filter(is_public=True))),
    )


def names_version() -> str:
    """Returns the version of all these names, and of where they lead; five queries.

    Who entered a division has a profile from its first published round on.
    """
    published = Round.objects.filter(stage=Round.Stage.PUBLISHED)
    begun = published.aggregate(count=Count("division", distinct=True), last=Max("division"))
    digest = hashlib.sha256(repr(begun).encode())
    events = everybodys_events().order_by("pk")
    for row in events.values_list("slug", "name", "dates", "starts_on", "place").iterator():
        digest.update(repr(row).encode())
    for entry in _entries():
        digest.update(repr(entry).encode())
    return version_of(public_lists(), digest.hexdigest(), clubs_version())


def _players() -> Iterator[FoundPlayer]:
    """Yields everybody with a profile, and who else has an entry, each with the last of them."""
    profiles = {one.number: one for one in shown_players(with_profile()).values()}
    registered: dict[int, tuple[str, LastEntry]] = {}
    others: dict[str, LastEntry] = {}
    entries = list(_entries())
    known = _known({player for player, *_ in entries if player})
    for player, name, number, division, slug, event in entries:
        last = LastEntry(slug, event, division, number)
        if not player:
            others.setdefault(shown_name(name), last)
        elif player in known:
            one = known[player]
            registered.setdefault(one.number, (one.name, last))
    for number, one in profiles.items():
        last_entry = registered.pop(number, None)
        yield FoundPlayer(one.name, number, last_entry[1] if last_entry else None)
    yield from (FoundPlayer(name, None, last) for name, last in registered.values())
    yield from (FoundPlayer(name, None, last) for name, last in others.items())


def _known(keys: Iterable[str]) -> dict[str, ShownPlayer]:
    wanted, found = sorted(keys), dict[str, ShownPlayer]()
    for start in range(0, len(wanted), 1000):
        found |= shown_players(wanted[start : start + 1000])
    return found


def _entries() -> Iterator[tuple[str, str, int, str, str, str]]:
    rows = EntryMember.objects.filter(
        entry__tournament__rehearsal=False, entry__tournament__night_of=""
    )
    latest = F("entry__tournament__starts_on").desc(nulls_last=True), "-entry__tournament", "pk"
    yield from rows.order_by(*latest).values_list(*_PLAYED).iterator()
