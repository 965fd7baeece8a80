"""The input of standings: competitors, the outcomes of their rounds, and penalties.

Wins and losses are in half points (a win 2, a tie 1), spreads and scores in points. An outcome is
kept apart from the scores, because the higher score does not always win and a bye has none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from games.engine.rulesets import RuleSet
from games.engine.tie_breaks.registry import ranking_by
from games.engine.tie_breaks.tie_break import TieBreak, Value
from tournaments.standings.attendance import takes_part


class StandingsError(ValueError):
    """Outcomes that do not fit the competitors."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(f"{code} {params}")
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True)
class CarriedRecord:
    """A record brought into the event (tsh `initrec`), counted before round 1."""

    half_wins: int = 0
    half_losses: int = 0
    spread: int = 0
    capped_spread: int = 0
    total_score: int = 0


@dataclass(frozen=True, slots=True)
class Competitor:
    """An entry as standings see it. `rating` 0 is unrated.

    `away` holds the stretches of rounds that it misses, [from, to] both included; a stretch without
    an end is a withdrawal, the others leave it in the ranking, so that who comes late or comes back
    can be paired by rank, and who forfeits all that is left keeps a place. From round `house_from`
    on it plays only where somebody would sit out otherwise, and has no place.
    """

    number: int
    rating: int = 0
    random_number: int = 0
    away: tuple[tuple[int, int | None], ...] = ()
    carried: CarriedRecord | None = None
    house_from: int | None = None

    def is_house(self, round_number: int) -> bool:
        """Returns whether the entry is a house player by this round; round 0 counts as round 1."""
        return self.house_from is not None and self.house_from <= max(1, round_number)

    def is_withdrawn(self, round_number: int) -> bool:
        """Returns whether the entry has left for good by this round."""
        return bool(self.away) and any(
            end is None and start <= round_number for start, end in self.away
        )

    def is_active(self, round_number: int) -> bool:
        """Returns whether the entry takes part in this round, so that it must have an outcome."""
        return takes_part(self.away, round_number)


@dataclass(frozen=True, slots=True)
class RoundOutcome:
    """The outcome of one round for an entry (of one game, where a round has several).

    Each side of a game has its own: a bye is 2, 0, its award; a scoreless absence 0, 0, 0; a double
    forfeit loses on both sides. `spread` is uncapped; `score` None where no game was played, and
    `opponent` where nobody sat opposite.
    """

    entry: int
    round: int
    half_wins: int
    half_losses: int
    spread: int
    score: int | None = None
    opponent: int | None = None


@dataclass(frozen=True, slots=True)
class SpreadPenalty:
    """Points added to an entry's spread after the cap (so negative)."""

    entry: int
    round: int
    points: int


@dataclass(frozen=True, slots=True)
class StandingsTerms:
    """The part of a rule set that standings need; caps are per round and the last repeats.

    `tie_breaks` are those that rank, the one that ranks first first.
    """

    spread_cap: tuple[int, ...] = ()
    standings_spread_cap: tuple[int, ...] = ()
    tie_breaks: tuple[TieBreak, ...] = ()
    adding: tuple[tuple[int, TieBreak], ...] = field(init=False, default=())
    """Those that are added up, each with its place among them."""
    looks_around: bool = field(init=False, default=False)
    """Whether one of them depends on other entries."""
    is_followed: bool = field(init=False, default=False)
    """Whether any of them has to know of every outcome."""

    def __post_init__(self) -> None:
        adding = tuple((at, one) for at, one in enumerate(self.tie_breaks) if one.adds)
        object.__setattr__(self, "adding", adding)
        around = any(tie_break.looks_around for tie_break in self.tie_breaks)
        object.__setattr__(self, "looks_around", around)
        object.__setattr__(self, "is_followed", bool(adding) or around)

    @classmethod
    def of(cls, ruleset: RuleSet) -> StandingsTerms:
        """Returns the terms that `ruleset` states."""
        return cls(
            spread_cap=ruleset.spread_cap,
            standings_spread_cap=ruleset.standings_spread_cap,
            tie_breaks=ranking_by(ruleset.tie_breaks),
        )


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One line of the standings.

    `rank` is None for an entry withdrawn as of that round, and for a `house` player. `spread` is
    what ranks: every game capped by `spread_cap`, then penalties. `capped_spread` is capped by
    `standings_spread_cap` as well and equals `spread` without one. `raw_spread` has penalties but
    no cap. `tie_breaks` are the figures that rank before the spread, in their order.
    """

    rank: int | None
    number: int
    half_wins: int
    half_losses: int
    spread: int
    capped_spread: int
    raw_spread: int
    total_score: int
    rating: int
    house: bool = False
    tie_breaks: tuple[Value, ...] = ()

    @property
    def withdrawn(self) -> bool:
        """Whether the entry had left by that round."""
        return self.rank is None and not self.house


def complete_rounds(competitors: Iterable[Competitor], outcomes: Iterable[RoundOutcome]) -> int:
    """Returns how many rounds from 1 on are complete, counted up to the first that is not.

    A round is complete when every entry active in it has an outcome and anybody has one.
    """
    field = tuple(competitors)
    of_round: dict[int, set[int]] = defaultdict(set)
    for outcome in outcomes:
        of_round[outcome.round].add(outcome.entry)
    complete = 0
    while is_complete(field, of_round[complete + 1], complete + 1):
        complete += 1
    return complete


def is_complete(
    competitors: Iterable[Competitor], entries: Collection[int], round_number: int
) -> bool:
    """Returns whether a round is complete in which these entries have an outcome."""
    return bool(entries) and all(
        c.number in entries for c in competitors if c.is_active(round_number)
    )
