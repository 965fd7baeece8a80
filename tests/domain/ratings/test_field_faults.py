"""The conditions of a field before it is rated, and the names of its faults."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.systems.errors import RatingError
from ratings.systems.field import RatedField, RatedGame, RatedPlayer
from ratings.systems.registry import SYSTEMS, rating_system
from ratings.wording import in_words


def a_player(number: int, *games: RatedGame, rating: int = 1500, life: int = 60) -> RatedPlayer:
    return RatedPlayer(number, rating, life, games)


G = RatedGame
FAULTS = {
    "rounds.range": RatedField((), -1),
    "player.number": RatedField((a_player(0),), 3),
    "player.duplicate": RatedField((a_player(4), a_player(4)), 3),
    "player.rating": RatedField((a_player(4, rating=20_001),), 3),
    "player.life_games": RatedField((a_player(4, life=-1),), 3),
    "game.twice": RatedField((a_player(1, G(2, 3, 2), G(2, 3, 2)), a_player(3, G(2, 1, 0))), 3),
    "game.round": RatedField((a_player(1, G(4, 3, 2)), a_player(3, G(4, 1, 0))), 3),
    "game.self": RatedField((a_player(1, G(1, 1, 1)),), 3),
    "game.credit": RatedField((a_player(1, G(1, 2, 3)), a_player(2, G(1, 1, -1))), 3),
    "game.opponent": RatedField((a_player(1, G(1, 9, 2)),), 3),
    "game.mirror": RatedField((a_player(1, G(1, 2, 2)), a_player(2)), 3),
    "game.credits": RatedField((a_player(1, G(1, 2, 2)), a_player(2, G(1, 1, 2))), 3),
}


@pytest.mark.parametrize("code", FAULTS)
def test_a_field_that_is_not_whole_is_refused_by_every_system(code: str) -> None:
    for system in SYSTEMS.values():
        with pytest.raises(RatingError) as refused:
            system.rate(FAULTS[code])
        assert refused.value.code == code


@pytest.mark.parametrize("code", FAULTS)
def test_every_fault_has_a_sentence_that_names_its_place(code: str) -> None:
    with pytest.raises(RatingError) as refused:
        rating_system("naspa").rate(FAULTS[code])
    sentence = in_words(refused.value)
    assert sentence.endswith(".")
    for value in refused.value.params.values():
        assert str(value) in sentence or refused.value.code in {"game.self", "game.credit"}


def test_a_fault_names_the_player_the_round_and_the_opponent() -> None:
    with pytest.raises(RatingError) as refused:
        rating_system("naspa").rate(FAULTS["game.mirror"])
    assert refused.value.params == {"player": 1, "round": 1, "opponent": 2}


def test_the_fault_named_is_the_same_in_any_order_of_the_players() -> None:
    players = (a_player(3, G(1, 9, 2)), a_player(1, G(2, 7, 2)), a_player(2))
    for order in (players, players[::-1]):
        with pytest.raises(RatingError) as refused:
            rating_system("naspa").rate(RatedField(order, 3))
        assert refused.value.params == {"player": 1, "round": 2, "opponent": 7}


def test_a_system_is_found_by_its_key_or_its_alias() -> None:
    assert rating_system("naspa-csw").key == "naspa-csw"
    assert rating_system("nsa2008") is rating_system("naspa")


def test_an_unknown_system_is_refused_with_the_installed_ones() -> None:
    with pytest.raises(RatingError) as refused:
        rating_system("homemade")
    assert refused.value.code == "system.unknown"
    installed = ", ".join(SYSTEMS)
    assert in_words(refused.value) == (
        f"There is no rating system homemade; choose one of {installed}."
    )


NUMBERS = st.integers(-2, 5) | st.integers()
ANY_FIELD = st.builds(
    RatedField,
    players=st.lists(
        st.builds(
            RatedPlayer,
            number=NUMBERS,
            rating=NUMBERS,
            life_games=st.none() | NUMBERS,
            games=st.lists(st.builds(RatedGame, NUMBERS, NUMBERS, NUMBERS), max_size=3).map(tuple),
        ),
        max_size=4,
    ).map(tuple),
    scheduled_rounds=NUMBERS,
)


@given(ANY_FIELD)
def test_any_field_is_rated_or_refused_with_a_sentence(field: RatedField) -> None:
    assert rated_or_refused(field) in (len(field.players), "refused")


def rated_or_refused(field: RatedField) -> int | str:
    try:
        return len(rating_system("naspa-csw").rate(field))
    except RatingError as refused:
        return "refused" if in_words(refused) else "refused without words"


@given(st.integers(-20_000, 20_000), st.integers(-20_000, 20_000), st.integers(0, 2))
def test_the_widest_gap_between_two_ratings_is_rated(one: int, two: int, half_wins: int) -> None:
    games = (G(1, 2, half_wins),), (G(1, 1, 2 - half_wins),)
    field = RatedField((a_player(1, *games[0], rating=one), a_player(2, *games[1], rating=two)), 1)
    changes = rating_system("naspa-csw").rate(field)
    assert sum(change.expected for change in changes) == pytest.approx(1)
