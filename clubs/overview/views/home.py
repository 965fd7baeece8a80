"""What the desk of a club shows first: what is next, what waits, and all that can be done."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils import timezone

from clubs.club.desk_pages import KEEP_PLAYER
from clubs.club.queries.meetings import coming_meetings, days_off_of, meetings_of
from clubs.club.wording import meeting_day_words, weekday_and_day
from clubs.kernel.desk.context import club_link
from clubs.kernel.queries.clubs import KnownClub
from clubs.membership.queries.members import terms_of
from clubs.membership.terms.kinds import Term
from clubs.models import Membership
from clubs.money.queries.ledgers import fees_of
from clubs.overview.desk_pages import PAGES
from clubs.overview.queries.last_nights import ListedNight, listed_nights
from clubs.seasons.queries.seasons import seasons_of
from core.models import RoleHeld
from core.phrases import phrase, phrase_count
from core.roles.table import Permission
from desk.pages import Link
from tournaments.kernel.queries.rights import club_scope

SOON = timedelta(days=30)
NIGHTS = 5


class Waiting(NamedTuple):
    """Something that waits for an officer: a sentence, and the page that does it, if one does.

    It is for whoever has the permission.
    """

    text: str
    href: str
    permission: Permission


class DeskNight(NamedTuple):
    """A night of the club, with its desk."""

    day: str
    href: str
    players: str
    is_open: bool


def club_home(club: KnownClub, now: datetime) -> dict[str, Any]:
    """Returns what the desk of a club shows first, as values of its template."""
    today = timezone.localdate(now)
    coming = coming_meetings(club.home, now)
    nights = listed_nights(club.slug, NIGHTS)
    return {
        "next": meeting_day_words(coming[0]) if coming else "",
        "is_today": bool(coming) and coming[0].day == today,
        "off": [(weekday_and_day(one.day), one.note) for one in days_off_of(club.home, today)],
        "open_nights": [_shown(club, night) for night in nights if night.is_open],
        "nights": [_shown(club, night) for night in nights if not night.is_open],
        "waiting": [*_waiting(club, today), *(() if nights else _first_steps(club))],
        "offers": [
            Link(page.title, club_link(page.path, club.slug))
            for page in sorted((*PAGES, KEEP_PLAYER), key=lambda page: page.danger)
            if not page.asks
        ],
    }


def _waiting(club: KnownClub, today: date) -> Iterator[Waiting]:
    """Yields what waits: what a newcomer cannot know yet, who helps nobody, what ends soon."""
    home, slug = club.home, club.slug
    if not meetings_of(home):
        text = phrase("Say when the club meets: the public page and the calendar have no day yet.")
        yield Waiting(text, club_link("club-meetings", slug), Permission.DIRECT)
    if not (home.venue and home.contact):
        text = phrase("Say where the club meets and whom a newcomer asks.")
        yield Waiting(text, club_link("club-describe", slug), Permission.DIRECT)
    if not home.lexica:
        text = phrase("Choose the word list that the club usually plays by.")
        yield Waiting(text, club_link("club-house-rules", slug), Permission.DIRECT)
    if not RoleHeld.objects.filter(scope=club_scope(slug)).exists():
        text = phrase("Nobody but the owner can run a night: give somebody an office.")
        yield Waiting(text, club_link("club-people", slug), Permission.DIRECT)
    ending = _ending(terms_of(home), today)
    if ending:
        text = phrase_count(
            "{count} membership ends within 30 days.",
            "{count} memberships end within 30 days.",
            count=ending,
        )
        yield Waiting(text, "", Permission.KEEP_MEMBERS)


def _first_steps(club: KnownClub) -> Iterator[Waiting]:
    """Yields what a club may want to have before its first night; it can do without."""
    if not Membership.objects.filter(club=club.home).exists():
        text = phrase("Add the members, one by one or as a sheet.")
        yield Waiting(text, club_link("club-members", club.slug), Permission.KEEP_MEMBERS)
    if fees_of(club.home) is None:
        text = phrase("Say what a night costs, if it costs something.")
        yield Waiting(text, club_link("club-fees", club.slug), Permission.KEEP_MONEY)
    if not seasons_of(club.slug):
        text = phrase("Open a season, if the nights are to have a table.")
        yield Waiting(text, club_link("open-season", club.slug), Permission.DIRECT)


def _ending(terms: list[Term], today: date) -> int:
    """Returns how many members have terms until soon and none after."""
    last: dict[str, date] = {}
    for term in terms:
        last[term.member] = max(last.get(term.member, date.min), term.last or date.max)
    return sum(today <= ends <= today + SOON for ends in last.values())


def _shown(club: KnownClub, night: ListedNight) -> DeskNight:
    return DeskNight(
        day=weekday_and_day(night.day) if night.day else night.slug,
        href=(
            reverse("desk-night", kwargs={"club": club.slug, "day": night.day.isoformat()})
            if night.day
            else reverse("desk-event", kwargs={"slug": night.slug})
        ),
        players=phrase_count("{count} player", "{count} players", count=night.players),
        is_open=night.is_open,
    )
