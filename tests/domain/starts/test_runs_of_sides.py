"""The choice between equal claims where sides came in runs, or a round had several games."""

from __future__ import annotations

from tests.domain.starts.test_assign_starts import A, B, C, D, E, first_in, start_of

F = 6


def history_of(entry: int, others: tuple[int, int], sides: str) -> list[tuple[int, int, int]]:
    """Returns games of an entry, one for each round: F went first, S second, B one of each."""
    games = []
    for number, side in enumerate(sides, 1):
        if side in "FB":
            games.append((number, entry, others[number % 2]))
        if side in "SB":
            games.append((number, others[number % 2], entry))
    return games


def decided(of_a: str, of_b: str) -> tuple[int | None, str]:
    history = first_in(*history_of(A, (C, D), of_a), *history_of(B, (E, F), of_b))
    start = start_of(A, B, history)
    return start.first, start.decided_by


def test_of_two_runs_of_seconds_the_longer_is_ended() -> None:
    assert decided("FSFFSSS", "FFFSSSS") == (B, "longest_since")


def test_of_two_runs_of_firsts_the_longer_is_ended() -> None:
    assert decided("SFSSFFF", "SSSFFFF") == (A, "longest_since")


def test_a_round_with_two_games_of_one_side_belongs_to_the_run() -> None:
    # Both went first six times and second four times; A first in the last four games.
    of_a = [*history_of(A, (C, D), "SSFSSFF"), (8, A, C), (8, A, D), (9, A, C)]
    of_b = history_of(B, (E, F), "FFSFFSFFSS")
    start = start_of(A, B, first_in(*of_a, *of_b))
    assert (start.first, start.decided_by) == (B, "longest_since")


def test_a_round_with_a_game_of_each_side_ends_a_run() -> None:
    # Without it A would have gone first, or second, three times running.
    for of_a, of_b in (("SSSFBF", "SFSFSFS"), ("FFFSBS", "FSFSFSF")):
        assert decided(of_a, of_b)[1] == "last_differing"


def test_who_only_ever_had_both_sides_in_one_round_was_never_first_alone() -> None:
    # They shared no round, so that nothing but the last time alone as first tells them apart.
    history = first_in((1, B, E), (2, A, C), (2, D, A), (3, F, B))
    start = start_of(A, B, history)
    assert (start.first, start.decided_by) == (A, "longest_since")
