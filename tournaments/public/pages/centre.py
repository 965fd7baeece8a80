"""What the page of an event shows of its divisions: who leads, what is in, what may still come."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, TypeVar

from core.phrases import listed, phrase
from core.web.site import Site
from core.wording import DASH
from tournaments.contention.pages import contention_line
from tournaments.kernel.queries.lexicon import lexicon_words
from tournaments.kernel.queries.pairing_terms import pairing_rules_of
from tournaments.kernel.wording.clock import ClockShown, clock_shown
from tournaments.models import Division
from tournaments.readmodel.addresses import division_path
from tournaments.readmodel.clocks import public_clocks
from tournaments.readmodel.frame import SECTIONS, STATISTICS, WINNERS, section_words
from tournaments.readmodel.glance import LAST, Glance, GlanceSide, ToldResult, TopLine
from tournaments.readmodel.page_versions import VersionedDivision, VersionedEvent, rating_of
from tournaments.readmodel.summary import Summary
from tournaments.readmodel.timetable import RoundStart, start_of_round, timetable_of
from tournaments.readmodel.wording import LETTERS, rules_in_force
from tournaments.timing.now import ClockNow

T = TypeVar("T")
Link = tuple[str, str | None]
Tab = tuple[str, str | None, bool]
CENTRE_STYLES = "css/centre.css"
RULES = "centre-rules"
"""The name of the rules on the page of the event, to which a tab leads."""


class CentreLine(NamedTuple):
    """Somebody in front: `now` is their game of the round in words, `kind` what came of it."""

    line: TopLine
    href: str | None
    letter: str
    now: str


class CentreDivision(NamedTuple):
    """A division on the page of the event; `dots` says board by board what is in."""

    name: str
    href: str | None
    summary: Summary
    through: int
    lines: list[CentreLine]
    dots: list[bool]
    results: str | None
    contention: str
    contention_href: str | None
    links: list[Link]


class CentreStart(NamedTuple):
    """The clock of some divisions, or when their next round begins; `names` empty for all."""

    names: str
    clock: ClockShown | None
    start: RoundStart | None


class CentreSide(NamedTuple):
    """A player of a result just in."""

    name: str
    href: str | None


class CentreResult(NamedTuple):
    """A result just in; `key` names it for good, `where` is its board."""

    key: str
    where: str
    won: CentreSide
    scores: str
    lost: CentreSide


def centre_division(
    site: Site, versioned: VersionedDivision, summary: Summary, glance: Glance
) -> CentreDivision:
    """Returns a division as the page of its event shows it."""
    division = versioned.division
    names = {one.number: one.name for one in glance.top}
    links = links_of(site, division, summary)
    is_open = summary.published > summary.complete
    return CentreDivision(
        name=division.name,
        href=site.href(division_path(division, "standings")),
        summary=summary,
        through=glance.through,
        lines=[_line(site, division, one) for one in glance.top],
        dots=[one == "1" for one in glance.boards] if is_open else [],
        results=site.href(division_path(division, "results")),
        contention=contention_line(division, summary.complete, names) if summary.complete else "",
        contention_href=dict(links).get(section_words(WINNERS)),
        links=links,
    )


def _line(site: Site, division: Division, one: TopLine) -> CentreLine:
    href = site.href(division_path(division, "player", one.number))
    return CentreLine(one, href, LETTERS[one.kind] if one.kind else "", _now(one))


def _now(one: TopLine) -> str:
    if not one.against:
        # A win against nobody is a bye.
        return phrase("bye") if one.kind == "win" else ""
    against = phrase("v {against}", against=one.against)
    if one.scores:
        return f"{one.scores[0]}{DASH}{one.scores[1]} {against}"
    if one.kind or not one.board:
        return against
    return f"{phrase('board {board}', board=one.board)} {against}"


def just_in(
    site: Site, divisions: Sequence[VersionedDivision], known: Mapping[int, Glance]
) -> list[CentreResult]:
    """Returns the results of all divisions that came in last, newest first."""
    told = [
        (result, part.division) for part in divisions for result in known[part.division.pk].last
    ]
    told.sort(key=lambda one: one[0].arrival, reverse=True)
    several = len(divisions) > 1
    return [_result(site, *one, several=several) for one in told[:LAST]]


def _result(site: Site, told: ToldResult, division: Division, *, several: bool) -> CentreResult:
    where = [division.name] if several else []
    where.append(phrase("R{round}", round=told.round))
    if told.board:
        where.append(phrase("board {board}", board=told.board))

    def side(one: GlanceSide) -> CentreSide:
        return CentreSide(one.name, site.href(division_path(division, "player", one.number)))

    return CentreResult(
        key=f"in-{division.pk}-{told.round}-{told.slot}",
        where=" · ".join(map(str, where)),
        won=side(told.won),
        scores=f"{told.won.score}{DASH}{told.lost.score}",
        lost=side(told.lost),
    )


def links_of(site: Site, division: Division, summary: Summary) -> list[Link]:
    """Returns the pages of a division that there are, by their tabs."""
    rated = division.rating_system or rating_of(division)
    played = {"Pairings", "Results", "Wall chart", STATISTICS, WINNERS}
    hidden = set() if rated else {"Ratings"}
    hidden |= set() if pairing_rules_of(division).contention_is_public else {WINNERS}
    return [
        (
            section_words(name, has_begun=bool(summary.published)),
            site.href(division_path(division, *place)),
        )
        for name, place in SECTIONS
        if (summary.published or name not in played) and name not in hidden
    ]


def centre_tabs(parts: Sequence[CentreDivision], more: Sequence[Link]) -> list[Tab]:
    """Returns the tabs of the page: the divisions, or the pages of the only one, and `more`."""
    if not parts:
        return []
    below: Sequence[Link] = parts[0].links
    if len(parts) > 1:
        below = [(phrase("Division {name}", name=one.name), one.href) for one in parts]
    here: Tab = (phrase("Overview"), None, True)
    rules: Tab = (phrase("Rules"), f"#{RULES}", False)
    return [here, *((name, href, False) for name, href in (*below, *more)), rules]


def starts(
    versioned: VersionedEvent, known: Mapping[int, Summary], at: datetime
) -> list[CentreStart]:
    """Returns the clock of each division, else when its next round is to begin.

    Divisions of which the same is said are together; one of which nothing is known is left out.
    """
    clocks = zip(versioned.divisions, public_clocks(versioned, at, known), strict=True)
    told = [_start(versioned, clock, known[part.division.pk]) for part, clock in clocks]
    groups = _together(
        ((one.clock and one.clock.line, one.start), one) for one in told if one.clock or one.start
    )
    every = len(versioned.divisions)
    return [
        CentreStart(_divisions([one.names for one in group], every), *group[0][1:])
        for group in groups
    ]


def _start(versioned: VersionedEvent, clock: ClockNow, summary: Summary) -> CentreStart:
    shown = clock_shown(clock) if clock.state is not None else None
    if shown is not None and shown.is_timed:
        return CentreStart(clock.division, shown, None)
    is_ahead = summary.published > summary.complete and not summary.done
    number = summary.published if is_ahead else summary.published + 1
    table = timetable_of(versioned.event)
    return CentreStart(clock.division, None, start_of_round(table, clock.division, number))


def rules_by_division(
    divisions: Sequence[VersionedDivision],
) -> list[tuple[str, list[tuple[str, str]]]]:
    """Returns the rules in force, those of divisions that have the same ones together."""
    rules = [
        (
            tuple(
                rules_in_force(
                    one.division.rules, one.division.rating_system, lexicon_words(one.division)
                )
            ),
            one.division.name,
        )
        for one in divisions
    ]
    groups = _together((said, (name, said)) for said, name in rules)
    return [
        (_divisions([name for name, _ in group], len(divisions)), list(group[0][1]))
        for group in groups
    ]


def _together(keyed: Iterable[tuple[Hashable, T]]) -> list[list[T]]:
    """Returns what has one key together, in the order in which it came."""
    groups: dict[Hashable, list[T]] = {}
    for key, one in keyed:
        groups.setdefault(key, []).append(one)
    return list(groups.values())


def _divisions(names: Sequence[str], every: int) -> str:
    """Returns the words for some divisions of an event, empty for all of them."""
    if len(names) == every:
        return ""
    if len(names) == 1:
        return phrase("Division {name}", name=names[0])
    return phrase("Divisions {names}", names=listed(names))
