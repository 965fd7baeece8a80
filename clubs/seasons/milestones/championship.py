"""The championship of a club: who plays in it, what is left to play, and who has won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from clubs.seasons.tables.table import SeasonTable
from core.errors import UserError
from core.phrases import phrase


@dataclass(frozen=True, slots=True)
class Qualifiers:
    """Who plays in a championship: `qualified` in the order of their seeds.

    `undecided` share the last rank of which not all fit into the `open_places`: the club decides,
    mostly by a game. `reserves` come next if somebody declines later, in their order.
    """

    qualified: tuple[str, ...]
    undecided: tuple[str, ...]
    open_places: int
    reserves: tuple[str, ...]


def qualifiers(table: SeasonTable, places: int, declined: Collection[str] = ()) -> Qualifiers:
    """Returns who qualifies: the first of the table, those who declined left out.

    Who lacks games never does, so there can be fewer. Raises UserError `final.places` for fewer
    than two places.
    """
    if places < 2:
        raise _refused("final.places", phrase("A championship has at least two players."), "places")
    willing = [row for row in table.ranked if row.player not in declined]
    inside, outside = willing[:places], willing[places:]
    shared = inside[-1].rank if outside and inside[-1].rank == outside[0].rank else None
    sure = tuple(row.player for row in inside if shared is None or row.rank != shared)
    undecided = tuple(row.player for row in willing if shared is not None and row.rank == shared)
    return Qualifiers(
        qualified=sure,
        undecided=undecided,
        open_places=len(inside) - len(sure),
        reserves=tuple(row.player for row in outside if row.player not in undecided),
    )


@dataclass(frozen=True, slots=True)
class FinalGame:
    """A game of a championship; `order` is its place among them.

    `half_wins` are given where they are not what the scores say, as after a forfeit, which has no
    scores and no spread.
    """

    order: int
    one: str
    two: str
    score_one: int | None
    score_two: int | None
    half_wins: tuple[int, ...] = ()

    @property
    def margin(self) -> int:
        """The points of the first player above the second, 0 where one has no score."""
        if self.score_one is None or self.score_two is None:
            return 0
        return self.score_one - self.score_two

    @property
    def credits(self) -> tuple[int, int]:
        """The half wins of both."""
        if self.half_wins:
            return self.half_wins[0], self.half_wins[1]
        credit = 1 + (self.margin > 0) - (self.margin < 0)
        return credit, 2 - credit


@dataclass(frozen=True, slots=True)
class FinalRow:
    """The record of a player in a championship; `rank` is shared by equal wins and spread."""

    rank: int
    player: str
    half_wins: int
    spread: int
    games_left: int


@dataclass(frozen=True)
class FinalState:
    """The state of a championship: its rows, best first, and what is left to play.

    `left` are the pairs that still have games, lower key first, with how many. `winners` are set
    when it is decided, even while games are left; several where they are equal at the end.
    """

    rows: tuple[FinalRow, ...]
    left: tuple[tuple[str, str, int], ...]
    winners: tuple[str, ...]


def round_robin_state(
    players: Collection[str], games: Iterable[FinalGame], *, meetings: int = 1
) -> FinalState:
    """Returns the state of a round robin in which everybody meets everybody so many times.

    More wins rank first, then the higher spread. It is decided early for a player whom nobody can
    catch in wins. Raises UserError `final.places`, `final.stranger`, `final.too_many`,
    `final.meetings`.
    """
    entrants = _entrants(players)
    if meetings < 1:
        sentence = phrase("Two of a round robin meet at least once.")
        raise _refused("final.meetings", sentence, "meetings")
    played, half_wins, spread = _counted(entrants, games)
    left = []
    for pair in combinations(entrants, 2):
        if played[pair] > meetings:
            sentence = phrase("{one} and {two} have played too often.", one=pair[0], two=pair[1])
            raise _refused("final.too_many", sentence, "games")
        if played[pair] < meetings:
            left.append((*pair, meetings - played[pair]))
    return _state(entrants, half_wins, spread, tuple(left))


def best_of_state(one: str, two: str, games: Sequence[FinalGame], *, best_of: int) -> FinalState:
    """Returns the state of a match over three games, or five, or another odd number.

    It is decided when the other can no longer draw level in wins, a tie being half of one. Level
    after all games, the higher spread wins, and after that each further game, until one does.
    Raises UserError `final.best_of` (even, or below 1), `final.places`, `final.stranger`, and
    `final.over` for a game after the last.
    """
    entrants = _entrants((one, two))
    if best_of < 1 or best_of % 2 == 0:
        sentence = phrase("A match goes over an odd number of games.")
        raise _refused("final.best_of", sentence, "best_of")
    in_order = sorted(games, key=lambda game: game.order)
    state = _match(entrants, (), best_of)
    for count in range(1, len(in_order) + 1):
        if state.winners:
            sentence = phrase("The match was over before game {game}.", game=count)
            raise _refused("final.over", sentence, "games")
        state = _match(entrants, in_order[:count], best_of)
    return state


def _match(entrants: tuple[str, ...], games: Sequence[FinalGame], best_of: int) -> FinalState:
    _, half_wins, spread = _counted(entrants, games)
    one, two = entrants
    to_play = max(best_of - len(games), 0)
    level = half_wins[one] == half_wins[two] and spread[one] == spread[two]
    if not to_play and level:
        to_play = 1
    elif abs(half_wins[one] - half_wins[two]) > 2 * to_play:
        to_play = 0
    left = ((one, two, to_play),) if to_play else ()
    return _state(entrants, half_wins, spread, left)


def _state(
    entrants: Sequence[str],
    half_wins: Counter[str],
    spread: Counter[str],
    left: tuple[tuple[str, str, int], ...],
) -> FinalState:
    to_play: Counter[str] = Counter()
    for one, two, games in left:
        to_play[one] += games
        to_play[two] += games
    listed = sorted(entrants, key=lambda player: (-half_wins[player], -spread[player], player))
    records = [(half_wins[player], spread[player]) for player in listed]
    rows = tuple(
        FinalRow(records.index(record) + 1, player, *record, to_play[player])
        for player, record in zip(listed, records, strict=True)
    )
    first, *others = rows
    reach = max(row.half_wins + 2 * row.games_left for row in others)
    if not left:
        winners = tuple(row.player for row in rows if row.rank == 1)
    else:
        winners = (first.player,) if first.half_wins > reach else ()
    return FinalState(rows, left, winners)


def _entrants(players: Collection[str]) -> tuple[str, ...]:
    entrants = tuple(sorted(set(players)))
    if len(entrants) < 2 or len(entrants) != len(players):
        sentence = phrase("A championship has at least two players, each of them once.")
        raise _refused("final.places", sentence, "players")
    return entrants


def _counted(
    entrants: Collection[str], games: Iterable[FinalGame]
) -> tuple[Counter[tuple[str, str]], Counter[str], Counter[str]]:
    """Returns the games of every pair, and half wins and spread of everybody."""
    played: Counter[tuple[str, str]] = Counter()
    half_wins: Counter[str] = Counter()
    spread: Counter[str] = Counter()
    for game in games:
        if game.one == game.two or not {game.one, game.two} <= set(entrants):
            sentence = phrase("A game of the championship is between two of its players.")
            raise _refused("final.stranger", sentence, "games")
        low, high = sorted((game.one, game.two))
        played[low, high] += 1
        half_wins.update(dict(zip((game.one, game.two), game.credits, strict=True)))
        spread.update({game.one: game.margin, game.two: -game.margin})
    return played, half_wins, spread


def _refused(code: str, sentence: str, field: str) -> UserError:
    return UserError(sentence, code=code, field=field)
