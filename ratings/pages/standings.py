"""A rating list as a page and as a file, whole or as somebody chose from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from django.db.models import Count, Exists, Max, OuterRef, Q

from core.csv_file import Cell, write_csv
from core.phrases import phrase, phrase_count
from core.web.frame import Context
from core.web.page_strip import page_strip
from core.web.query_values import page_number, search_text
from core.web.sharing import PICTURE, shared_as
from core.web.site import WEB, Site
from core.wording import day, signed
from ratings.models import EventRating, RatedEvent, RatingList
from ratings.pages.frame import (
    STANDINGS,
    list_frame,
    list_path,
    method_of,
    player_path,
    query,
    render,
    sort_word,
)
from ratings.selectors.openings import import_in_force
from ratings.selectors.page_versions import ListVersion
from ratings.selectors.standings import (
    ACTIVE,
    ALL,
    SHOWN,
    SORTS,
    StandingLine,
    StandingsSearch,
    chosen,
    clubs_of,
    standings_now,
)

PAGE = 100
SHOWN_WORDS = {
    "active": phrase("Active"),
    "all": phrase("All"),
    "provisional": phrase("Provisional"),
}
HEADINGS = {
    "name": phrase("Player"),
    "rating": phrase("Rating"),
    "games": phrase("Games"),
    "played": phrase("Last played"),
    "change": phrase("Last change"),
}
_RISING_FIRST = frozenset({"name"})


class StandingRow(NamedTuple):
    """A line of the table in words; the template unpacks it in this order."""

    rank: str
    name: str
    href: str | None
    club: str
    rating: int
    deviation: str
    games: str
    played: str
    change: str
    kind: str
    marks: list[tuple[str, str]]


def read_choice(given: Mapping[str, str]) -> tuple[StandingsSearch, int]:
    """Returns the choice and the number of the page that an address asks for.

    What it cannot mean is taken as not said.
    """
    sort, show = given.get("sort", ""), given.get("show", "")
    key = sort.removeprefix("-")
    choice = StandingsSearch(
        show=show if show in SHOWN else ACTIVE,
        club=search_text(given.get("club", "")),
        words=search_text(given.get("q", "")),
    )
    if key in SORTS:
        choice = replace(choice, sort=key, rising=not sort.startswith("-"))
    return choice, page_number(given.get("page", ""))


def standings_page(
    edition: ListVersion, site: Site, choice: StandingsSearch, page: int, today: date
) -> str:
    """Returns a page of a list; a page beyond the last is the last."""
    rating_list = edition.rating_list
    lines = standings_now(edition, today)
    standings = chosen(lines, choice)
    pages = max(1, -(-len(standings) // PAGE))
    page = min(max(1, page), pages)
    part = standings[(page - 1) * PAGE : page * PAGE]
    here = list_path(rating_list.key)
    context = list_frame(rating_list, site, title=rating_list.name, section=STANDINGS)
    about = phrase("Who stands where, with every step by which a rating came about")
    context |= shared_as(
        site,
        here,
        title=rating_list.name,
        about=about,
        picture=f"{here}{PICTURE}" if site is WEB else "",
    )
    context |= _columns(rating_list, lines)
    context |= {
        "choice": choice,
        "sort": sort_word(choice),
        "shown": [(value, word, value == choice.show) for value, word in SHOWN_WORDS.items()],
        "clubs": [(slug, name, slug == choice.club) for slug, name in clubs_of(lines)],
        "total": len(lines),
        "found": len(standings),
        "unseen": _unseen(lines, choice, len(standings), site, here),
        "first": (page - 1) * PAGE + 1,
        "last": (page - 1) * PAGE + len(part),
        "lines": [_row(line, site) for line in part],
        "headings": [_heading(key, word, choice, site, here) for key, word in HEADINGS.items()],
        "pages": page_strip(
            page, pages, lambda number: site.href(place_of(rating_list.key, choice, number))
        ),
        "csv": site.href(f"{csv_path(rating_list.key)}{query(choice).removesuffix('?')}"),
        "whole": site.href(here) if choice != StandingsSearch() else None,
        "facts": _facts(rating_list, lines),
    }
    return render("standings", context)


def pages_of(edition: ListVersion, choice: StandingsSearch, today: date) -> int:
    """Returns how many pages a list has as somebody chose from it."""
    return max(1, -(-len(chosen(standings_now(edition, today), choice)) // PAGE))


def has_unseen(edition: ListVersion, today: date) -> bool:
    """Returns whether a list holds more than it shows first: those whose ratings have expired."""
    lines, first = standings_now(edition, today), StandingsSearch()
    return _unseen(lines, first, len(chosen(lines, first)), WEB, "") is not None


def place_of(key: str, choice: StandingsSearch, page: int) -> str:
    """Returns the path of a page of a list as somebody chose from it."""
    return list_path(key) + query(choice, page).removesuffix("?")


def csv_path(key: str) -> str:
    """Returns the path of a list as a table for spreadsheets."""
    return f"{list_path(key).removesuffix('/')}.csv"


def standings_csv(edition: ListVersion, choice: StandingsSearch, today: date) -> bytes:
    """Returns the chosen standings of a list as a CSV table, all of its pages."""
    heading = ("rank", "name", "club", "rating", "deviation", "games", "last_played",
               "last_change", "provisional", "expired", "expires_on", "estimate")  # fmt: skip
    standings = chosen(standings_now(edition, today), choice)
    estimate = "yes" if method_of(edition.rating_list)["estimate"] else ""
    return write_csv(heading, [[*_cells(line), estimate] for line in standings])


def _cells(line: StandingLine) -> list[Cell]:
    return [
        line.rank.number if line.rank else None,
        line.name,
        line.player.club_name if line.player else None,
        line.rating,
        None if line.deviation is None else round(line.deviation, 2),
        line.games,
        line.played_on.isoformat() if line.played_on else None,
        line.change,
        "yes" if line.is_provisional else "",
        "yes" if line.is_expired else "",
        line.expires_on.isoformat() if line.expires_on else None,
    ]


def _row(line: StandingLine, site: Site) -> StandingRow:
    rank = line.rank
    marks = [("provisional", "note")] if line.is_provisional else []
    marks += [("expired", "")] if line.is_expired else []
    change = line.change or 0
    return StandingRow(
        rank=f"{'=' if rank.is_shared else ''}{rank.number}" if rank else "",
        name=line.name,
        href=site.href(player_path(line.player.number)) if line.player else None,
        club=line.player.club_name if line.player else "",
        rating=line.rating,
        deviation="" if line.deviation is None else f"±{line.deviation:.0f}",
        games="" if line.games is None else str(line.games),
        played=day(line.played_on) if line.played_on else "",
        change="" if line.change is None else signed(line.change),
        kind="win" if change > 0 else "loss" if change < 0 else "",
        marks=marks,
    )


def _columns(rating_list: RatingList, lines: Sequence[StandingLine]) -> Context:
    """Returns which columns the list can fill."""
    return {
        "has_clubs": any(line.player and line.player.club for line in lines),
        "has_games": any(line.games is not None for line in lines),
        "has_events": not rating_list.is_imported,
    }


def _unseen(
    lines: Sequence[StandingLine], choice: StandingsSearch, found: int, site: Site, here: str
) -> Context | None:
    """Returns how many expired ones the choice leaves out and where they are, None without any."""
    whole = replace(choice, show=ALL)
    count = len(chosen(lines, whole)) - found if choice.show == ACTIVE else 0
    return {"count": count, "href": site.href(here + query(whole))} if count else None


def _heading(key: str, word: str, choice: StandingsSearch, site: Site, here: str) -> Context:
    """Returns the head of a column: where it leads, and how it is sorted now."""
    is_open = choice.sort == key
    rising = not choice.rising if is_open else key in _RISING_FIRST
    order = ("ascending" if choice.rising else "descending") if is_open else ""
    href = site.href(here + query(replace(choice, sort=key, rising=rising)).removesuffix("?"))
    return {"key": key, "word": word, "href": href, "order": order}


def _facts(rating_list: RatingList, lines: Sequence[StandingLine]) -> list[str]:
    """Returns the remark on the whole list."""
    if rating_list.is_imported:
        last = import_in_force(rating_list)
        if last is None:
            return [phrase("nothing imported yet")]
        if last.file_name:
            said = phrase("as published on {day}, from {file}")
        else:
            said = phrase("as published on {day}")
        published = said.format(day=day(last.effective_on), file=last.file_name)
        return [_players(len(lines)), published]
    is_rated = Exists(EventRating.objects.filter(event=OuterRef("pk")))
    events = RatedEvent.objects.filter(rating_list=rating_list, is_gone=False)
    rated, waiting = Q(is_stale=False) | Q(held=True), Q(is_stale=True)
    state = events.annotate(held=is_rated).aggregate(
        rated=Count("pk", filter=rated),
        again=Count("pk", filter=waiting & Q(held=True)),
        new=Count("pk", filter=waiting & Q(held=False)),
        last=Max("held_on", filter=rated),
    )
    events_rated = phrase_count("{count} event", "{count} events", count=state["rated"])
    facts = [_players(len(lines)), events_rated]
    facts += [phrase("the last on {day}", day=day(state["last"]))] if state["last"] else []
    return [*facts, *_waiting(again=state["again"], new=state["new"])]


def _waiting(*, again: int, new: int) -> list[str]:
    """Returns the remark on events that changed after they were rated, and on new ones."""
    said = []
    if again:
        said.append(
            phrase_count(
                "{count} event waits to be computed again; until then, its old ratings are shown "
                "below",
                "{count} events wait to be computed again; until then, their old ratings are shown "
                "below",
                count=again,
            )
        )
    if new:
        said.append(
            phrase_count(
                "{count} event is not in it yet", "{count} events are not in it yet", count=new
            )
        )
    return said


def _players(number: int) -> str:
    return phrase_count("{count} player", "{count} players", count=number)
