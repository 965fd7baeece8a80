"""Rating lists and players as parts of a mirror."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from functools import partial

from django.db.models import Count, Sum
from django.utils import timezone

from core.mirror.parts import MirrorPart
from core.web.page import Page
from core.web.sharing import PICTURE, has_own_picture
from core.web.site import RATINGS, Site
from core.web.store import NoSuchPage
from games.pages.mirrored import mirrored_version
from people.played import PlayedByMany, played_by_many, version_of_all_played
from people.player_pages import pages_of_players
from people.portraits.showing import portrait_path, portraits_shown, shown_picture
from people.selectors import ShownPlayer, shown_players
from ratings.models import ListState, RatingList
from ratings.pages.frame import moves_path, player_path
from ratings.pages.lists import lists_page
from ratings.pages.moves import moves_page
from ratings.pages.pictures import player_picture
from ratings.pages.profile import profile_page
from ratings.pages.standings import (
    csv_path,
    has_unseen,
    pages_of,
    place_of,
    read_choice,
    standings_csv,
    standings_page,
)
from ratings.selectors.moves import PERIODS
from ratings.selectors.page_versions import ListVersion, list_version_of, public_lists, version_of
from ratings.selectors.profile import with_profile
from ratings.selectors.standings import ACTIVE, ALL

PLAYERS = "/players/"
AT_ONCE = 1000
"""The number of players whose other pages and games are asked for at once."""


def parts(at: datetime) -> Iterator[MirrorPart]:
    """Yields the lists that everybody may see, and those who have a page."""
    lists, today = public_lists(), timezone.localdate(at)
    version = version_of(lists)
    yield MirrorPart(RATINGS, f"{version}.{today}", partial(_lists, lists, today))
    # Which games and records a player has is told there, too, and what they played.
    others = f"{mirrored_version()}.{version_of_all_played()}"
    yield MirrorPart(PLAYERS, f"{version}.{others}", partial(_players, lists))


def computed() -> object:
    """Returns what changes whenever new ratings are in force; one query."""
    return ListState.objects.aggregate(Count("pk"), Sum("version"), Sum("retold"))


def _lists(lists: list[RatingList], today: date) -> Iterator[Page]:
    yield Page(RATINGS, version_of(lists), partial(lists_page, lists))
    for one in lists:
        edition = list_version_of(one.key)
        if edition is not None:
            yield from _list(edition, today)


def _list(edition: ListVersion, today: date) -> Iterator[Page]:
    key, version = edition.rating_list.key, f"{edition.version}.{today}"
    yield Page(csv_path(key), version, partial(_csv, edition, today))
    for show in (ACTIVE, ALL) if has_unseen(edition, today) else (ACTIVE,):
        choice, _ = read_choice({"show": show})
        for number in range(1, pages_of(edition, choice, today) + 1):
            make = partial(_standings, edition, show, number, today)
            yield Page(place_of(key, choice, number), version, make)
    if not edition.rating_list.is_imported:
        for period in PERIODS:
            make_moves = partial(moves_page, edition.rating_list, period)
            yield Page(moves_path(key, period), edition.version, make_moves)


def _standings(edition: ListVersion, show: str, number: int, today: date, site: Site) -> str:
    return standings_page(edition, site, read_choice({"show": show})[0], number, today)


def _csv(edition: ListVersion, today: date, _: Site) -> bytes:
    return standings_csv(edition, read_choice({})[0], today)


def _players(lists: list[RatingList]) -> Iterator[Page]:
    people = shown_players(with_profile().filter(merged_into=None))
    players = sorted(people.values(), key=lambda one: one.number)
    yield from _portraits()
    for start in range(0, len(players), AT_ONCE):
        yield from _some(players[start : start + AT_ONCE], lists)


def _portraits() -> Iterator[Page]:
    for number, name in portraits_shown().items():
        yield Page(portrait_path(number, name), name, partial(_portrait, number, name))


def _portrait(player: int, name: str, _: Site) -> bytes:
    picture = shown_picture(player, name)
    if picture is None:
        raise NoSuchPage(portrait_path(player, name))  # It was taken back while the mirror is made.
    return picture


def _some(players: Sequence[ShownPlayer], lists: list[RatingList]) -> Iterator[Page]:
    """Yields profiles, in as many queries as those of one."""
    others = pages_of_players(players)
    played, of_lists = played_by_many([player.key for player in players]), version_of(lists)
    for player in players:
        key = player.key
        told = hashlib.sha256(repr(others[key]).encode()).hexdigest()[:16] if others[key] else ""
        shown = f"{of_lists}.{told}"
        yield Page(
            player_path(player.number),
            ".".join([shown, *(one.version(key) for one in played)]),
            partial(profile_page, player, lists, others[key]),
            partial(_mark, shown, played, key),
        )
        if has_own_picture():
            picture = f"{player_path(player.number)}{PICTURE}"
            yield Page(picture, of_lists, partial(_picture, player, lists))


def _mark(shown: str, played: Sequence[PlayedByMany], player: str) -> str:
    """Returns the mark of a profile: most results of an event are of other players."""
    return ".".join([shown, *(one.mark(player) for one in played)])


def _picture(player: ShownPlayer, lists: Sequence[RatingList], _: Site) -> str | bytes:
    return player_picture(player, lists, "").text
