"""Pairings of real positions: the known optima, and what other programs do with small fields."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tournaments.pairing.errors import PairingError
from tournaments.pairing.gibsons.gibson import can_catch, gibsonized_ranks
from tournaments.pairing.methods import Pairing, Request, pair
from tournaments.pairing.position import Meeting, PairingPlayer, PairingPosition, rank_order
from tournaments.pairing.position_file import SCHEMA, PositionFile, read_position
from tournaments.pairing.terms.prizes import Prizes

Case = dict[str, Any]
Games = set[frozenset[int]]


def cases(real_data: Path, name: str) -> list[Case]:
    """Returns the cases of a file of the collection."""
    found: list[Case] = json.loads((real_data / "pairing" / name).read_bytes())["cases"]
    return found


def position_file(real_data: Path, case: Case) -> PositionFile:
    """Returns the position that a case starts from."""
    return read_position(
        (real_data / "pairing" / "positions" / f"{case['position']}.json").read_bytes()
    )


def small_position(case: Case) -> PairingPosition:
    """Returns the position of a case that brings its own history."""
    history = case["history"]
    document = {
        "schema": SCHEMA,
        "players": case["players"],
        "total_rounds": 99,
        "opponents": [row["opponents"] for row in history],
        "scores": [row["scores"] for row in history],
    }
    return read_position(json.dumps(document).encode()).position()


def games_of(pairing: Pairing) -> Games:
    """Returns who meets whom, with the bye as a player alone."""
    return as_games([(b.one, b.two) for b in pairing.boards] + [(n, n) for n in pairing.byes])


def as_games(pairs: Iterable[Iterable[int]]) -> Games:
    """Returns the pairs without their order."""
    return {frozenset(pair) for pair in pairs}


def of_method(real_data: Path, method: str) -> list[Case]:
    """Returns the small fields of a method; there are some."""
    found = [c for c in cases(real_data, "simple_methods.json") if c["method"] == method]
    assert found
    return found


def test_the_spread_variant_reaches_every_known_optimum(real_data: Path) -> None:
    found = cases(real_data, "swiss_optimum.json")
    totals = {
        case["id"]: pair(
            position_file(real_data, case).position(), Request("swiss", "spread")
        ).objective["total"]
        for case in found
    }
    assert totals == {case["id"]: case["expect"]["weight"] for case in found}


def test_swiss_pairs_small_fields_as_expected(real_data: Path) -> None:
    for case in of_method(real_data, "swiss"):
        pairing = pair(small_position(case), Request("swiss", "spread"))
        expected, games = case["expect"], games_of(pairing)
        for group in expected.get("groups", []):
            assert all(game <= set(group) or not game & set(group) for game in games), case["id"]
        for pairs in [expected["pairs"]] if "pairs" in expected else expected.get("rounds", []):
            assert games == as_games(pairs), case["id"]


@pytest.mark.parametrize(("theirs", "ours"), [("koth", "koth"), ("queen-of-the-hill", "queen")])
def test_kings_and_queens_of_the_hill_are_paired_as_expected(
    real_data: Path, theirs: str, ours: str
) -> None:
    for case in of_method(real_data, theirs):
        expected = case["expect"]
        pairs = expected["pairs"] if "pairs" in expected else expected["rounds"][0]
        assert games_of(pair(small_position(case), Request(ours))) == as_games(pairs), case["id"]


def test_factors_pair_the_leaders_as_expected(real_data: Path) -> None:
    """Equal records stand in another order there, which leaves the same two boards."""
    for case in of_method(real_data, "factor"):
        request = Request("factor", options=(("factor", case["factor"]),))
        games = games_of(pair(small_position(case), request))
        assert as_games(case["expect"]["pairs"]) <= games, case["id"]


def australian_position(case: Case) -> PairingPosition:
    """Returns the position of a case: its standings are the order, its rounds count from 0."""
    number = {name: place for place, name in enumerate(case["order"], start=1)}
    return PairingPosition(
        round_number=case["round"] + 1,
        players=tuple(PairingPlayer(place) for place in number.values()),
        meetings=tuple(
            Meeting(round_number + 1, *(number[name] for name in names.split("-")))
            for names, rounds in case["met_in_rounds"].items()
            for round_number in rounds
        ),
        apart=tuple(
            (number[one], number[two]) for one, others in case["blocks"].items() for two in others
        ),
    )


def test_australian_draws_are_as_expected(real_data: Path) -> None:
    for case in cases(real_data, "australian.json"):
        request = Request(
            "australian", repeats=case["max_repeats"] or None, since=case["reset_round"] + 1
        )
        if case["error"]:
            with pytest.raises(PairingError):
                pair(australian_position(case), request)
            continue
        place = case["order"].index
        expected = as_games(
            (place(one) + 1, place(one if other is None else other) + 1)
            for one, other in case["expect"].items()
        )
        assert games_of(pair(australian_position(case), request)) == expected, case["id"]


def test_the_circle_round_robin_pairs_every_round_as_expected(real_data: Path) -> None:
    for case in of_method(real_data, "round-robin"):
        players = small_position(case).players
        for number, pairs in enumerate(case["expect"]["rounds"], start=1):
            position = PairingPosition(number, players, table_round=number)
            pairing = pair(position, Request("roundrobin", "circle"))
            assert games_of(pairing) == as_games(pairs), (case["id"], number)


def test_berger_tables_are_those_of_the_books_with_their_sides(real_data: Path) -> None:
    for case in cases(real_data, "berger.json"):
        slots = tuple(range(1, case["players"] + 1))
        players = small_position({"players": case["players"] + 1, "history": []}).players[1:]
        for number, games in enumerate(case["expect"]["rounds"], start=1):
            position = PairingPosition(number, players, table=slots, table_round=number)
            pairing = pair(position, Request("roundrobin"))
            sides = {(b.first, b.one + b.two - (b.first or 0)) for b in pairing.boards}
            assert sides == {(first, second) for first, second in games}, (case["id"], number)


def test_standings_before_a_pairing_are_those_of_the_event(real_data: Path) -> None:
    for case in cases(real_data, "standings_gibson.json"):
        ranked = rank_order(position_file(real_data, case).position().players)
        for rank, number, wins, spread in case["expect"]["rows"]:
            row = ranked[rank]
            assert (row.number, row.half_wins / 2, row.spread) == (number, wins, spread), case["id"]


def test_who_can_catch_whom_is_as_stated(real_data: Path) -> None:
    for case in cases(real_data, "standings_gibson.json"):
        ranked = rank_order(position_file(real_data, case).position().players)
        for rounds_left, allowance, one, two, expected in case["expect"]["can_catch"]:
            found = can_catch(
                ranked[one], ranked[two], rounds_left=rounds_left, allowance=allowance
            )
            assert found is expected, (case["id"], rounds_left, allowance, one, two)


def test_clinched_ranks_are_as_stated(real_data: Path) -> None:
    checked = 0
    for case in cases(real_data, "standings_gibson.json"):
        if (expected := case["expect"]["gibsonised_ranks"]) is None:
            continue
        file = position_file(real_data, case)
        ranks = gibsonized_ranks(
            rank_order(file.position().players),
            rounds_left=file.total_rounds - len(file.scores),
            prizes=Prizes(file.place_prizes),
            rules=file.position().gibson,
        )
        assert [rank - 1 for rank in ranks] == expected, case["id"]
        checked += 1
    assert checked > 1
