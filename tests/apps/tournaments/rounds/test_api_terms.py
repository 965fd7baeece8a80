"""The terms of pairing over the API: plans, rules, conditions, and why a round came out so."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.apps.api.asking import Program, error, of
from tests.apps.tournaments.desk_events import SLUG, division, entries_of, four_played, new_event
from tournaments.kernel.queries.pairing_terms import pairing_rules_of

pytestmark = pytest.mark.django_db

A = f"events/{SLUG}/divisions/A"
PLAN, RULES, CONDITIONS = f"{A}/plan", f"{A}/pairing_rules", f"{A}/conditions"
LIFTED, WHY = f"{A}/lifted_conditions", f"{A}/rounds/2/why"
APART = {"kind": "apart", "one": 1, "two": 2, "note": "family"}
SWISS = {"first": 1, "last": 2, "method": "swiss"}
HILL = {"first": 3, "last": 3, "method": "koth", "lag": 1}


@pytest.fixture
def program() -> Program:
    """Returns a program of the director of an event of four."""
    new_event()
    return of("dora")


def _done(program: Program, method: str, path: str, body: Any) -> dict[str, Any]:
    answer = program.ask(method, path, body)
    assert answer.status_code == 200, answer.content
    said: dict[str, Any] = answer.json()
    return said


def test_only_those_who_direct_the_event_read_or_change_its_terms(program: Program) -> None:
    before, otto = len(entries_of()), of("otto")
    for path in (PLAN, f"{PLAN}/ready", RULES, CONDITIONS, WHY):
        assert Program().get(path).status_code == 401
        assert otto.get(path).status_code == 403
    writes: tuple[tuple[str, str, Any], ...] = (
        ("PUT", PLAN, {"rows": [SWISS]}),
        ("PATCH", RULES, {"places": 2}),
        ("POST", CONDITIONS, APART),
        ("POST", LIFTED, {"kind": "apart", "key": 1, "other_key": 2}),
    )
    for method, path, body in writes:
        assert Program().ask(method, path, body).status_code == 401
        assert otto.ask(method, path, body).status_code == 403
    assert len(entries_of()) == before
    assert program.get(WHY).status_code == 404


def test_a_plan_is_written_as_it_is_read(program: Program) -> None:
    assert program.get(PLAN).json() == {"rows": [], "problems": []}
    _done(program, "PUT", PLAN, {"rows": [SWISS, HILL]})
    shown = program.get(PLAN)
    assert [row["method"] for row in shown.json()["rows"]] == ["swiss", "koth"]
    rows = shown.json()["rows"]
    rows[1]["lag"] = 0
    changed = {"If-Match": shown["ETag"]}
    assert program.ask("PUT", PLAN, {"rows": rows}, **changed).status_code == 200
    late = program.ask("PUT", PLAN, {"rows": rows[:1]}, **changed)
    assert (late.status_code, error(late)["code"]) == (412, "version.changed")


def test_a_ready_plan_can_be_sent_as_it_comes(program: Program) -> None:
    ready = program.get(f"{PLAN}/ready").json()["items"]
    automatic = next(one for one in ready if one["key"] == "automatic")
    _done(program, "PUT", PLAN, {"rows": automatic["rows"]})
    assert program.get(PLAN).json()["rows"] == automatic["rows"]


def test_of_the_rules_those_named_change(program: Program) -> None:
    before = pairing_rules_of(division())
    assert program.get(RULES).json()["bye_policy"] == before.bye_policy
    _done(program, "PATCH", RULES, {"places": 2, "classes": [["B", 1]]})
    shown = program.get(RULES).json()
    assert (shown["places"], shown["classes"]) == (2, [["B", 1]])
    assert pairing_rules_of(division()) == replace(before, places=2, classes=(("B", 1),))


def test_a_condition_is_set_read_kept_and_lifted(program: Program) -> None:
    _done(program, "POST", CONDITIONS, APART)
    (held,) = program.get(CONDITIONS).json()["items"]
    assert (held["one"], held["two"], held["note"], held["idle"]) == (1, 2, "family", "")
    _done(program, "POST", f"{A}/check_in", {"here": [1, 2, 3, 4]})
    together = {"method": "swiss", "fixed": [{"one": 1, "two": 2}]}
    refused = program.post(f"{A}/rounds/1/pairing", together)
    assert refused.status_code == 422, refused.content
    named = {name: held[name] for name in ("kind", "key", "other_key", "first")}
    _done(program, "POST", LIFTED, named)
    assert program.get(CONDITIONS).json() == {"items": []}


def test_why_a_round_was_paired_so_is_told_in_figures() -> None:
    four_played()
    program = of("dora")
    _done(program, "POST", f"{A}/rounds/2/pairing", {"method": "swiss"})
    why = program.get(WHY).json()
    assert (why["method"], why["based_on"]) == ("swiss", 1)
    top = next(board for board in why["boards"] if board["one"] == 1)
    assert (top["two"], top["rank_one"], top["meetings"], top["last_met"]) == (3, 1, 0, None)
    assert top["alternative"]["costs"]["wins"] > 0
    sums = {
        name: sum(board["terms"].get(name, 0) for board in why["boards"]) for name in top["terms"]
    }
    assert all(why["objective"][name] == value for name, value in sums.items() if name != "total")
