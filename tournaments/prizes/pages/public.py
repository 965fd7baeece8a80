"""The public page of an event's prizes, where its director shows them."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from core.money import amount_words
from core.phrases import numeral, phrase
from core.web.frame import readers_frame
from core.web.site import Site
from core.wording import moment
from tournaments.models import PrizeTerms, Tournament
from tournaments.prizes.queries.now import PrizeNow, PrizesNow, prizes_now
from tournaments.prizes.queries.offered import prize_of, rows_of, terms_of
from tournaments.prizes.wording.titles import title_of, worth_of
from tournaments.prizing.records import PrizeKind
from tournaments.readmodel.addresses import division_path, hub_path
from tournaments.readmodel.division import PageMissing
from tournaments.readmodel.frame import render
from tournaments.readmodel.page_versions import VersionedEvent
from tournaments.readmodel.sharing import event_shared

PRIZES = phrase("Prizes")
IN_SHORT = 5
"""How many prizes are told on other pages of the event."""


def prizes_path(slug: str) -> str:
    """Returns the path of the page of an event's prizes."""
    return f"{hub_path(slug)}prizes/"


def prizes_are_public(event: Tournament) -> bool:
    """Returns whether everybody may read the prizes of an event."""
    return PrizeTerms.objects.filter(tournament=event, is_public=True).exists()


def prizes_page(versioned: VersionedEvent, site: Site, *, at: datetime) -> str:
    """Returns the page of an event's prizes; PageMissing unless everybody may see it."""
    event = versioned.event
    if not prizes_are_public(event):
        raise PageMissing("prizes")
    now = prizes_now(event, public=True)
    context = {
        **readers_frame(site, at=at),
        **event_shared(event, site, prizes_path(event.slug), title=PRIZES),
        "title": PRIZES,
        "event": event.name,
        "rehearsal": event.rehearsal,
        "hub": site.href(hub_path(event.slug)),
        "is_over": len(now.finished) == len(now.sheets),
        "lines": [(one, _winners(now, one, site)) for one in now.list],
        "footer": phrase(
            "{event} · {title} · as at {time}", event=event.name, title=PRIZES, time=moment(at)
        ),
    }
    return render("prizes/public", context)


class ShortPrize(NamedTuple):
    """A prize in short: for what, what it is, and who won it where that is known for good."""

    title: str
    worth: str
    winners: list[tuple[str, str | None, str]]


def prizes_in_short(event: Tournament, site: Site, *, is_over: bool) -> list[ShortPrize]:
    """Returns the first prizes of an event that shows them, with the winners once it is over.

    While it is played nobody is named, and no part of the fund is worked out: that takes a look at
    every game, and a page that follows each result has no time for it.
    """
    if is_over:
        now = prizes_now(event, public=True)
        return [
            ShortPrize(one.title, one.worth, _winners(now, one, site))
            for one in now.list[:IN_SHORT]
        ]
    currency = terms_of(event).currency
    rows = [row for row in rows_of(event) if row.kind != PrizeKind.BOUNTY][:IN_SHORT]
    return [
        ShortPrize(
            title_of(prize_of(row, row.amount)),
            "" if row.part else worth_of(prize_of(row, row.amount), currency),
            [],
        )
        for row in rows
    ]


def _winners(now: PrizesNow, one: PrizeNow, site: Site) -> list[tuple[str, str | None, str]]:
    """Returns the name of each winner, the way to their scorecard, and what they get of money."""
    divisions = {sheet.division.name: sheet.division for sheet in now.sheets}
    return [
        (
            won.name,
            site.href(division_path(divisions[won.division], "player", won.number)),
            numeral(amount_words(won.amount, now.terms.currency))
            if won.amount and len(one.winners) > 1
            else "",
        )
        for won in one.winners
    ]
