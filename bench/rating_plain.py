"""The NASPA algorithm written down as it is read: the measure of ours, in answers and in time.

It computes every expectation when it needs it, keeps no table and checks nothing.
"""

from __future__ import annotations

from math import exp, inf

from ratings.systems.field import RatedField, RatedGame

Ratings = dict[int, float]


def expectation(rating: float, opponent: float) -> float:
    """Return the chance of winning."""
    return 1 - 1 / (1 + exp(0.0031879 * (rating - opponent)))


def plain_ratings(field: RatedField) -> dict[int, int]:
    """Return the new ratings by number, as the steps of the system are read."""
    ratings = {player.number: player.rating for player in field.players}
    for part in plain_parts(field.scheduled_rounds):
        ratings = plain_segment(field, ratings, plain_cards(field, part))[0]
    return ratings


def plain_report(field: RatedField) -> dict[int, tuple[int, float, int]]:
    """Return new rating, expected wins and performance by number."""
    ratings = {player.number: player.rating for player in field.players}
    met: dict[int, list[float]] = {number: [] for number in ratings}
    expected = dict.fromkeys(ratings, 0.0)
    for part in plain_parts(field.scheduled_rounds):
        cards = plain_cards(field, part)
        ratings, strength = plain_segment(field, ratings, cards)
        for number, games in cards.items():
            met[number] += [strength[game.opponent] for game in games]
            expected[number] += sum(
                expectation(strength[number], strength[game.opponent]) for game in games
            )
    wins = {player.number: sum(g.half_wins for g in player.games) / 2 for player in field.players}
    return {
        number: (ratings[number], expected[number], plain_bisection(met[number], wins[number]))
        for number in ratings
    }


def plain_parts(rounds: int) -> list[range]:
    """Return the rounds of each segment."""
    last = rounds - 1
    ends = [last] if last < 16 else [last // 2, last]
    if last >= 35:
        ends = [last // 3, (2 * last + 1) // 3, last]
    return [range(a + 2, b + 2) for a, b in zip([-1, *ends], ends, strict=False)]


def plain_cards(field: RatedField, part: range) -> dict[int, list[RatedGame]]:
    """Return everybody's games of one segment."""
    return {
        player.number: [game for game in player.games if game.round in part]
        for player in field.players
    }


def plain_segment(
    field: RatedField, ratings: dict[int, int], cards: dict[int, list[RatedGame]]
) -> tuple[dict[int, int], Ratings]:
    """Return the ratings after one segment, and those with which it was expected."""
    strength = plain_newcomers(ratings, cards)
    accelerated: Ratings = {}
    reached: Ratings = {}
    for player in field.players:
        number, games = player.number, cards[player.number]
        if not games or not ratings[number]:
            reached[number], accelerated[number] = strength[number], 0.0
            continue
        excess = sum(g.half_wins / 2 for g in games) - sum(
            expectation(strength[number], strength[g.opponent]) for g in games
        )
        few = player.life_games is not None and player.life_games < 50
        change = plain_change(strength[number], excess, few)
        accelerated[number] = max(0.0, change - 5 * len(games))
        reached[number] = max(1.0, strength[number] + change + accelerated[number])
    for number, games in cards.items():
        if ratings[number]:
            reached[number] += sum(accelerated[game.opponent] / 20 for game in games)
    return {number: int(0.5 + value) for number, value in reached.items()}, strength


def plain_change(old: float, excess: float, few: bool) -> float:
    """Return the change of a veteran's rating."""
    rating, low, high = old, -inf, inf
    while True:
        if rating < 1800:
            multiplier, low, high = (30 if few else 20), -inf, 1800
        elif rating < 2000:
            multiplier, low, high = (24 if few else 16), 1800, 2000
        else:
            multiplier, low, high = (15 if few else 10), 2000, inf
        landed = rating + multiplier * excess
        if low <= landed < high:
            return landed - old
        boundary = high if landed >= high else low - 1
        excess -= (boundary - rating) / multiplier
        rating = boundary


def plain_newcomers(ratings: dict[int, int], cards: dict[int, list[RatedGame]]) -> Ratings:
    """Return all ratings, with those of the newcomers found by blind bisection."""
    strength: Ratings = dict(ratings)
    new = [number for number, games in cards.items() if games and not ratings[number]]
    for number in new:
        rated = [ratings[g.opponent] for g in cards[number] if ratings[g.opponent]]
        strength[number] = sum(rated) / len(rated) if rated else 1500.0
    for _ in range(50):
        swept = strength | {
            number: plain_initial(number, ratings, strength, cards) for number in new
        }
        if swept == strength:
            break
        strength = swept
    return strength


def plain_initial(
    number: int, ratings: dict[int, int], strength: Ratings, cards: dict[int, list[RatedGame]]
) -> float:
    """Return the next value of a newcomer."""
    games = cards[number]
    wins = sum(g.half_wins for g in games) / 2
    shown = plain_bisection([strength[g.opponent] for g in games], wins)
    rated = [float(ratings[g.opponent]) for g in games if ratings[g.opponent]]
    best = max(rated or [strength[g.opponent] for g in games])
    return min(max(shown, 500), best + 400 * wins / len(games))


def plain_bisection(opponents: list[float], wins: float) -> int:
    """Return the last of the ratings probed for the one that expects these wins."""
    games = len(opponents)
    wins = wins or 0.05 * games
    wins = 0.95 * games if wins == games else wins
    low, high, middle = 0, 3000, 0
    while high - low > 1:
        middle = (low + high) // 2
        expected = sum(expectation(middle, opponent) for opponent in opponents)
        low, high = (middle, high) if expected - wins < 0 else (low, middle)
    return middle
