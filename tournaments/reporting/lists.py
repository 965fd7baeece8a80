"""The lists of a division, ranked: pure, from the games and records of a range of rounds.

Scores that were not both made at the board count in no list of scores: `ReportGround.games` has
none of byes, forfeits and ruled outcomes. Unlike prizes, every game counts, so somebody may have
several places of a list.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from tournaments.prizing.claims import CLOSEST_LOSSES, closest_games, every_claim
from tournaments.prizing.records import Contestant, CountedGame, Field, Prize, PrizeClaim, PrizeKind
from tournaments.reporting.records import (
    TOP,
    GameStatistics,
    RangeRecord,
    Report,
    ReportGround,
    ReportKind,
    ReportRow,
)


class _Unplaced(NamedTuple):
    """A row before it has a place: a smaller `order` is better, equals stand by `listing`.

    `row` makes it when it has one: of thousands, few are in the list.
    """

    order: tuple[Fraction | int, ...]
    listing: tuple[int, ...]
    row: Callable[[int], ReportRow]


_List = Callable[[ReportGround, int], Iterable[_Unplaced]]


def reports(ground: ReportGround, *, top: int = TOP, closest: int = 0) -> tuple[Report, ...]:
    """Returns all lists that have a row, each of the first `top` places, and those who share them.

    `closest` is how many of the closest games tuff luck and lucky stiff count, 0 for the usual.
    """
    count = closest or CLOSEST_LOSSES
    made: list[Report] = []
    for kind in ReportKind:
        if kind is ReportKind.CLASSES:
            made += _classes(ground, top)
        elif kind is ReportKind.ROUND_WINS:
            made.append(Report(kind, _round_wins(ground)))
        else:
            made.append(Report(kind, _placed(_LISTS[kind](ground, count), top)))
    return tuple(report for report in made if report.rows)


def _placed(found: Iterable[_Unplaced], top: int) -> tuple[ReportRow, ...]:
    rows: list[ReportRow] = []
    first: dict[tuple[Fraction | int, ...], int] = {}
    for at, one in enumerate(sorted(found, key=lambda one: (one.order, one.listing)), 1):
        place = first.setdefault(one.order, at)
        if place > top:
            break
        rows.append(one.row(place))
    return tuple(rows)


def _unplaced(
    keys: tuple[int, ...],
    value: Fraction | int,
    *,
    order: tuple[Fraction | int, ...],
    listing: tuple[int, ...] = (),
    games: tuple[CountedGame, ...] = (),
    rounds: tuple[int, ...] = (),
    facts: tuple[int, ...] = (),
) -> _Unplaced:
    return _Unplaced(
        order,
        listing,
        lambda place: ReportRow(place, keys, Fraction(value), games, rounds, facts),
    )


def _as_prize(kind: PrizeKind) -> _List:
    """Returns the list of all who have a claim to a prize of a kind."""

    def claims(ground: ReportGround, count: int) -> Iterator[_Unplaced]:
        field = Field(ground.players, ground.games)
        for claim in every_claim(Prize(0, kind, games=count), field):
            yield _of_claim(claim)

    return claims


def _of_claim(claim: PrizeClaim) -> _Unplaced:
    return _unplaced(
        (claim.key,),
        claim.value,
        order=claim.order,
        listing=(*claim.listing, claim.key),
        games=claim.games,
    )


def _of_games(
    figure: Callable[[CountedGame], int],
    sign: int,
    whose: Callable[[CountedGame], tuple[int, ...]],
    *,
    with_ties: bool = False,
) -> _List:
    def rows(ground: ReportGround, _count: int) -> Iterator[_Unplaced]:
        for game in ground.games:
            if with_ties or not game.is_tie:
                value = figure(game)
                yield _unplaced(
                    whose(game),
                    value,
                    order=(sign * value,),
                    listing=(game.round, game.board),
                    games=(game,),
                )

    return rows


def _winner(game: CountedGame) -> tuple[int, ...]:
    return (game.winner,)


def _loser(game: CountedGame) -> tuple[int, ...]:
    return (game.loser,)


def _both(game: CountedGame) -> tuple[int, ...]:
    return game.winner, game.loser


def _round_wins(ground: ReportGround) -> tuple[ReportRow, ...]:
    """Returns the highest win of each round; instead of a place a row has the round."""
    wins: dict[int, list[CountedGame]] = defaultdict(list)
    for game in ground.games:
        if not game.is_tie:
            wins[game.round].append(game)
    best = {number: max(game.score for game in games) for number, games in wins.items()}
    return tuple(
        ReportRow(number, (game.winner,), Fraction(game.score), (game,))
        for number in sorted(wins)
        for game in sorted(wins[number], key=lambda game: game.board)
        if game.score == best[number]
    )


def _scores(ground: ReportGround) -> dict[int, tuple[list[int], list[int]]]:
    """Returns the scores that everybody made and had made against them."""
    made: dict[int, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for game in ground.games:
        for key, own, other in (
            (game.winner, game.score, game.against),
            (game.loser, game.against, game.score),
        ):
            made[key][0].append(own)
            made[key][1].append(other)
    return made


def _sums(side: int, sign: int, *, average: bool) -> _List:
    """Returns a list of totals or averages, of the own scores (0) or the opponents' (1)."""

    def rows(ground: ReportGround, _count: int) -> Iterator[_Unplaced]:
        for key, both in _scores(ground).items():
            scores = both[side]
            value = Fraction(sum(scores), len(scores) if average else 1)
            yield _unplaced(
                (key,), value, order=(sign * value,), listing=(key,), facts=(len(scores),)
            )

    return rows


def _lucky_stiff(ground: ReportGround, count: int) -> Iterator[_Unplaced]:
    """The smallest sum of the margins of the closest wins, of those who won so many."""
    won = ((game.winner, game) for game in ground.games if not game.is_tie)
    for key, games in closest_games(won, count):
        total = sum(game.margin for game in games)
        yield _unplaced((key,), total, order=(total,), listing=(key,), games=games)


def _records(ground: ReportGround, _count: int) -> Iterator[_Unplaced]:
    for key, one in ground.records.items():
        order = (-one.half_wins, one.half_losses, -one.spread)
        yield _of_record(key, one, order, key)


def _of_record(
    key: int, one: RangeRecord | Contestant, order: tuple[int, ...], listing: int, *facts: int
) -> _Unplaced:
    return _unplaced(
        (key,),
        Fraction(one.half_wins, 2),
        order=order,
        listing=(listing,),
        facts=(one.half_wins, one.half_losses, one.spread, *facts),
    )


def _classes(ground: ReportGround, top: int) -> Iterator[Report]:
    """Yields the standings of each class, in the order of the division's."""
    for name in sorted({one.prize_class for one in ground.players} - {""}):
        rows = (
            _of_record(one.key, one, (one.rank,), one.standing, one.rank)
            for one in ground.players
            if one.prize_class == name and one.rank
        )
        yield Report(ReportKind.CLASSES, _placed(rows, top), name)


def _teams(ground: ReportGround, _count: int) -> Iterator[_Unplaced]:
    """Yields the wins and spreads of the members of each team together."""
    members: dict[str, list[int]] = defaultdict(list)
    for key in ground.records:
        if ground.teams.get(key):
            members[ground.teams[key]].append(key)
    for at, (team, keys) in enumerate(sorted(members.items())):
        theirs = [ground.records[key] for key in keys]
        one = RangeRecord(
            sum(record.half_wins for record in theirs),
            sum(record.half_losses for record in theirs),
            sum(record.spread for record in theirs),
        )
        yield _Unplaced(
            order=(-one.half_wins, one.half_losses, -one.spread),
            listing=(at,),
            row=partial(
                ReportRow,
                keys=tuple(keys),
                value=Fraction(one.half_wins, 2),
                facts=(one.half_wins, one.half_losses, one.spread),
                name=team,
            ),
        )


def _streaks(ground: ReportGround, _count: int) -> Iterator[_Unplaced]:
    """Yields the longest run of games won by each who won two in a row.

    A tie or a loss ends a run; a round in which nobody sat opposite neither ends nor lengthens it.
    """
    for key, rounds in ground.outcomes.items():
        longest: list[int] = []
        run: list[int] = []
        for one in sorted(rounds):
            if one.met:
                run = [*run, one.round] if one.half_wins > one.half_losses else []
                longest = max(longest, run, key=len)
        if len(longest) > 1:
            yield _unplaced(
                (key,),
                len(longest),
                order=(-len(longest),),
                listing=(longest[0], key),
                rounds=(longest[0], longest[-1]),
            )


def statistics(ground: ReportGround) -> GameStatistics:
    """Returns the figures of all games of a ground together, over the games that were won."""
    won = [game for game in ground.games if not game.is_tie]
    return GameStatistics(
        games=len(ground.games),
        ties=len(ground.games) - len(won),
        average_win=_mean([game.score for game in won]),
        average_loss=_mean([game.against for game in won]),
        average_spread=_mean([game.margin for game in won]),
        sides=ground.sides,
    )


def _mean(figures: list[int]) -> Fraction | None:
    return Fraction(sum(figures), len(figures)) if figures else None


def _seeds(ground: ReportGround, _count: int) -> Iterator[_Unplaced]:
    """Places gained over the seeding; of equal gains the better rank is ahead."""
    for one in ground.players:
        if one.rank and one.games:
            gained = one.seed - one.rank
            yield _unplaced(
                (one.key,),
                gained,
                order=(-gained, one.rank),
                listing=(one.standing,),
                facts=(one.seed, one.rank),
            )


def _rating_changes(ground: ReportGround, _count: int) -> Iterator[_Unplaced]:
    for key, one in ground.ratings.items():
        if one.old:
            gained = one.new - one.old
            yield _unplaced(
                (key,), gained, order=(-gained,), listing=(key,), facts=(one.old, one.new)
            )


def _performances(ground: ReportGround, _count: int) -> Iterator[_Unplaced]:
    for key, one in ground.ratings.items():
        if one.performance is not None:
            yield _unplaced(
                (key,),
                one.performance,
                order=(-one.performance,),
                listing=(key,),
                facts=(one.old, one.new),
            )


def _starts(ground: ReportGround, _count: int) -> Iterator[_Unplaced]:
    """How many more games somebody went first than second, the largest difference ahead."""
    for key, (firsts, seconds) in ground.starts.items():
        if firsts or seconds:
            more = firsts - seconds
            yield _unplaced(
                (key,), more, order=(-abs(more),), listing=(-more, key), facts=(firsts, seconds)
            )


def _repeats(ground: ReportGround, _count: int) -> Iterator[_Unplaced]:
    for keys, rounds in ground.meetings.items():
        if len(rounds) > 1:
            yield _unplaced(
                keys, len(rounds), order=(-len(rounds),), listing=(rounds[0], *keys), rounds=rounds
            )


def _byes(ground: ReportGround, _count: int) -> Iterator[_Unplaced]:
    for key, rounds in ground.byes.items():
        yield _unplaced(
            (key,), len(rounds), order=(-len(rounds),), listing=(rounds[0], key), rounds=rounds
        )


_LISTS: dict[ReportKind, _List] = {
    ReportKind.HIGH_WIN: _as_prize(PrizeKind.HIGH_WIN),
    ReportKind.LOW_WIN: _as_prize(PrizeKind.LOW_WIN),
    ReportKind.HIGH_LOSS: _as_prize(PrizeKind.HIGH_LOSS),
    ReportKind.LOW_LOSS: _of_games(lambda game: game.against, 1, _loser),
    ReportKind.HIGH_COMBINED: _of_games(lambda game: game.combined, -1, _both, with_ties=True),
    ReportKind.LOW_COMBINED: _of_games(lambda game: game.combined, 1, _both, with_ties=True),
    ReportKind.LARGEST_SPREAD: _as_prize(PrizeKind.LARGEST_WIN),
    ReportKind.SMALLEST_SPREAD: _of_games(lambda game: game.margin, 1, _winner),
    ReportKind.STREAK: _streaks,
    ReportKind.UPSET: _as_prize(PrizeKind.UPSET),
    ReportKind.AVERAGE_FOR: _sums(0, -1, average=True),
    ReportKind.AVERAGE_AGAINST: _sums(1, 1, average=True),
    ReportKind.TOTAL_FOR: _sums(0, -1, average=False),
    ReportKind.TOTAL_AGAINST: _sums(1, -1, average=False),
    ReportKind.TUFF_LUCK: _as_prize(PrizeKind.TUFF_LUCK),
    ReportKind.LUCKY_STIFF: _lucky_stiff,
    ReportKind.RECORDS: _records,
    ReportKind.TEAMS: _teams,
    ReportKind.SEEDS: _seeds,
    ReportKind.RATING_CHANGE: _rating_changes,
    ReportKind.PERFORMANCE: _performances,
    ReportKind.STARTS: _starts,
    ReportKind.REPEATS: _repeats,
    ReportKind.BYES: _byes,
}
