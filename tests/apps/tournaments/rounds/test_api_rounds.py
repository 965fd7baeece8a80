"""Rounds over the API: drafts are the director's, what is published is everybody's."""

from __future__ import annotations

from typing import Any

import pytest

from tests.apps.api.asking import Program, error, of
from tests.apps.tournaments.desk_events import SLUG, enter, entries_of, new_event, publish, set_up
from tests.builders.events import HIDDEN, a_played_event, hidden_players
from tournaments.models import Round

pytestmark = pytest.mark.django_db

A = f"events/{SLUG}/divisions/A"
ONE, TWO = f"{A}/rounds/1", f"{A}/rounds/2"
PAIRS = {"boards": [{"one": 1, "two": 2}, {"one": 3, "two": 4}]}
PLAYED: dict[str, Any] = {"entry": 1, "opponent": 3, "score": 400, "opponent_score": 300}
COMMANDS: dict[str, dict[str, Any]] = {
    f"{ONE}/pairing": {"method": "swiss"},
    f"{ONE}/publication": {},
    f"{ONE}/unpublication": {},
    f"{ONE}/swaps": {"one": 1, "two": 3},
    f"{ONE}/waiting_pairs": {"one": 1, "two": 3},
    f"{ONE}/boards_taken_apart": {"entry": 1},
    f"{ONE}/played": PLAYED,
    f"{ONE}/starts": {"entry": 1},
}


@pytest.fixture
def program() -> Program:
    """Returns a program of the director of an event of four."""
    new_event()
    return of("dora")


def _done(program: Program, path: str, body: Any, method: str = "POST") -> dict[str, Any]:
    answer = program.ask(method, path, body)
    assert answer.status_code == 200, answer.content
    said: dict[str, Any] = answer.json()
    return said


def _names(boards: list[Any]) -> list[list[str]]:
    return [[side["name"] for side in board["sides"]] for board in boards]


def test_only_those_who_direct_the_event_read_a_draft_or_change_it(program: Program) -> None:
    set_up(1, (1, 2), (3, 4))
    before = len(entries_of())
    assert Program().get(ONE).status_code == 401
    for path in (f"{ONE}/pairings", f"{ONE}/starts"):
        assert program.get(path).status_code == 404
    otto = of("otto")
    assert otto.get(ONE).status_code == 403
    for path, body in COMMANDS.items():
        assert Program().post(path, body).status_code == 401
        assert otto.post(path, body).status_code == 403, path
    assert otto.ask("PUT", ONE, PAIRS).status_code == 403
    assert len(entries_of()) == before
    assert program.get(ONE).json()["state"] == "draft"


def test_a_draft_is_nobodys_until_it_is_published(program: Program) -> None:
    _done(program, ONE, PAIRS, "PUT")
    line = {"round": 1, "games": 0, "done": 0, "published_at": None, "changed_at": None}
    assert Program().get(f"{A}/rounds").json()["rows"][0] == {**line, "state": "planned"}
    assert Program().get(f"{ONE}/pairings").status_code == 404
    _done(program, f"{ONE}/publication", {})
    shown = Program().get(f"{A}/rounds").json()["rows"]
    assert [row["state"] for row in shown] == ["published", "planned", "planned"]
    assert shown[0]["games"] == 2
    assert shown[0]["published_at"]
    assert _names(Program().get(f"{ONE}/pairings").json()["rows"]) == [
        ["Ada", "Bea"],
        ["Cem", "Dov"],
    ]


def test_a_round_is_paired_published_played_and_the_next_one_paired_on_it(
    program: Program,
) -> None:
    _done(program, f"{A}/check_in", {"here": [1, 2, 3, 4]})
    paired = _done(program, f"{ONE}/pairing", {"method": "swiss"})
    assert paired["sentence"].startswith("Round 1 of A paired by Swiss")
    draft = program.get(ONE).json()
    assert draft["paired"]["method"] == "swiss"
    assert sorted(map(sorted, _names(draft["games"]))) == [["Ada", "Cem"], ["Bea", "Dov"]]
    _done(program, f"{ONE}/publication", {})
    for entry in (1, 2):
        result = {"entry": entry, "score": 400, "opponent_score": 300}
        _done(program, f"{ONE}/results", result)
    _done(program, f"{TWO}/pairing", {"method": "swiss"})
    seats = program.get(TWO).json()["games"][0]["sides"]
    assert [(seat["rank"], seat["wins"], seat["spread"]) for seat in seats] == [(1, 1, 100)] * 2


def test_a_draft_is_changed_only_as_it_was_read(program: Program) -> None:
    set_up(1, (1, 2), (3, 4))
    read = {"If-Match": program.get(ONE)["ETag"]}
    _done(program, f"{ONE}/swaps", {"one": 2, "two": 3})
    assert _names(program.get(ONE).json()["games"]) == [["Ada", "Cem"], ["Bea", "Dov"]]
    late = program.ask("PUT", ONE, PAIRS, **read)
    assert (late.status_code, error(late)["code"]) == (412, "version.changed")


def test_a_board_is_taken_apart_and_those_who_wait_are_paired(program: Program) -> None:
    set_up(1, (1, 2), (3, 4))
    _done(program, f"{ONE}/boards_taken_apart", {"entry": 2})
    draft = program.get(ONE).json()
    assert [seat["name"] for seat in draft["waiting"]] == ["Ada", "Bea"]
    assert draft["could_meet"] == [{"one": 1, "two": 2, "met": [], "to_come": []}]
    refused = program.post(f"{ONE}/publication", {})
    assert (refused.status_code, error(refused)["code"]) == (422, "round.waiting")
    _done(program, f"{ONE}/waiting_pairs", {"one": 2, "two": 1, "board": 7})
    assert [board["board"] for board in program.get(ONE).json()["games"]] == [2, 7]


def test_what_changed_under_a_draft_is_named(program: Program) -> None:
    set_up(1, (1, 2), (3, 4))
    assert program.get(ONE).json()["changed_since"] is None
    done = _done(program, f"{A}/entries/1", {"rating": 1900}, "PATCH")
    assert program.get(ONE).json()["changed_since"] == done["journal_entry"]


def test_a_round_is_taken_back_while_nobody_has_a_result(program: Program) -> None:
    publish(1, (1, 2), (3, 4))
    assert error(program.post(f"{ONE}/unpublication", {}))["code"] == "confirm"
    _done(program, f"{ONE}/unpublication", {"confirmed": True})
    assert Round.objects.get().stage == Round.Stage.DRAFT
    published = _done(program, f"{ONE}/publication", {})["journal_entry"]
    undo = f"events/{SLUG}/journal/{published}/undo"
    undone = _done(program, undo, {})["journal_entry"]
    assert Round.objects.get().stage == Round.Stage.DRAFT
    _done(program, f"events/{SLUG}/journal/{undone}/undo", {})
    enter(1, 1, 400, 300)
    refused = program.post(f"{ONE}/unpublication", {})
    assert refused.status_code == 422
    assert Round.objects.get().stage == Round.Stage.PUBLISHED


def test_who_really_went_first_is_recorded_and_counted(program: Program) -> None:
    publish(1, (1, 2), (3, 4))
    before = Program().get(f"{ONE}/starts").json()["rows"][0]
    other = before["second"]
    asked = program.post(f"{ONE}/starts", {"entry": other})
    assert (asked.status_code, error(asked)["code"]) == (409, "confirm")
    _done(program, f"{ONE}/starts", {"entry": other, "confirmed": True})
    after = Program().get(f"{ONE}/starts").json()["rows"][0]
    assert (after["first"], after["decided_by"]) == (other, "recorded")
    counts = {row["entry"]: row["firsts"] for row in Program().get(f"{A}/starts").json()["rows"]}
    assert (counts[other], counts[before["first"]]) == (1, 0)


def test_a_game_against_the_wrong_opponent_is_recorded(program: Program) -> None:
    publish(1, (1, 2), (3, 4))
    why = {**PLAYED, "why": "they sat at the wrong table"}
    assert error(program.post(f"{ONE}/played", why))["code"] == "confirm"
    _done(program, f"{ONE}/played", {**why, "confirmed": True})
    boards = Program().get(f"{ONE}/pairings").json()["rows"]
    assert [
        (names, board["changed"]) for names, board in zip(_names(boards), boards, strict=True)
    ] == [
        (["Ada", "Cem"], True),
        (["Bea", "Dov"], True),
    ]


def test_a_round_that_is_not_planned_is_not_there(program: Program) -> None:
    for path in (f"{A}/rounds/4", f"events/{SLUG}/divisions/Z/rounds/1"):
        assert program.get(path).status_code == 404
    assert program.get(f"{A}/rounds/3").json()["state"] == "planned"


def test_the_public_reads_no_name_that_is_hidden() -> None:
    a_played_event(players=6, rounds=1, registered=hidden_players())
    for path in (f"{ONE}/pairings", f"{ONE}/starts", f"{A}/starts", f"{A}/rounds"):
        said = Program().get(path).content.decode()
        assert not any(name in said for name in HIDDEN), path
    meeting = Program().get(f"{ONE}/pairings").json()["rows"][0]
    assert (meeting["meeting"], meeting["outcome"]) == (1, "played")


def test_everybody_reads_from_a_to_z_where_they_sit_once_a_round_is_published(
    program: Program,
) -> None:
    set_up(1, (4, 1), (2, 3))
    assert program.get(f"{ONE}/pairings/names").status_code == 404
    _done(program, f"{ONE}/publication", {})
    answer = Program().get(f"{ONE}/pairings/names")
    rows = answer.json()["rows"]
    assert [(row["filed"], row["board"], row["opponent"]) for row in rows] == [
        ("Ada", 1, 4),
        ("Bea", 2, 3),
        ("Cem", 2, 2),
        ("Dov", 1, 1),
    ]
    again = Program().get(f"{ONE}/pairings/names", **{"If-None-Match": answer["ETag"]})
    assert again.status_code == 304


def test_who_meets_nobody_is_among_the_names_and_says_as_what() -> None:
    a_played_event(players=5, rounds=1)
    rows = Program().get(f"{ONE}/pairings/names").json()["rows"]
    alone = [row for row in rows if row["opponent"] is None]
    assert len(rows) == 5
    assert [(row["board"], row["outcome"]) for row in alone] == [(None, "bye")]
    assert all(row["outcome"] is None for row in rows if row not in alone)


def test_the_names_of_a_round_are_those_of_the_public_pages() -> None:
    a_played_event(players=6, rounds=1, registered=hidden_players())
    shown = Program().get(f"{ONE}/pairings/names")
    assert len(shown.json()["rows"]) == 6
    assert not any(name in shown.content.decode() for name in HIDDEN)
