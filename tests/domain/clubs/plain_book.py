"""The book of records worked out plainly: every list from all games, with loops and sorting only.

Written from clubs.md and the words of the categories, apart from the book that it is held against.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from clubs.records.book.facts import FactEnding, GameFact
from clubs.records.book.scopes import BookScope, ScopeKind, Section

Row = tuple[Any, tuple[str, ...], str]
"""A value, its holders, the key of what it was made in."""
LOW = {"low_win", "low_combined", "low_attendance"}


def is_in(game: GameFact, scope: BookScope) -> bool:
    event = game.event
    return {
        ScopeKind.EVENT: (event.slug, game.division) == (scope.key, scope.division),
        ScopeKind.CLUB: event.is_night and event.club == scope.key,
        ScopeKind.TOURNAMENTS: not event.is_night,
        ScopeKind.ALL: True,
    }[scope.kind]


def plain_rows(games: Iterable[GameFact], section: Section) -> dict[tuple[str, bool], list[Row]]:
    """Returns all that may stand in a list of the section."""
    scope = [game for game in games if is_in(game, section.scope)]
    scope.sort(key=lambda game: (game.day, game.event, game.division, game.order, game.key))
    is_club = section.scope.kind is ScopeKind.CLUB
    found: dict[tuple[str, bool], list[Row]] = defaultdict(list)
    if section.family:
        own = [game for game in scope if game.family == section.family]
        by_game(own, found)
        by_event(own, found)
        by_career(own, found)
        if is_club:
            newcomers(scope, section.family, found)
    elif is_club:
        nights(section.scope.key, scope, found)
    return {slot: rows for slot, rows in found.items() if rows}


def plain_lists(
    games: Iterable[GameFact], section: Section
) -> dict[tuple[str, bool], list[tuple[int, Row]]]:
    """Returns the places 1 to 5 of every list, each sorted by place, holders and source."""
    found = plain_rows(games, section)
    return {slot: placed(slot[0], rows) for slot, rows in found.items()}


def plain_bests(
    games: Iterable[GameFact], section: Section, player: str
) -> dict[tuple[str, bool], Any]:
    """Returns the best value of a player in every list."""
    own = {
        slot: [value for value, holders, _ in rows if player in holders]
        for slot, rows in plain_rows(games, section).items()
    }
    return {
        slot: (min if slot[0] in LOW else max)(values) for slot, values in own.items() if values
    }


def placed(category: str, rows: list[Row]) -> list[tuple[int, Row]]:
    def is_better(one: Any, other: Any) -> bool:
        return bool(one < other if category in LOW else one > other)

    counted = [(1 + sum(is_better(o[0], row[0]) for o in rows), row) for row in rows]
    return sorted((one for one in counted if one[0] <= 5), key=lambda one: (one[0], one[1][1:]))


def by_game(games: list[GameFact], found: dict[tuple[str, bool], list[Row]]) -> None:
    for game in games:
        if game.ending is not FactEnding.PLAYED or len(game.sides) != 2 or game.is_handicapped:
            continue

        def add(
            name: str, value: Any, *who: Any, clean: bool = False, source: str = game.key
        ) -> None:
            row = (value, tuple(sorted(side.player for side in who)), source)
            found[name, False].append(row)
            if clean:
                found[name, True].append(row)

        one, two = game.sides
        clean = {side: side.record is not None and side.record.phoneys == 0 for side in game.sides}
        points = {
            side: side.record.record_score if side.record else side.score or 0
            for side in game.sides
        }
        both = all(clean.values())
        add("high_combined", points[one] + points[two], one, two, clean=both)
        add("low_combined", points[one] + points[two], one, two, clean=both)
        if one.score == two.score:
            if points[one] == points[two]:
                add("high_tie", points[one], one, two, clean=both)
        else:
            winner, loser = sorted(game.sides, key=lambda side: -(side.score or 0))
            add("high_game", points[winner], winner, clean=clean[winner])
            add("low_win", points[winner], winner, clean=clean[winner])
            add("high_losing", points[loser], loser, clean=clean[loser])
            if points[winner] > points[loser]:
                add("largest_spread", points[winner] - points[loser], winner, clean=both)
            if game.is_rated and winner.rating and (loser.rating or 0) > winner.rating:
                add("biggest_upset", (loser.rating or 0) - winner.rating, winner)
            if winner.record and winner.record.comeback > 0:
                add("biggest_comeback", winner.record.comeback, winner, clean=both)
        by_record(game, add, clean, both=both)


def by_record(
    game: GameFact, add: Callable[..., None], clean: dict[Any, bool], *, both: bool
) -> None:
    for side in game.sides:
        record = side.record
        if record is None:
            continue
        for name, play in (
            ("high_turn", record.best),
            ("high_opening_turn", record.opening),
            ("high_non_bingo", record.best_without_bingo),
            ("high_out_play", record.out),
        ):
            if play and play.score >= 1:
                add(name, play.score, side, clean=play.is_phoney is False)
        if record.longest and record.longest.length:
            add(
                "longest_word", record.longest.length, side, clean=record.longest.is_phoney is False
            )
        for name, value, least in (
            ("most_bingos", record.bingos, 1),
            ("consecutive_bingos", record.bingos_in_a_row, 2),
            ("most_triple_triples", record.triple_triples, 1),
            ("high_without_blanks", 0 if record.blanks else record.record_score, 1),
        ):
            if value >= least:
                add(name, value, side, clean=clean[side])
    if all(side.record for side in game.sides):
        bingos = sum(side.record.bingos for side in game.sides if side.record)
        if bingos:
            add("most_bingos_both", bingos, *game.sides, clean=both)


def by_event(games: list[GameFact], found: dict[tuple[str, bool], list[Row]]) -> None:
    groups: dict[Any, list[tuple[int, int]]] = defaultdict(list)
    for game in games:
        for side in game.sides:
            if game.ending is FactEnding.PLAYED and side.score is not None:
                groups[game.event, game.division, side.player].append((side.score, len(game.sides)))
    for (event, _, player), scores in groups.items():
        average = mean(scores)
        if event.is_night and len(scores) >= 3:
            total = sum(score for score, _ in scores)
            found["night_total", False].append((total, (player,), event.slug))
            found["night_average", False].append((average, (player,), event.slug))
        if not event.is_night and len(scores) >= 12:
            found["tournament_average", False].append((average, (player,), event.slug))


def mean(scores: list[tuple[int, int]]) -> Fraction:
    weighed = [Fraction(score) * (Fraction(3, 2) if of == 3 else 1) for score, of in scores]
    return sum(weighed, Fraction(0)) / len(weighed)


def result(game: GameFact, player: str) -> str:
    """Returns won, lost or drawn, or "" where the game is neither of a streak nor ends one."""
    if (
        game.ending in (FactEnding.BYE, FactEnding.FORFEIT)
        or len(game.sides) == 3
        or game.is_handicapped
    ):
        return ""
    if game.ending is not FactEnding.PLAYED:
        winner = None if game.winner is None else game.sides[game.winner].player
    else:
        one, two = game.sides
        best = max(game.sides, key=lambda side: side.score or 0)
        winner = None if one.score == two.score else best.player
    if winner is None:
        return "drawn"
    return "won" if winner == player else "lost"


def longest(results: Iterable[str], wanted: str) -> int:
    best = current = 0
    for one in results:
        current = current + 1 if one == wanted else 0 if one else current
        best = max(best, current)
    return best


def by_career(games: list[GameFact], found: dict[tuple[str, bool], list[Row]]) -> None:
    for player in {side.player for game in games for side in game.sides}:
        own = [game for game in games if any(side.player == player for side in game.sides)]
        results = [result(game, player) for game in own]
        values = {
            "longest_streak": longest(results, "won"),
            "longest_losing_streak": longest(results, "lost"),
            "most_wins": results.count("won"),
            "most_games": sum(g.ending not in (FactEnding.BYE, FactEnding.FORFEIT) for g in own),
            "highest_rating": max(
                (
                    side.rating or 0
                    for game in own
                    if game.is_rated and game.ending not in (FactEnding.BYE, FactEnding.FORFEIT)
                    for side in game.sides
                    if side.player == player
                ),
                default=0,
            ),
        }
        for name, value in values.items():
            if value:
                found[name, False].append((value, (player,), ""))
        seasons(player, own, found)


def seasons(player: str, own: list[GameFact], found: dict[tuple[str, bool], list[Row]]) -> None:
    by_season: dict[str, list[GameFact]] = defaultdict(list)
    for game in own:
        if game.event.is_night and game.event.season:
            by_season[f"{game.event.club} {game.event.season}"].append(game)
    for season, games in by_season.items():
        wins = sum(result(game, player) == "won" for game in games)
        if wins:
            found["season_wins", False].append((wins, (player,), season))
        scores = [
            (side.score or 0, len(game.sides))
            for game in games
            if game.ending is FactEnding.PLAYED
            for side in game.sides
            if side.player == player
        ]
        if len(scores) >= 20:
            found["season_average", False].append((mean(scores), (player,), season))


def was_there(game: GameFact, player: str) -> bool:
    if game.ending is FactEnding.FORFEIT:
        return game.winner is not None and game.sides[game.winner].player == player
    return any(side.player == player for side in game.sides)


def held_nights(games: list[GameFact]) -> tuple[list[Any], dict[Any, set[str]]]:
    """Returns the nights in order, and who was at each."""
    there: dict[Any, set[str]] = defaultdict(set)
    for game in games:
        there[game.event] |= {s.player for s in game.sides if was_there(game, s.player)}
    first = {e: min(game.day for game in games if game.event == e) for e in there if there[e]}
    return sorted(first, key=lambda event: (first[event], event)), there


def newcomers(games: list[GameFact], family: str, found: dict[tuple[str, bool], list[Row]]) -> None:
    order, there = held_nights(games)
    for player in set().union(*there.values()):
        event = next(event for event in order if player in there[event])
        rows = [
            (side.score if side.record is None else side.record.record_score, game)
            for game in games
            if game.event == event
            and game.family == family
            and game.ending is FactEnding.PLAYED
            and len(game.sides) == 2
            and not game.is_handicapped
            for side in game.sides
            if side.player == player
        ]
        if rows:
            best = max(score or 0 for score, _ in rows)
            source = min(((g.day, g.order, g.key) for score, g in rows if score == best))[2]
            found["newcomer_high_game", False].append((best, (player,), source))


def nights(club: str, games: list[GameFact], found: dict[tuple[str, bool], list[Row]]) -> None:
    order, there = held_nights(games)
    for event in order:
        row = (len(there[event]), (club,), event.slug)
        found["high_attendance", False].append(row)
        found["low_attendance", False].append(row)
    for player in set().union(*there.values()):
        attended = ["won" if player in there[event] else "lost" for event in order]
        found["nights_attended", False].append((attended.count("won"), (player,), ""))
        found["consecutive_nights", False].append((longest(attended, "won"), (player,), ""))
        unbeaten = sum(is_unbeaten(games, e, player) for e in order if player in there[e])
        if unbeaten:
            found["unbeaten_nights", False].append((unbeaten, (player,), ""))


def is_of(game: GameFact, player: str) -> bool:
    return any(side.player == player for side in game.sides)


def is_unbeaten(games: list[GameFact], event: Any, player: str) -> bool:
    own = [game for game in games if game.event == event and is_of(game, player)]
    counted = [game for game in own if result(game, player)]
    lost = [
        game
        for game in counted
        if result(game, player) == "lost"
        or (game.ending is not FactEnding.PLAYED and game.winner is None)
    ]
    return len(counted) >= 3 and not lost
