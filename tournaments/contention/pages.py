"""The public page of who can still win a division: the forecast that a worker made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from core.charts.spans import PlaceSpan, span_chart
from core.charts.svg import Svg
from core.phrases import listed, phrase, phrase_count
from core.web.frame import Context
from core.web.site import Site
from core.wording import moment, ordinal, record, signed
from games.engine.tie_breaks.registry import headed, known_of
from tournaments.contention.queries import contention_of, ground_of, is_current, prospects_of
from tournaments.contention.wording import STATES, Names, chance_words, need_words, reach_words
from tournaments.kernel.queries.pairing_terms import pairing_rules_of
from tournaments.models import Division, DivisionContention
from tournaments.pairing.contention.forecast import Prospect
from tournaments.pairing.contention.outlook import Outlook, OutlookState
from tournaments.pairing.terms.prizes import Prizes
from tournaments.readmodel.addresses import division_path
from tournaments.readmodel.division import DivisionReadModel, PageMissing
from tournaments.readmodel.frame import (
    WINNERS,
    division_frame,
    has_contention,
    render,
    section_words,
)

BY_SIMULATION = phrase("First in every simulated case with a win in every game.")
SHOWN_PLACES = 5
"""The chances of this many places have columns of their own; the others are in the sum."""
NAMED = 3
"""At most this many players are named in one line; of more, only the number is given."""
SHOWN_PLAYERS = 10
"""So many of those who can still win are in the chart."""


class ForecastLine(NamedTuple):
    """One player of the forecast, in words; the template unpacks it in this order."""

    rank: str
    number: int
    name: str
    href: str | None
    record: str
    tie_breaks: tuple[tuple[str, str], ...]
    spread: str
    state: str
    kind: str
    reach: str
    chances: tuple[tuple[str, str], ...]
    need: str


def contention_page(read_model: DivisionReadModel, site: Site) -> str:
    """Returns the page of who can still win; PageMissing unless everybody may see it."""
    if not has_contention(read_model):
        raise PageMissing("contention")
    context = division_frame(read_model, site, title=section_words(WINNERS), section=WINNERS)
    stored = contention_of(read_model.division)
    if stored is not None:
        ground = ground_of(read_model.sheet)
        entries = read_model.sheet.entries
        known = (p for p in prospects_of(stored) if p.outlook.player.number in entries)
        context |= ForecastTable(
            prospects=tuple(known),
            prizes=ground.contest.prizes,
            rounds_left=max(0, read_model.division.planned_rounds - stored.through_round),
            simulations=stored.simulations,
            name=lambda number: entries[number].name if number in entries else f"#{number}",
            href=lambda number: site.href(division_path(read_model.division, "player", number)),
        ).context()
        context["forecast"] = forecast_state(stored)
        context["behind"] = not is_current(stored, ground)
    return render("contention/contention", context)


def contention_line(division: Division, complete: int, names: Mapping[int, str]) -> str:
    """Returns who can still win a division, by the forecast that is stored.

    `complete` is its last complete round, and `names` are those of its first entries. Empty where
    the director keeps it back, where there is no forecast, and after the last round.
    """
    stored = contention_of(division)
    if stored is None or not pairing_rules_of(division).contention_is_public:
        return ""
    if stored.through_round >= division.planned_rounds:
        return ""
    prospects = prospects_of(stored)
    able = [one.outlook for one in prospects if one.outlook.state != OutlookState.OUT]
    known = [names.get(one.player.number, "") for one in able]
    if len(able) == 1 and able[0].state == OutlookState.CLINCHED and known[0]:
        said = phrase("{name} is first for certain", name=known[0])
    elif 0 < len(able) <= NAMED and all(known):
        said = phrase("Can still win: {names}", names=listed(known))
    else:
        said = phrase_count(
            "{count} of {players} can still win",
            "{count} of {players} can still win",
            count=len(able),
            players=len(prospects),
        )
    if stored.through_round == complete:
        return said
    return phrase("After round {round}: {news}", round=stored.through_round, news=said)


def forecast_state(stored: DivisionContention) -> Context:
    """Returns from what, when and how a stored forecast was made, in words."""
    return {
        "through": stored.through_round,
        "at": moment(stored.made_at),
        "simulations": f"{stored.simulations:,}".replace(",", "\N{NO-BREAK SPACE}"),
        "simulated": stored.simulations > 0,
        "seed": stored.seed,
    }


class ReachGraph(NamedTuple):
    """A chart of places in reach, in two sizes, and of how many of those who can win it is."""

    wide: Svg
    narrow: Svg
    shown: int
    all: int


@dataclass(frozen=True)
class ForecastTable:
    """A forecast as shown; `name` and `href` are an entry's name and address."""

    prospects: tuple[Prospect, ...]
    prizes: Prizes
    rounds_left: int
    simulations: int
    name: Names
    href: Callable[[int], str | None]

    def context(self) -> Context:
        """Returns the table as `lines` under `heads`; `certain` are the places that are certain."""
        heads = self._heads()
        shared = Counter(row.outlook.rank for row in self.prospects)
        return {
            "heads": [head for head, _ in heads],
            "lines": [self._line(row, heads, shared) for row in self.prospects],
            "certain": self.certain() if self.rounds_left else [],
            "rounds_left": self.rounds_left,
            "reach": self.reach() if self.rounds_left else None,
            "tie_breaks": next(
                (known_of(row.outlook.player.tie_breaks) for row in self.prospects), ()
            ),
        }

    def reach(self) -> ReachGraph | None:
        """Returns the chart of the places in reach of those who can still win, the first of them.

        The text at the end of a bar is the chance of the first place, where it was simulated.
        """
        known = [row for row in self.prospects if row.outlook.state != OutlookState.OUT]
        spans = [
            PlaceSpan(
                self.name(row.outlook.player.number),
                *(row.outlook.best, row.outlook.worst, row.outlook.rank),
                self._chance(row, "1"),
            )
            for row in known[:SHOWN_PLAYERS]
        ]
        if not spans:
            return None
        title = phrase("Places in reach")
        return ReachGraph(
            wide=span_chart(spans, name=title),
            narrow=span_chart(spans, name=title, is_narrow=True),
            shown=len(spans),
            all=len(known),
        )

    def certain(self) -> list[tuple[str, str]]:
        """Returns the places with a prize, the first at least, that are certain, and of whom."""
        return [
            (ordinal(row.outlook.best), self.name(row.outlook.player.number))
            for row in self.prospects
            if row.outlook.best == row.outlook.worst <= max(self.prizes.places, 1)
        ]

    def _heads(self) -> list[tuple[str, str]]:
        """Returns the columns of chances: the heading, and what is counted."""
        if not any(row.places for row in self.prospects):
            return []
        shown = min(max(self.prizes.places, 1), SHOWN_PLACES)
        heads = [(ordinal(place), str(place)) for place in range(1, shown + 1)]
        heads += [(phrase("A prize"), "prize")] if self.prizes.places > 1 else []
        return heads + ([(phrase("Class prize"), "class")] if self.prizes.classes else [])

    def _line(
        self, row: Prospect, heads: list[tuple[str, str]], shared: Mapping[int, int]
    ) -> ForecastLine:
        outlook, player = row.outlook, row.outlook.player
        word, kind = STATES[outlook.state] if self.rounds_left else _finished(outlook)
        certain = "" if row.by_simulation else need_words(outlook, self.rounds_left, self.name)
        return ForecastLine(
            rank=f"={outlook.rank}" if shared[outlook.rank] > 1 else str(outlook.rank),
            number=player.number,
            name=self.name(player.number),
            href=self.href(player.number),
            record=record(player.half_wins, player.half_losses),
            tie_breaks=headed(player.tie_breaks),
            spread=signed(player.spread),
            state=word,
            kind=kind,
            reach=reach_words(outlook),
            chances=tuple((head, self._chance(row, key)) for head, key in heads),
            need=certain or (BY_SIMULATION if row.by_simulation else ""),
        )

    def _chance(self, row: Prospect, key: str) -> str:
        """Returns how likely a place is, any place with a prize, or a prize of the own class."""
        best, worst, all_cases = row.outlook.best, row.outlook.worst, self.simulations
        if key == "class":
            chances = (
                chance_words(count, all_cases, possible=count > 0, certain=count == all_cases)
                for _, count in row.classes
            )
            return ", ".join(chances)
        if key == "prize":
            paid = self.prizes.places
            return chance_words(row.prize, all_cases, possible=best <= paid, certain=worst <= paid)
        place = int(key)
        if place > len(row.places):
            return ""
        return chance_words(
            row.places[place - 1],
            all_cases,
            possible=best <= place <= worst,
            certain=best == place == worst,
        )


def _finished(outlook: Outlook) -> tuple[str, str]:
    return (phrase("won"), "win") if outlook.state == OutlookState.CLINCHED else ("", "")
