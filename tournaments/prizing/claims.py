"""Who has a claim to a prize, the best first: one function for each kind.

Of everybody only the best claim counts, so the second highest win is somebody else's. A game
counts if both scores were made at the board; byes, forfeits and ruled outcomes give no claim.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from tournaments.prizing.records import Contestant, CountedGame, Field, Prize, PrizeClaim, PrizeKind

CLOSEST_LOSSES = 6
"""How many of the closest losses tuff luck counts where nobody says another number."""
SMALLEST_TEAM = 2
EVEN_PARTS = 2520
"""What every number up to 10 divides."""
FINE = 10_000
"""An average is compared, and kept, in so many parts of a point: no two of 50 games are nearer."""
Groups = list[list[PrizeClaim]]


def claims_to(prize: Prize, field: Field) -> Groups:
    """Returns the claims to a prize in groups of equals, the best group first."""
    claims = _in_order(_best_of_each(every_claim(prize, field)))
    return [list(group) for _, group in groupby(claims, key=lambda claim: claim.order)]


def every_claim(prize: Prize, field: Field) -> list[PrizeClaim]:
    """Returns all claims to a prize, the best first; somebody may have several."""
    able = {c.key: c for c in field.contestants if _may_win(prize, c)}
    games = [g for g in field.games if prize.division in ("", g.division)]
    games = [game for game in games if prize.counts(game.round)]
    return _in_order(_CLAIMS[prize.kind](prize, able, games))


def _in_order(claims: Iterable[PrizeClaim]) -> list[PrizeClaim]:
    return sorted(claims, key=lambda claim: (claim.order, claim.listing, claim.key))


def _may_win(prize: Prize, contestant: Contestant) -> bool:
    return (
        prize.division in ("", contestant.division)
        and prize.prize_class in ("", contestant.prize_class)
        and contestant.games > 0
    )


def _best_of_each(claims: Iterable[PrizeClaim]) -> list[PrizeClaim]:
    best: dict[int, PrizeClaim] = {}
    for claim in claims:
        held = best.get(claim.key)
        if held is None or (claim.order, claim.listing) < (held.order, held.listing):
            best[claim.key] = claim
    return list(best.values())


Able = dict[int, Contestant]
Games = list[CountedGame]


def _record(contestant: Contestant) -> tuple[int, ...]:
    return -contestant.half_wins, contestant.half_losses, -contestant.spread


def _by_standings(prize: Prize, able: Able, _games: Games) -> Iterator[PrizeClaim]:
    """Within a division its standings rank, which know of its tie-breaks; over all the records."""
    for one in able.values():
        order = (one.rank,) if prize.division else _record(one)
        yield PrizeClaim(one.key, order, (one.standing, one.key), one.rank)


def _newcomers(prize: Prize, able: Able, games: Games) -> Iterator[PrizeClaim]:
    new = {key: one for key, one in able.items() if one.is_newcomer}
    return _by_standings(prize, new, games)


def _spreads(prize: Prize, able: Able, _games: Games) -> Iterator[PrizeClaim]:
    """The spread of the standings, or with a range of rounds that of these rounds."""
    ranged = prize.first_round or prize.last_round
    for one in able.values():
        spread = _record_in(prize, one)[2] if ranged else one.spread
        yield PrizeClaim(one.key, (-spread,), (one.standing, one.key), spread)


def _record_in(prize: Prize, one: Contestant) -> tuple[int, int, int]:
    """Returns half wins, half losses and spread of an entry in the rounds that count."""
    counted = [credit for credit in one.rounds if prize.counts(credit.round)]
    return (
        sum(credit.half_wins for credit in counted),
        sum(credit.half_losses for credit in counted),
        sum(credit.spread for credit in counted),
    )


def _sessions(prize: Prize, able: Able, _games: Games) -> Iterator[PrizeClaim]:
    """The record of some rounds alone, by wins, losses and spread; who played none has none."""
    for one in able.values():
        if any(prize.counts(credit.round) for credit in one.rounds):
            wins, losses, spread = record = _record_in(prize, one)
            order = (-wins, losses, -spread)
            yield PrizeClaim(one.key, order, (one.standing, one.key), record=record)


def _teams(prize: Prize, able: Able, _games: Games) -> Iterator[PrizeClaim]:
    """The records of a team's players, by the head: a team is two or more who can win."""
    teams: dict[str, list[Contestant]] = defaultdict(list)
    for one in able.values():
        if one.team:
            teams[one.team].append(one)
    for name, members in teams.items():
        if len(members) < SMALLEST_TEAM:
            continue
        wins, losses, spread = (
            sum(figures) for figures in zip(*(_record_in(prize, m) for m in members), strict=True)
        )
        # Whole numbers that compare as the fractions do, for teams of up to 10.
        a_head = [figure * EVEN_PARTS // len(members) for figure in (-wins, losses, -spread)]
        for one in members:
            yield PrizeClaim(
                one.key,
                tuple(a_head),
                (one.standing, one.key),
                len(members),
                record=(wins, losses, spread),
                team=name,
            )


def _averages(_prize: Prize, able: Able, games: Games) -> Iterator[PrizeClaim]:
    """The average score, of everybody with at least half as many games as whoever has most."""
    scores: dict[int, list[int]] = defaultdict(list)
    of_each: dict[int, list[CountedGame]] = defaultdict(list)
    for game in games:
        for key, score in ((game.winner, game.score), (game.loser, game.against)):
            scores[key].append(score)
            of_each[key].append(game)
    most = max((len(scores[key]) for key in able if key in scores), default=0)
    for key, one in able.items():
        theirs = scores.get(key, [])
        if theirs and 2 * len(theirs) >= most:
            average = sum(theirs) * FINE // len(theirs)
            listing = one.standing, key
            yield PrizeClaim(key, (-average,), listing, average, tuple(of_each[key]))


def _overseeded(_prize: Prize, able: Able, _games: Games) -> Iterator[PrizeClaim]:
    """Places gained over the seeding; of equal gains the better rank is ahead."""
    for one in able.values():
        gained = one.seed - one.rank
        if gained > 0:
            yield PrizeClaim(one.key, (-gained, one.rank), (one.standing, one.key), gained)


def _moment(game: CountedGame) -> tuple[int, ...]:
    return game.round, game.board


class GameRanking(NamedTuple):
    """By which figure games rank: `sign` is 1 where the least is best, -1 where the most is.

    `whose` are the keys of those who have the claim, `counts` whether a game gives one.
    """

    figure: Callable[[CountedGame], int]
    sign: int
    whose: Callable[[CountedGame], tuple[int, ...]]
    counts: Callable[[CountedGame], bool] = lambda game: not game.is_tie


def of_winner(game: CountedGame) -> tuple[int, ...]:
    """Returns the key of whoever won a game."""
    return (game.winner,)


def of_loser(game: CountedGame) -> tuple[int, ...]:
    """Returns the key of whoever lost a game."""
    return (game.loser,)


def of_both(game: CountedGame) -> tuple[int, ...]:
    """Returns the keys of both players of a game, who share a prize for it."""
    return game.winner, game.loser


def _by_how_far(game: CountedGame) -> int:
    return game.rating_against - game.rating


def _is_upset(game: CountedGame) -> bool:
    """Whether a higher rating was beaten; nobody upsets, or is upset by, who has none."""
    return not game.is_tie and game.rating != 0 and game.rating_against > game.rating


GAME_RANKINGS: Mapping[PrizeKind, GameRanking] = {
    PrizeKind.HIGH_WIN: GameRanking(lambda game: game.score, -1, of_winner),
    PrizeKind.LOW_WIN: GameRanking(lambda game: game.score, 1, of_winner),
    PrizeKind.HIGH_LOSS: GameRanking(lambda game: game.against, -1, of_loser),
    PrizeKind.HIGH_COMBINED: GameRanking(lambda game: game.combined, -1, of_both, lambda _: True),
    PrizeKind.LARGEST_WIN: GameRanking(lambda game: game.margin, -1, of_winner),
    PrizeKind.UPSET: GameRanking(_by_how_far, -1, of_winner, _is_upset),
}
"""The prizes for a single game."""


def _of_games(prize: Prize, able: Able, games: Games) -> Iterator[PrizeClaim]:
    ranking = GAME_RANKINGS[prize.kind]
    for game in filter(ranking.counts, games):
        value = ranking.figure(game)
        for key in ranking.whose(game):
            if key in able:
                yield PrizeClaim(key, (ranking.sign * value,), _moment(game), value, (game,))


def _tuff_luck(prize: Prize, able: Able, games: Games) -> Iterator[PrizeClaim]:
    """The smallest sum of the margins of the closest losses, of those who lost so many."""
    lost = ((g.loser, g) for g in games if not g.is_tie and g.loser in able)
    for key, closest in closest_games(lost, prize.games or CLOSEST_LOSSES):
        total = sum(game.margin for game in closest)
        yield PrizeClaim(key, (total,), (able[key].standing, key), total, closest)


def closest_games(
    games: Iterable[tuple[int, CountedGame]], count: int
) -> Iterator[tuple[int, tuple[CountedGame, ...]]]:
    """Yields whoever has so many of these games, each with the closest of theirs."""
    of_each: dict[int, list[CountedGame]] = defaultdict(list)
    for key, game in games:
        of_each[key].append(game)
    for key, theirs in of_each.items():
        if len(theirs) >= count:
            theirs.sort(key=lambda game: (game.margin, _moment(game)))
            yield key, tuple(theirs[:count])


def _bounties(prize: Prize, able: Able, games: Games) -> Iterator[PrizeClaim]:
    """All who beat the entry with the bounty, the first to do so ahead."""
    for game in games:
        if not game.is_tie and game.loser == prize.target and game.winner in able:
            yield PrizeClaim(game.winner, _moment(game), _moment(game), game.margin, (game,))


def _by_hand(prize: Prize, _able: Able, _games: Games) -> Iterator[PrizeClaim]:
    """Those who were drawn or named; nothing ranks them."""
    for at, key in enumerate(prize.winners):
        yield PrizeClaim(key, (0,), (at,))


_CLAIMS: dict[PrizeKind, Callable[[Prize, Able, Games], Iterator[PrizeClaim]]] = {
    PrizeKind.PLACE: _by_standings,
    PrizeKind.CLASS: _by_standings,
    PrizeKind.NEWCOMER: _newcomers,
    PrizeKind.BEST_SPREAD: _spreads,
    PrizeKind.OVERSEED: _overseeded,
    **dict.fromkeys(GAME_RANKINGS, _of_games),
    PrizeKind.TUFF_LUCK: _tuff_luck,
    PrizeKind.AVERAGE: _averages,
    PrizeKind.SESSION: _sessions,
    PrizeKind.TEAM: _teams,
    PrizeKind.BOUNTY: _bounties,
    PrizeKind.DOOR: _by_hand,
    PrizeKind.CHOSEN: _by_hand,
}
