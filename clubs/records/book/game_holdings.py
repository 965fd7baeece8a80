"""What one game may hold: its points, and where it was recorded, its plays."""

from __future__ import annotations

from collections.abc import Iterator

from clubs.records.book.categories import RULES, SLOTS_OF, RecordCategory, Slot
from clubs.records.book.facts import BookSide, GameFact, RecordedPlay, RecordedSide
from clubs.records.book.places import Places, RecordHolding, Value, worth_of

Found = tuple[RecordCategory, Value, tuple[int, ...], bool, str]
"""A category, a value, places of the holders among the sides, whether clean, the play."""


def places_of_game(game: GameFact) -> Places:
    """Returns what a game holds in every list of its sections, nothing where it can hold none."""
    if not game.holds_records:
        return {}
    held: dict[Slot, tuple[RecordHolding, ...]] = {}
    flags = flags_of(game)
    seats: tuple[tuple[int, ...], ...] = ((0,), (1,), (0, 1))
    people = {places: _people(game, places) for places in seats}
    for category, value, places, is_clean, detail in (*_by_points(game), *_by_plays(game)):
        if value < RULES[category].fewest and RULES[category].is_recorded:
            continue
        holders, opponents, scores = people[places]
        holding = RecordHolding(
            worth=worth_of(category, value),
            day=game.day,
            order=game.order,
            source=game.key,
            holders=holders,
            event=game.event.slug,
            division=game.division,
            opponents=opponents,
            scores=scores,
            detail=detail,
            flags=flags,
        )
        for slot in SLOTS_OF[category][: 2 if is_clean else 1]:
            known = held.get(slot)
            held[slot] = tuple(sorted((*known, holding))) if known else (holding,)
    return held


def flags_of(game: GameFact) -> tuple[str, ...]:
    """Returns what keeps a game's points from being compared with those of others.

    Where the game is recorded, the points of failed challenges are known and left out.
    """
    is_known = not game.challenge_bonus or all(side.record is not None for side in game.sides)
    if is_known and game.is_rated and not (game.overtime or game.plus_minus):
        return ()
    stated = {
        "challenge_bonus": not is_known,
        "overtime": game.overtime,
        "plus_minus": game.plus_minus,
        "unrated": not game.is_rated,
    }
    return tuple(flag for flag, is_so in stated.items() if is_so)


def _by_points(game: GameFact) -> Iterator[Found]:
    points = [side.points for side in game.sides]
    clean = [_is_clean(side) for side in game.sides]
    both = (0, 1)
    yield RecordCategory.HIGH_COMBINED, sum(points), both, all(clean), ""
    yield RecordCategory.LOW_COMBINED, sum(points), both, all(clean), ""
    winner = game.won_by
    if winner is None:
        if points[0] == points[1]:
            yield RecordCategory.HIGH_TIE, points[0], both, all(clean), ""
        return
    loser = 1 - winner
    yield RecordCategory.HIGH_GAME, points[winner], (winner,), clean[winner], ""
    yield RecordCategory.LOW_WIN, points[winner], (winner,), clean[winner], ""
    yield RecordCategory.HIGH_LOSING, points[loser], (loser,), clean[loser], ""
    spread = points[winner] - points[loser]
    if spread > 0:
        yield RecordCategory.LARGEST_SPREAD, spread, (winner,), all(clean), ""
    ratings = game.sides[winner].rating, game.sides[loser].rating
    if game.is_rated and ratings[0] and ratings[1] and ratings[1] > ratings[0]:
        yield RecordCategory.BIGGEST_UPSET, ratings[1] - ratings[0], (winner,), False, ""


def _by_plays(game: GameFact) -> Iterator[Found]:
    clean = [_is_clean(side) for side in game.sides]
    records = [side.record for side in game.sides]
    for place, record in enumerate(records):
        if record is None:
            continue
        yield from _plays(record, place)
        yield RecordCategory.MOST_BINGOS, record.bingos, (place,), clean[place], ""
        yield RecordCategory.CONSECUTIVE_BINGOS, record.bingos_in_a_row, (place,), clean[place], ""
        yield RecordCategory.MOST_TRIPLE_TRIPLES, record.triple_triples, (place,), clean[place], ""
        if not record.blanks:
            points = record.record_score
            yield RecordCategory.HIGH_WITHOUT_BLANKS, points, (place,), clean[place], ""
        if game.won_by == place:
            yield RecordCategory.BIGGEST_COMEBACK, record.comeback, (place,), all(clean), ""
    if records[0] is not None and records[1] is not None:
        bingos = records[0].bingos + records[1].bingos
        yield RecordCategory.MOST_BINGOS_BOTH, bingos, (0, 1), all(clean), ""


def _plays(record: RecordedSide, place: int) -> Iterator[Found]:
    of_points: tuple[tuple[RecordCategory, RecordedPlay | None], ...] = (
        (RecordCategory.HIGH_TURN, record.best),
        (RecordCategory.HIGH_OPENING_TURN, record.opening),
        (RecordCategory.HIGH_NON_BINGO, record.best_without_bingo),
        (RecordCategory.HIGH_OUT_PLAY, record.out),
    )
    for category, play in of_points:
        if play is not None:
            yield category, play.score, (place,), play.is_phoney is False, play.text
    if record.longest is not None:
        is_clean = record.longest.is_phoney is False
        yield (
            RecordCategory.LONGEST_WORD,
            record.longest.length,
            (place,),
            is_clean,
            record.longest.text,
        )


def _is_clean(side: BookSide) -> bool:
    return side.record is not None and side.record.phoneys == 0


def _people(
    game: GameFact, places: tuple[int, ...]
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[int, ...]]:
    """Returns who holds what the sides at these places made, against whom, and their points."""
    one, other = game.sides[places[0]], game.sides[1 - places[0]]
    if len(places) == 2 and other.player < one.player:
        one, other = other, one
    scores = (one.points, other.points)
    if len(places) == 2:
        return (one.player, other.player), (), scores
    return (one.player,), (other.player,), scores
