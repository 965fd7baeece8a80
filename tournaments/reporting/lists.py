"""The lists of a division, ranked: pure, from the games and records of a range of rounds.

Scores that were not both made at the board count in no list of scores: `ReportGround.games` has
none of byes, forfeits and ruled outcomes. Unlike prizes, every game counts, so somebody may have
several places of a list.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import NamedTuple

from tournaments.prizing.claims import (
    CLOSEST_LOSSES,
    GAME_RANKINGS,
    GameRanking,
    closest_games,
    every_claim,
    of_both,
    of_loser,
    of_winner,
)
from tournaments.prizing.records import Contestant, CountedGame, Field, Prize, PrizeKind
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


@dataclass
class _Asked:
    """What lists are made of: of so many places, and of so many closest games."""

    ground: ReportGround
    top: int
    closest: int

    @cached_property
    def able(self) -> frozenset[int]:
        """Who has a game, and so a claim to a prize."""
        return frozenset(one.key for one in self.ground.players if one.games > 0)

    @cached_property
    def scores(self) -> dict[int, tuple[list[int], list[int]]]:
        """The scores that everybody made and had made against them."""
        made: dict[int, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
        for game in self.ground.games:
            for key, own, other in (
                (game.winner, game.score, game.against),
                (game.loser, game.against, game.score),
            ):
                made[key][0].append(own)
                made[key][1].append(other)
        return made


_List = Callable[[_Asked], Iterable[_Unplaced]]


def reports(ground: ReportGround, *, top: int = TOP, closest: int = 0) -> tuple[Report, ...]:
    """Returns all lists that have a row, each of the first `top` places, and those who share them.

    `closest` is how many of the closest games tuff luck and lucky stiff count, 0 for the usual.
    """
    asked = _Asked(ground, top, closest or CLOSEST_LOSSES)
    made: list[Report] = []
    for kind in ReportKind:
        if kind is ReportKind.CLASSES:
            made += _classes(ground, top)
        elif kind is ReportKind.ROUND_WINS:
            made.append(Report(kind, _round_wins(ground)))
        else:
            made.append(Report(kind, _placed(_LISTS[kind](asked), top)))
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


def _of_games(
    ranking: GameRanking, who: Callable[[_Asked], frozenset[int] | None] = lambda _: None
) -> _List:
    """Returns a list whose every row is a game, of those alone `who` may have one."""

    def rows(asked: _Asked) -> Iterator[_Unplaced]:
        able, sign = who(asked), ranking.sign
        found = [
            (sign * ranking.figure(game), game)
            for game in filter(ranking.counts, asked.ground.games)
            if able is None or not able.isdisjoint(ranking.whose(game))
        ]
        # Of thousands of games few have a place: only of them anything is made.
        last = sorted(order for order, _ in found)[: asked.top]
        for order, game in found:
            if order <= last[-1]:
                keys = ranking.whose(game)
                yield _unplaced(
                    keys,
                    sign * order,
                    order=(order,),
                    listing=(game.round, game.board, *(keys if able is not None else ())),
                    games=(game,),
                )

    return rows


def _as_prize(kind: PrizeKind) -> _List:
    """Returns the list of all games that give a claim to a prize of a kind."""
    return _of_games(GAME_RANKINGS[kind], lambda asked: asked.able)


def _tuff_luck(asked: _Asked) -> Iterator[_Unplaced]:
    """All who have a claim to the prize for it."""
    field = Field(asked.ground.players, asked.ground.games)
    for claim in every_claim(Prize(0, PrizeKind.TUFF_LUCK, games=asked.closest), field):
        yield _unplaced(
            (claim.key,),
            claim.value,
            order=claim.order,
            listing=(*claim.listing, claim.key),
            games=claim.games,
        )


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


def _sums(side: int, sign: int, *, average: bool) -> _List:
    """Returns a list of totals or averages, of the own scores (0) or the opponents' (1)."""

    def rows(asked: _Asked) -> Iterator[_Unplaced]:
        for key, both in asked.scores.items():
            scores = both[side]
            value = Fraction(sum(scores), len(scores) if average else 1)
            yield _unplaced(
                (key,), value, order=(sign * value,), listing=(key,), facts=(len(scores),)
            )

    return rows


def _lucky_stiff(asked: _Asked) -> Iterator[_Unplaced]:
    """The smallest sum of the margins of the closest wins, of those who won so many."""
    won = ((game.winner, game) for game in asked.ground.games if not game.is_tie)
    for key, games in closest_games(won, asked.closest):
        total = sum(game.margin for game in games)
        yield _unplaced((key,), total, order=(total,), listing=(key,), games=games)


def _records(asked: _Asked) -> Iterator[_Unplaced]:
    for key, one in asked.ground.records.items():
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


def _teams(asked: _Asked) -> Iterator[_Unplaced]:
    """Yields the wins and spreads of the members of each team together."""
    members: dict[str, list[int]] = defaultdict(list)
    for key in asked.ground.records:
        if asked.ground.teams.get(key):
            members[asked.ground.teams[key]].append(key)
    for at, (team, keys) in enumerate(sorted(members.items())):
        theirs = [asked.ground.records[key] for key in keys]
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


def _streaks(asked: _Asked) -> Iterator[_Unplaced]:
    """Yields the longest run of games won by each who won two in a row.

    A tie or a loss ends a run; a round in which nobody sat opposite neither ends nor lengthens it.
    """
    for key, rounds in asked.ground.outcomes.items():
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


def _seeds(asked: _Asked) -> Iterator[_Unplaced]:
    """Places gained over the seeding; of equal gains the better rank is ahead."""
    for one in asked.ground.players:
        if one.rank and one.games:
            gained = one.seed - one.rank
            yield _unplaced(
                (one.key,),
                gained,
                order=(-gained, one.rank),
                listing=(one.standing,),
                facts=(one.seed, one.rank),
            )


def _rating_changes(asked: _Asked) -> Iterator[_Unplaced]:
    for key, one in asked.ground.ratings.items():
        if one.old:
            gained = one.new - one.old
            yield _unplaced(
                (key,), gained, order=(-gained,), listing=(key,), facts=(one.old, one.new)
            )


def _performances(asked: _Asked) -> Iterator[_Unplaced]:
    for key, one in asked.ground.ratings.items():
        if one.performance is not None:
            yield _unplaced(
                (key,),
                one.performance,
                order=(-one.performance,),
                listing=(key,),
                facts=(one.old, one.new),
            )


def _starts(asked: _Asked) -> Iterator[_Unplaced]:
    """How many more games somebody went first than second, the largest difference ahead."""
    for key, (firsts, seconds) in asked.ground.starts.items():
        if firsts or seconds:
            more = firsts - seconds
            yield _unplaced(
                (key,), more, order=(-abs(more),), listing=(-more, key), facts=(firsts, seconds)
            )


def _repeats(asked: _Asked) -> Iterator[_Unplaced]:
    for keys, rounds in asked.ground.meetings.items():
        if len(rounds) > 1:
            yield _unplaced(
                keys, len(rounds), order=(-len(rounds),), listing=(rounds[0], *keys), rounds=rounds
            )


def _byes(asked: _Asked) -> Iterator[_Unplaced]:
    for key, rounds in asked.ground.byes.items():
        yield _unplaced(
            (key,), len(rounds), order=(-len(rounds),), listing=(rounds[0], key), rounds=rounds
        )


_LISTS: dict[ReportKind, _List] = {
    ReportKind.HIGH_WIN: _as_prize(PrizeKind.HIGH_WIN),
    ReportKind.LOW_WIN: _as_prize(PrizeKind.LOW_WIN),
    ReportKind.HIGH_LOSS: _as_prize(PrizeKind.HIGH_LOSS),
    ReportKind.LOW_LOSS: _of_games(GameRanking(lambda game: game.against, 1, of_loser)),
    ReportKind.HIGH_COMBINED: _of_games(GAME_RANKINGS[PrizeKind.HIGH_COMBINED]),
    ReportKind.LOW_COMBINED: _of_games(
        GameRanking(lambda game: game.combined, 1, of_both, lambda _: True)
    ),
    ReportKind.LARGEST_SPREAD: _as_prize(PrizeKind.LARGEST_WIN),
    ReportKind.SMALLEST_SPREAD: _of_games(GameRanking(lambda game: game.margin, 1, of_winner)),
    ReportKind.STREAK: _streaks,
    ReportKind.UPSET: _as_prize(PrizeKind.UPSET),
    ReportKind.AVERAGE_FOR: _sums(0, -1, average=True),
    ReportKind.AVERAGE_AGAINST: _sums(1, 1, average=True),
    ReportKind.TOTAL_FOR: _sums(0, -1, average=False),
    ReportKind.TOTAL_AGAINST: _sums(1, -1, average=False),
    ReportKind.TUFF_LUCK: _tuff_luck,
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
