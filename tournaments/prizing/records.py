"""What prizes are awarded from: the prizes, who plays, and the games that count."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class PrizeKind(StrEnum):
    """What a prize is for."""

    PLACE = "place"
    CLASS = "class"
    NEWCOMER = "newcomer"
    BEST_SPREAD = "best_spread"
    OVERSEED = "overseed"
    HIGH_WIN = "high_win"
    HIGH_LOSS = "high_loss"
    LOW_WIN = "low_win"
    HIGH_COMBINED = "high_combined"
    LARGEST_WIN = "largest_win"
    UPSET = "upset"
    TUFF_LUCK = "tuff_luck"
    AVERAGE = "average"
    SESSION = "session"
    TEAM = "team"
    BOUNTY = "bounty"
    DOOR = "door"
    CHOSEN = "chosen"


BY_STANDINGS = frozenset((PrizeKind.PLACE, PrizeKind.CLASS, PrizeKind.NEWCOMER))
"""The kinds that go by the standings."""
WHOLE_EVENT = frozenset((PrizeKind.PLACE, PrizeKind.CLASS, PrizeKind.NEWCOMER, PrizeKind.OVERSEED))
"""The kinds that are of all rounds, because they go by the standings."""
BY_HAND = frozenset((PrizeKind.DOOR, PrizeKind.CHOSEN))
"""The kinds whose winners are drawn or named, because no figure tells them."""


class OneMoney(StrEnum):
    """Among which prizes everybody can win one prize in money only, the most valuable."""

    NO = "no"
    STANDINGS = "standings"
    ALL = "all"


class ThingTies(StrEnum):
    """Who gets a thing for which several are tied, since it cannot be split."""

    DRAW = "draw"
    FIRST = "first"
    EACH = "each"


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize. `number` names it for good; prizes are awarded in the order in which they are given.

    `division` is empty where it is over all, `prize_class` where it is for everybody. `place` is
    the place, or which best one: 2 is the second highest win. `amount` is in minor units, 0 for a
    thing, which `text` names. Only rounds `first_round` to `last_round` count, 0 for the first and
    the last of the event. `games` is how many closest losses count, `target` the key of the
    entry whose defeat is paid, `winners` the keys of those who were drawn or named. Of the prizes
    with one name in `exclusive` nobody wins two.
    """

    number: int
    kind: PrizeKind
    division: str = ""
    prize_class: str = ""
    place: int = 1
    amount: int = 0
    text: str = ""
    games: int = 0
    target: int = 0
    winners: tuple[int, ...] = ()
    first_round: int = 0
    last_round: int = 0
    exclusive: str = ""

    def counts(self, number: int) -> bool:
        """Returns whether a round counts for it."""
        return self.first_round <= number <= (self.last_round or number)

    @property
    def is_money(self) -> bool:
        """Whether it is paid in money, which can be split."""
        return self.amount > 0


@dataclass(frozen=True, slots=True)
class Terms:
    """The rules by which prizes are awarded.

    Amounts are split in whole `unit`s of the currency. `seed` is what draws are made by.
    """

    one_money: OneMoney = OneMoney.NO
    thing_ties: ThingTies = ThingTies.DRAW
    unit: int = 1
    seed: str = ""


class RoundCredit(NamedTuple):
    """What a round came to for an entry, a bye or a forfeit as well; credits in half points."""

    round: int
    half_wins: int
    half_losses: int
    spread: int


@dataclass(frozen=True, slots=True)
class Contestant:
    """An entry that can win: `key` names it in the event, `rank` its place in its division.

    `standing` orders the entries of a division as the standings list them, the best first, and
    `seed` is its rank before play. A newcomer has never played a rated game. `rounds` are what each
    round came to.
    """

    key: int
    division: str
    rank: int
    standing: int
    half_wins: int
    half_losses: int
    spread: int
    seed: int
    games: int
    prize_class: str = ""
    is_newcomer: bool = False
    team: str = ""
    rounds: tuple[RoundCredit, ...] = ()


@dataclass(frozen=True, slots=True)
class CountedGame:
    """A game whose two scores were made at the board: the winner first, of a tie the first seat.

    The keys are of entries that can win or cannot; ratings are 0 of players without one.
    """

    division: str
    round: int
    board: int
    winner: int
    loser: int
    score: int
    against: int
    rating: int = 0
    rating_against: int = 0

    @property
    def is_tie(self) -> bool:
        """Whether nobody won it."""
        return self.score == self.against

    @property
    def margin(self) -> int:
        """By how much it was won."""
        return self.score - self.against

    @property
    def combined(self) -> int:
        """Both scores together."""
        return self.score + self.against


@dataclass(frozen=True, slots=True)
class Field:
    """Those who can win, and all games that count, in the order in which they were played."""

    contestants: tuple[Contestant, ...]
    games: tuple[CountedGame, ...]


@dataclass(frozen=True, slots=True)
class PrizeClaim:
    """What somebody has to show for a prize; a smaller `order` is better.

    `value` is the figure that tells, `games` those that made it. Equal figures are listed by
    `listing`, the earliest game first. `record` is (half wins, half losses, spread) where rounds
    were added up, of the `team` where it is a team's.
    """

    key: int
    order: tuple[int, ...]
    listing: tuple[int, ...]
    value: int = 0
    games: tuple[CountedGame, ...] = ()
    record: tuple[int, int, int] = (0, 0, 0)
    team: str = ""


@dataclass(frozen=True, slots=True)
class Share:
    """What one winner gets of one prize: `amount` in minor units, 0 of a thing."""

    key: int
    amount: int
    claim: PrizeClaim | None = None


@dataclass(frozen=True, slots=True)
class PrizeAward:
    """Who won a prize. Without `winners` nobody has.

    `tied` are the keys of all who were equal, `pooled` the numbers of the prizes that were added
    up and split among them, and `passed` the keys of those who were better and have a more
    valuable prize. `drawn` says that a draw decided who of the tied got a thing.
    """

    prize: Prize
    winners: tuple[Share, ...] = ()
    tied: tuple[int, ...] = ()
    pooled: tuple[int, ...] = ()
    passed: tuple[int, ...] = ()
    drawn: bool = False
