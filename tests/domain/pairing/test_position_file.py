"""Position files: what they say, and what is made of those that contradict themselves."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import UserError
from tournaments.pairing.position import Meeting
from tournaments.pairing.position_file import SCHEMA, PositionFile, read_position
from tournaments.pairing.terms.prizes import NO_PRIZES, USUAL_GIBSONS, Prizes

Document = dict[str, Any]


def a_document() -> Document:
    """Returns five invented players: two rounds played, one published, one partly fixed."""
    return {
        "schema": SCHEMA,
        "name": "invented",
        "players": 5,
        "removed": [4],
        "total_rounds": 6,
        "place_prizes": 1,
        "class_of_player": [0, 0, 1, 1, 1],
        "class_prizes": [1],
        "gibson_spread": 100,
        "hopefulness": 0.1,
        "control_loss": {"activation_round": 5, "threshold": 0.3, "simulations": 50},
        "simulations": 200,
        "allow_repeat_byes": True,
        "top_down_byes": True,
        "seed": 7,
        "opponents": [[1, 0, 3, 2, 4], [2, 4, 0, 3, 1], [3, 2, 1, 0, 4], [1, 0, -1, -1, -1]],
        "scores": [[400, 300, 350, 350, 50], [410, 420, 400, 50, 300]],
    }


def read(document: Any) -> PositionFile:
    return read_position(json.dumps(document).encode())


def test_records_count_byes_and_ties() -> None:
    players = {p.number: p for p in read(a_document()).position().players}
    assert {n: (p.half_wins, p.half_losses, p.spread, p.byes) for n, p in players.items()} == {
        0: (4, 0, 110, 0),
        1: (2, 2, 20, 0),
        2: (1, 3, -10, 0),
        3: (3, 1, 50, 1),
    }


def test_meetings_count_in_rounds_not_played_yet_and_the_open_row_is_fixed() -> None:
    position = read(a_document()).position()
    assert position.round_number == 4
    assert Meeting(3, 0, 3) in position.meetings
    assert Meeting(2, 1, 4) in position.meetings
    assert position.fixed == ((0, 1),)
    assert position.fixed_byes == ()


def test_a_round_robin_goes_on_in_its_table_with_those_who_left() -> None:
    position = read(a_document()).position()
    assert (position.table, position.table_round) == ((0, 1, 2, 3, 4), 4)


def test_results_count_only_through_the_round_that_is_asked_for() -> None:
    players = read(a_document()).position(based_on=1).players
    assert [p.half_wins for p in players] == [2, 0, 1, 1]
    assert [p.byes for p in players] == [0, 0, 0, 1]
    with pytest.raises(UserError) as refused:
        read(a_document()).position(based_on=3)
    assert refused.value.field == "based_on"


def test_before_the_first_round_there_are_no_rows() -> None:
    position = read(a_document() | {"opponents": [], "scores": [], "removed": []}).position()
    assert (position.round_number, len(position.players), position.meetings) == (1, 5, ())


def test_prizes_classes_and_the_spread_of_a_game_are_part_of_the_position() -> None:
    position = read(a_document()).position()
    assert position.prizes == Prizes(1, (("1", 1),))
    assert {p.number: p.prize_class for p in position.players} == {0: "", 1: "", 2: "1", 3: "1"}
    assert (position.gibson.spread, position.bye_policy) == ((100,), "top_down")
    assert (position.total_rounds, position.based_on, position.rounds_left) == (6, 2, 4)
    silent = {"schema": SCHEMA, "players": 2, "total_rounds": 3, "opponents": [], "scores": []}
    plain = read(silent).position()
    assert (plain.prizes, plain.gibson) == (NO_PRIZES, USUAL_GIBSONS)
    assert plain.bye_policy == "bottom_up"


def test_games_of_the_first_round_without_results_are_pending() -> None:
    assert read(a_document()).position().pending == ((0, 3), (1, 2))
    assert read(a_document()).position(based_on=1).pending == ((0, 2), (1, 4))


def test_numbers_of_a_method_come_in_whole_parts() -> None:
    assert dict(read(a_document()).options) == {
        "simulations": 200,
        "control_simulations": 50,
        "hopefulness": 100,
        "control_threshold": 30,
        "control_from": 5,
        "repeat_byes": 1,
    }
    silent = {"schema": SCHEMA, "players": 2, "total_rounds": 3, "opponents": [], "scores": []}
    assert dict(read(silent).options) == {"repeat_byes": 0}
    assert dict(read(a_document() | {"hopefulness": 0.0001}).options)["hopefulness"] == 1


def changed(**fields: Any) -> Callable[[Document], Document]:
    return lambda document: document | fields


def at(name: str, row: int, player: int, value: Any) -> Callable[[Document], Document]:
    """Returns a change of one value in a row of opponents or scores."""

    def change(document: Document) -> Document:
        document[name][row][player] = value
        return document

    return change


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        (at("opponents", 0, 1, 2), "opponents[0][0]", "Player 0 meets 1 in round 1, but 1 meets 2"),
        (at("opponents", 0, 0, 9), "opponents[0][0]", "no player 9"),
        (at("opponents", 1, 3, -2), "opponents[1][3]", "no player -2"),
        (at("opponents", 1, 3, -1), "opponents[1][3]", "not paired in round 2"),
        (at("opponents", 0, 0, "1"), "opponents[0][0]", "Expected `int`, got `str`"),
        (at("opponents", 0, 0, True), "opponents[0][0]", "Expected `int`, got `bool`"),
        (at("opponents", 0, 0, 10**40), "opponents[0][0]", "no player 1000"),
        (at("scores", 0, 0, 1.5), "scores[0][0]", "Expected `int`, got `float`"),
        (at("scores", 0, 0, 99_999), "scores[0][0]", "<= 10000"),
        (at("scores", 0, 0, None), "scores[0][0]", "got `null`"),
        (changed(scores=[[0] * 5] * 4), "scores[3]", "Round 4 has scores but is not paired"),
        (changed(scores=[[0] * 4]), "scores[0]", "Round 1 has 4 scores for 5 players"),
        (changed(opponents=[[0, 1]], scores=[]), "opponents[0]", "has 2 opponents for 5 players"),
        (changed(removed=[4, 4]), "removed[1]", "Player 4 is removed twice"),
        (changed(removed=[5]), "removed[0]", "no player 5"),
        (changed(removed=[0]), "opponents[3][0]", "removed, but fixed against 1"),
        (changed(class_of_player=[0, 0, 1, 1, 2]), "class_of_player[4]", "has the class 2"),
        (changed(class_of_player=[0]), "class_of_player", "1 classes for 5 players"),
        (changed(total_rounds=-1), "total_rounds", ">= 1"),
        (changed(total_rounds=3), "total_rounds", "All 3 rounds are paired"),
        (changed(players=10**9), "players", "<= 3000"),
        (changed(place_prizes=-1), "place_prizes", ">= 0"),
        (changed(class_prizes=[-1]), "class_prizes[0]", ">= 0"),
        (changed(class_of_player=[-1, 0, 1, 1, 1]), "class_of_player[0]", "Player 0 has the class"),
        (changed(gibson_spread=-1), "gibson_spread", ">= 0"),
        (changed(simulations=-5), "simulations", ">= 1"),
        (changed(simulations=10**9), "simulations", "<= 100000"),
        (changed(hopefulness=0), "hopefulness", "> 0"),
        (changed(hopefulness=1.5), "hopefulness", "<= 1"),
        (changed(hopefulness=float("inf")), None, "not JSON"),
        (changed(control_loss={"simulations": 0}), "control_loss.simulations", ">= 1"),
        (changed(control_loss={"activation_round": -1}), "control_loss.activation_round", ">= 0"),
        (changed(control_loss=[]), "control_loss", "Expected `object`"),
        (changed(top_down_byes="yes"), "top_down_byes", "Expected `bool`"),
        (changed(schema="other/1"), "schema", "other/1"),
        (lambda document: [document], None, "Expected `object`"),
        (lambda document: {k: v for k, v in document.items() if k != "players"}, None, "players"),
    ],
)
def test_a_file_that_contradicts_itself_is_refused_with_the_place(
    change: Callable[[Document], Any], field: str | None, words: str
) -> None:
    with pytest.raises(UserError) as refused:
        read(change(a_document()))
    assert refused.value.field == field
    assert words in refused.value.message


@pytest.mark.parametrize(
    "data", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b'{"players": NaN}', b"9" * 10_000, b"null"]
)
def test_what_is_no_document_is_refused(data: bytes) -> None:
    with pytest.raises(UserError):
        read_position(data)


def test_a_byte_order_mark_is_no_fault() -> None:
    data = b"\xef\xbb\xbf" + json.dumps(a_document()).encode()
    assert read_position(data).players == 5


values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 7) | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=3), inner),
)


@given(name=st.sampled_from(sorted(a_document())), value=values)
def test_any_other_value_of_any_field_is_read_or_refused(name: str, value: object) -> None:
    try:
        read(a_document() | {name: value}).position()
    except UserError as refused:
        message = refused.message
    else:
        return
    assert message
