"""The frame of a division's pages, and the rows of their tables."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple

from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

from core.phrases import phrase, phrase_count
from core.web.frame import Context, readers_frame
from core.web.site import WEB, Site, depth_of
from core.web.unindented import tight
from core.wording import moment
from tournaments.kernel.queries.pairing_terms import pairing_rules_of
from tournaments.readmodel.addresses import division_path, hub_path
from tournaments.readmodel.clocks import clock_parts, public_clock
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.live import live
from tournaments.readmodel.news import news
from tournaments.readmodel.page_versions import rating_of
from tournaments.readmodel.sharing import division_shared
from tournaments.readmodel.timetable import start_of_round

Place = tuple[str | int, ...]
Strip = tuple[int, str | None, bool, str]
"""A round of the strip: its number, its page, whether that is the one shown, and its state."""

WINNERS = "Who can still win"
STATISTICS = "Statistics"
REPORTS = "Reports"
"""The lists behind the statistics, in whose tab they are."""

SECTIONS: tuple[tuple[str, Place], ...] = (
    ("Standings", ("standings",)),
    ("Pairings", ("pairings",)),
    ("Results", ("results",)),
    ("Wall chart", ("wallchart",)),
    (STATISTICS, ("statistics",)),
    (WINNERS, ("contention",)),
    ("Ratings", ("ratings",)),
)
"""The tabs of a division by their names in the code, with the paths of their pages below it."""

TELLING = frozenset({"Standings", "Pairings", "Results", "Wall chart"})
"""The tabs that tell of results as they come in."""

_SECTION_WORDS = {
    "Standings": phrase("Standings"),
    "Pairings": phrase("Pairings"),
    "Results": phrase("Results"),
    "Wall chart": phrase("Wall chart"),
    STATISTICS: phrase("Statistics"),
    REPORTS: phrase("Reports"),
    WINNERS: phrase("Who can still win"),
    "Ratings": phrase("Ratings"),
}


def section_words(section: str, *, has_begun: bool = True) -> str:
    """Returns what a tab is called on pages; before round 1 is published nobody has a standing."""
    if section == "Standings" and not has_begun:
        return phrase("Entries")
    return _SECTION_WORDS[section]


def render(template: str, context: Context) -> str:
    """Returns a page; nothing of the reader's request gets into what is stored for all."""
    return get_template(f"tournaments/{template}.html").render(context)


def division_frame(
    read_model: DivisionReadModel,
    site: Site,
    *,
    title: str,
    section: str = "",
    place: Place = (),
    round_number: int | None = None,
    own: Place = (),
) -> Context:
    """Returns the context of a page of a division.

    `section` is the tab that is open; `place` the path of its sister pages below the division
    up to the round's number, for the round strip; without it there is no strip. `own` is the
    path of this page below the division, by default its tab's.
    """
    division, event = read_model.division, read_model.division.tournament
    strip = _rounds(read_model, site, place, round_number) if place else []
    return {
        **readers_frame(site, at=read_model.at),
        "title": title,
        "event": event.name,
        "rehearsal": event.rehearsal,
        "hub": site.href(hub_path(event.slug)),
        "division": division.name,
        "siblings": _siblings(read_model, site, section),
        "sections": _sections(read_model, site, section),
        "is_section": bool(section),
        "is_numbered": bool(read_model.sheet.entry_count),
        "rounds": strip,
        "step": _step(strip, round_number),
        "find": _where_all_are(read_model, site),
        "find_script": site.asset("js/find.js") if site is WEB else "",
        "follow_script": site.asset("js/follow.js") if site is WEB else "",
        "status": status(read_model, round_number),
        **_clock(read_model, site, section),
        **_live(read_model, site, section),
        **division_shared(division, site, own or section_place(section), title=title),
        "footer": _footer(read_model, title),
    }


def _footer(read_model: DivisionReadModel, title: str) -> str:
    division = read_model.division
    return phrase(
        "{event} · Division {division} · {title} · as at {time}",
        event=division.tournament.name,
        division=division.name,
        title=title,
        time=moment(read_model.at),
    )


def _clock(read_model: DivisionReadModel, site: Site, section: str) -> Context:
    """Returns what a page shows of the division's clock, else when its next round is to begin.

    That is only on tabs that every result changes: no card is another one when a round has begun.
    """
    shown: Context = {}
    if getattr(read_model.versioned.division, "clock", None) is not None:
        slug = read_model.division.tournament.slug
        shown = clock_parts(public_clock(read_model), site, slug)
    if not shown and section in TELLING:
        name, number = read_model.division.name, read_model.round_ahead
        shown = {"round_start": start_of_round(read_model.timetable, name, number)}
    return shown


def _live(read_model: DivisionReadModel, site: Site, section: str) -> Context:
    """Returns what a page needs to follow its division: the script, and what it is to tell.

    Only tabs that every result changes tell of results: a card says nothing of games of others.
    """
    following = live(site, closed=read_model.division.tournament.closed)
    if following and site is WEB and section in TELLING:
        following["news"] = news(read_model)
    return following


def status(read_model: DivisionReadModel, number: int | None = None) -> Context:
    """Returns how far a round is, the latest published one unless another is named."""
    number = number or read_model.published
    planned = read_model.division.planned_rounds
    if not number:
        entries = phrase_count(
            "{count} entry", "{count} entries", count=read_model.sheet.entry_count
        )
        rounds = phrase_count("{count} round to play", "{count} rounds to play", count=planned)
        return {"words": f"{entries}, {rounds}"}
    progress = read_model.progress(number)
    words = phrase("round {round} of {rounds}", round=number, rounds=planned)
    return {
        "words": words,
        "done": progress.done,
        "games": progress.games,
        "waiting": progress.waiting,
        "open": not progress.complete,
    }


def unpaired_round(read_model: DivisionReadModel) -> int:
    """Returns the round to come that is not published yet, 0 where none is to come."""
    division = read_model.division
    is_to_come = read_model.published < division.planned_rounds and not division.tournament.closed
    return read_model.published + 1 if is_to_come else 0


def section_place(section: str) -> Place:
    """Returns the path below the division of a tab, the standings where it is none."""
    return {**dict(SECTIONS), REPORTS: ("reports",)}.get(section, ("standings",))


def has_ratings(read_model: DivisionReadModel) -> bool:
    """Returns whether the division is or will be rated."""
    return bool(read_model.division.rating_system) or rating_of(read_model.division) is not None


def has_contention(read_model: DivisionReadModel) -> bool:
    """Returns whether everybody may see who can still win the division, once it has begun."""
    return pairing_rules_of(read_model.division).contention_is_public and bool(
        read_model.round_numbers
    )


def has_section(read_model: DivisionReadModel, section: str) -> bool:
    """Returns whether the division has the page of a tab; most pages every division has."""
    is_there = {"Ratings": has_ratings, WINNERS: has_contention}.get(section)
    return is_there is None or is_there(read_model)


def _sections(
    read_model: DivisionReadModel, site: Site, section: str
) -> list[tuple[str, str | None, bool]]:
    tab = STATISTICS if section == REPORTS else section
    return [
        (
            section_words(name, has_begun=bool(read_model.published)),
            site.href(division_path(read_model.division, *place)),
            name == tab,
        )
        for name, place in SECTIONS
        if has_section(read_model, name)
    ]


def _siblings(
    read_model: DivisionReadModel, site: Site, section: str
) -> list[tuple[str, str | None, bool]]:
    if len(read_model.names) < 2:
        return []
    here = read_model.division
    everywhere = section not in ("Ratings", WINNERS)
    place = section_place(section) if everywhere else ("standings",)
    base = hub_path(here.tournament.slug)
    below = "".join(f"{part}/" for part in place)
    return [
        (name, site.href(f"{base}{name}/{below}"), name == here.name) for name in read_model.names
    ]


def _rounds(
    read_model: DivisionReadModel, site: Site, place: Place, current: int | None
) -> list[Strip]:
    """Returns the round strip: published rounds lead to their page, planned ones nowhere."""
    strip: list[Strip] = []
    head, tail = place[0], place[1:]
    for number in range(1, read_model.division.planned_rounds + 1):
        if number in read_model.sheet.stages:
            href = site.href(division_path(read_model.division, head, number, *tail))
            state = "" if number <= read_model.complete else phrase("open")
            strip.append((number, href, number == current, state))
        else:
            strip.append((number, None, False, phrase("not published yet")))
    return strip


def _step(strip: list[Strip], current: int | None) -> Context:
    """Returns the rounds beside the one that is shown; nothing where none is."""
    if not current or not strip:
        return {}
    ways = {number: (number, href) for number, href, _, _ in strip if href}
    return {
        "number": current,
        "planned": len(strip),
        "before": ways.get(current - 1),
        "after": ways.get(current + 1),
    }


def _where_all_are(read_model: DivisionReadModel, site: Site) -> str | None:
    """Returns the way to the page on which everybody finds themselves by name."""
    place: Place = ("pairings", "names") if read_model.published else ("standings",)
    return site.href(division_path(read_model.division, *place))


def rows(
    read_model: DivisionReadModel,
    site: Site,
    template: str,
    lines: Iterable[tuple[Hashable, NamedTuple]],
    **around: Any,
) -> SafeString:
    """Returns lines of a table one after the other, each rendered by a template of its own.

    A line comes with a key that tells it from the others of the template; its fields are the
    names in the template, beside those that all lines share. Each is rendered again only where what
    it says differs: Django takes a millisecond for a few rows, and a table has hundreds of which a
    result changes two.
    """
    row = get_template(f"tournaments/{template}.html")

    def text(line: NamedTuple) -> str:
        return tight(row.render(around | line._asdict()))  # noqa: SLF001 - its name for everybody

    # Pages of the web and on a disk take turns, and differ in every way to elsewhere. So do pages
    # of a round and the latest, which are not as deep.
    kind = (template, depth_of(site))
    parts = [
        read_model.memo.derived((kind, key), (line, around), lambda line=line: text(line))  # type: ignore[misc] # a lambda's default has no type
        for key, line in lines
    ]
    return mark_safe("".join(parts))  # noqa: S308 - each part was escaped when it was rendered
