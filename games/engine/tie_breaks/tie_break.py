"""A tie-break: a figure that ranks entries of equal wins and losses, before the spread."""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple, Protocol


class RoundScore(Protocol):
    """The share of an entry in one round, in half points and points.

    `score` is None where no game was played, `opponent` where there was none.
    """

    @property
    def half_wins(self) -> int: ...

    @property
    def half_losses(self) -> int: ...

    @property
    def spread(self) -> int: ...

    @property
    def score(self) -> int | None: ...

    @property
    def opponent(self) -> int | None: ...


class Carried(Protocol):
    """A record that was brought into the event."""

    @property
    def half_wins(self) -> int: ...

    @property
    def half_losses(self) -> int: ...

    @property
    def spread(self) -> int: ...

    @property
    def total_score(self) -> int: ...


class Played(Protocol):
    """The record of an entry after a round; `outcomes` only where a tie-break looks around."""

    @property
    def half_wins(self) -> int: ...

    @property
    def half_losses(self) -> int: ...

    @property
    def spread(self) -> int: ...

    @property
    def total_score(self) -> int: ...

    @property
    def outcomes(self) -> Sequence[RoundScore]: ...


class Value(NamedTuple):
    """The tie-break of an entry: its key, and a figure of which more ranks higher."""

    key: str
    points: int


class TieBreak(ABC):
    """A tie-break; what ranks by it, asks for it or tells of it knows no more than this.

    A figure that `adds` is added up from outcome to outcome by `added`, beginning with `begun`; any
    other is read off the records by `settled`. More ranks higher: where fewer are better, count
    below zero, and say in `shown` how that is read.
    """

    key: ClassVar[str]
    """The name of the figure in stored forecasts and in JSON."""
    rule: ClassVar[str]
    """The rule, yes or no, by which it ranks: its name in journals and files."""
    meaning: ClassVar[str]
    """The rule on the page of the rules."""
    words: ClassVar[str]
    """The figure in a sentence: "total score"."""
    head: ClassVar[str]
    """The head of its column."""
    tsh: ClassVar[str] = ""
    """The setting of tsh that means the same; without one, a comment there says it."""
    adds: ClassVar[bool] = True
    """Whether `added` makes it, and not `settled`."""
    looks_around: ClassVar[bool] = False
    """Whether it depends on other entries, so that it may change without a game of one's own."""
    by_margin: ClassVar[bool] = False
    """Whether a game moves the figures of its two players apart by just its margin."""
    usual: ClassVar[int] = 0
    """The addition of either side of a tie in a simulated game."""

    def begun(self, carried: Carried) -> int:
        """Returns the figure that a record brought into the event begins with."""
        del carried
        return 0

    def added(self, points: int, outcome: RoundScore) -> int:
        """Returns the figure after one more outcome."""
        del outcome
        return points

    def settled(self, own: Played, others: Mapping[int, Played]) -> int:
        """Returns the figure of a record, among those of everybody by number."""
        raise NotImplementedError

    def swing(self, margin: int) -> int:
        """Returns by how much the winner of a simulated game gets more than `usual`.

        The loser gets as much less.
        """
        del margin
        return 0

    def shown(self, points: int) -> str:
        """Returns the figure as its column shows it."""
        return str(points)
