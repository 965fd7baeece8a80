"""Contention by simulation: chances agree with what is certain."""

from __future__ import annotations

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.depth import examples
from tournaments.pairing.contention.contest import Contest
from tournaments.pairing.contention.forecast import Prospect, forecast
from tournaments.pairing.contention.outlook import OutlookState, outlooks
from tournaments.pairing.contention.values import forecast_from_values, forecast_to_values
from tournaments.pairing.position import PairingPlayer
from tournaments.pairing.terms.prizes import GibsonRules, Prizes

CASES = 400


def contest(
    *records: tuple[int, int], rounds_left: int = 2, prizes: Prizes | None = None, classes: str = ""
) -> Contest:
    players = tuple(
        PairingPlayer(
            number,
            half_wins=wins,
            half_losses=20 - wins,
            spread=spread,
            prize_class=classes[number - 1 : number].strip(),
        )
        for number, (wins, spread) in enumerate(records, 1)
    )
    return Contest(players, rounds_left, prizes or Prizes(2), GibsonRules((200,)))


def of(found: tuple[Prospect, ...], number: int) -> Prospect:
    return next(one for one in found if one.outlook.player.number == number)


def test_level_players_have_even_chances() -> None:
    found = forecast(contest((10, 0), (10, 0), (10, 0), (10, 0)), simulations=4000, seed="a")
    assert all(800 < one.first < 1200 for one in found)


def test_the_same_seed_gives_the_same_chances_and_another_one_others() -> None:
    field = contest((12, 0), (11, 0), (10, 0), (10, 50), (9, 0))
    assert forecast(field, simulations=CASES, seed="a") == forecast(
        field, simulations=CASES, seed="a"
    )
    assert forecast(field, simulations=CASES, seed="a") != forecast(
        field, simulations=CASES, seed="b"
    )


def test_without_simulations_it_is_what_is_certain_and_no_more() -> None:
    field = contest((12, 0), (11, 0), (10, 0), (10, 50))
    found = forecast(field, simulations=0, seed="a")
    assert [one.outlook for one in found] == list(outlooks(field))
    assert {(one.places, one.first, one.by_simulation) for one in found} == {((), 0, False)}
    finished = replace(field, rounds_left=0)
    assert forecast(finished, simulations=CASES, seed="a")[0].places == ()
    assert forecast(contest(), simulations=CASES, seed="a") == ()


def test_two_who_can_only_be_separated_by_their_own_game_are_in_control_by_simulation() -> None:
    field = contest((18, 0), (18, -20), (10, 0), (8, 0), rounds_left=1)
    found = forecast(field, simulations=CASES, seed="a")
    assert [one.outlook.state for one in found][:2] == [
        OutlookState.IN_CONTROL,
        OutlookState.IN_CONTROL,
    ]
    assert [one.by_simulation for one in found][:2] == [True, True]
    assert [one.state for one in outlooks(field)][:2] == [OutlookState.NEEDS_HELP] * 2


def test_prizes_of_a_class_go_to_its_best_players_whatever_else_they_win() -> None:
    field = contest(
        (20, 0), (14, 0), (14, 0), (4, 0), prizes=Prizes(1, (("B", 1), ("C", 2))), classes="BBCC"
    )
    found = forecast(field, simulations=CASES, seed="a")
    assert dict(of(found, 1).classes) == {"B": CASES}
    assert dict(of(found, 2).classes) == {"B": 0}
    assert [dict(of(found, n).classes) for n in (3, 4)] == [{"C": CASES}, {"C": CASES}]


def test_rounds_missed_without_a_loss_decide_between_equal_wins() -> None:
    played = PairingPlayer(1, half_wins=14, half_losses=6, spread=900)
    missed = PairingPlayer(2, half_wins=14, half_losses=4, spread=-900)
    field = Contest((played, missed), 1, Prizes(1), GibsonRules((200,)))
    found = forecast(field, simulations=CASES, seed="a")
    assert [one.outlook.player.number for one in found] == [2, 1]
    assert 0 < found[1].first < CASES


def test_how_far_it_is_is_told() -> None:
    told: list[tuple[int, int]] = []
    forecast(
        contest((12, 0), (11, 0)),
        simulations=2500,
        seed="a",
        tell=lambda done, total: told.append((done, total)),
    )
    assert told == [(1, 3), (2, 3), (3, 3)]


@st.composite
def contests(draw: st.DrawFn) -> Contest:
    records = draw(
        st.lists(st.tuples(st.integers(0, 20), st.integers(-400, 400)), min_size=1, max_size=9)
    )
    classes = draw(st.text("BC ", min_size=len(records), max_size=len(records)))
    prizes = Prizes(draw(st.integers(0, 4)), (("B", 1), ("C", 2)))
    field = contest(*records, rounds_left=draw(st.integers(1, 4)), prizes=prizes, classes=classes)
    equality = draw(st.booleans())
    return replace(field, gibson=GibsonRules((200,), equality_clinches=equality))


@examples(60)
@given(contests())
def test_chances_add_up_and_agree_with_what_is_certain(field: Contest) -> None:
    found = forecast(field, simulations=CASES, seed="x")
    players = len(found)
    for place in range(len(found[0].places)):
        assert sum(one.places[place] for one in found) == CASES
    assert sum(one.prize for one in found) == CASES * min(field.prizes.places, players)
    for one in found:
        if one.outlook.state == OutlookState.OUT:
            assert one.first == 0
        if one.outlook.state == OutlookState.CLINCHED:
            assert one.first == CASES
        for rank, count in enumerate(one.places, start=1):
            assert not count or one.outlook.best <= rank <= one.outlook.worst


@examples(60)
@given(contests())
def test_class_prizes_add_up_over_the_members_of_the_class(field: Contest) -> None:
    found = forecast(field, simulations=CASES, seed="x")
    for name, prizes in field.prizes.classes:
        counts = [dict(one.classes)[name] for one in found if name in dict(one.classes)]
        assert sum(counts) == CASES * min(prizes, len(counts))


@examples(30)
@given(contests(), st.randoms())
def test_the_order_of_the_players_makes_no_difference(field: Contest, random: object) -> None:
    players = list(field.players)
    random.shuffle(players)  # type: ignore[attr-defined]
    again = forecast(replace(field, players=tuple(players)), simulations=CASES, seed="x")
    assert again == forecast(field, simulations=CASES, seed="x")


@examples(30)
@given(contests())
def test_a_forecast_comes_back_from_its_values(field: Contest) -> None:
    found = forecast(field, simulations=CASES, seed="x")
    written = json.loads(json.dumps(forecast_to_values(found)))
    assert forecast_from_values(written) == found
