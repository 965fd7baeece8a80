"""The clocks of an event over the API: who may, every command, and what everybody is told."""

from __future__ import annotations

from typing import Any

import pytest

from tests.apps.api.asking import Program, error, of
from tests.apps.tournaments.clock.clock_events import clocks
from tests.apps.tournaments.desk_events import SLUG, entries_of, new_event, publish

pytestmark = pytest.mark.django_db

CLOCK = f"events/{SLUG}/clock"
WRITES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("announced-start", {"minutes": 10, "length": 30}),
    ("start", {"divisions": ["A"], "length": 40}),
    ("time", {"seconds": 90}),
    ("time", {"divisions": ["A"], "seconds": 60, "board": 2}),
    ("pause", {}),
    ("continuation", {}),
    ("break", {"kind": "lunch", "minutes": 30}),
    ("break-end", {}),
    ("announcement", {"text": "Tea is served.", "minutes": 5}),
)


def test_only_who_directs_the_event_writes_and_everybody_reads() -> None:
    new_event(divisions="AB")
    publish(1, (1, 2), (3, 4))
    before, otto = len(entries_of()), of("otto")
    for path, body in WRITES:
        assert Program().post(f"{CLOCK}/{path}", body).status_code == 401
        assert otto.post(f"{CLOCK}/{path}", body).status_code == 403
    assert len(entries_of()) == before
    assert Program().get(CLOCK).status_code == 200


def test_every_command_does_what_it_says_and_the_clock_tells_it() -> None:
    new_event(divisions="AB")
    publish(1, (1, 2), (3, 4))
    dora = of("dora")
    for path, body in WRITES:
        answer = dora.post(f"{CLOCK}/{path}", body)
        assert answer.status_code == 200, (path, answer.content)
    told = {one["division"]: one for one in Program().get(CLOCK).json()["divisions"]}
    one = told["A"]
    assert (one["round"], one["length_s"], one["added_s"]) == (1, 2400, 90)
    assert (one["boards"], one["announcement"]) == (
        [{"board": 2, "seconds": 60}],
        "Tea is served.",
    )
    assert [stage["phase"] for stage in one["stages"]] == ["coming", "running", "running"]
    assert one["stages"][1]["counted"] == "Round 1: {time} left"
    assert dora.post(f"{CLOCK}/stop", {"divisions": ["A"]}).status_code == 200
    assert not clocks()["A"].is_timed
    wrong = dora.post(f"{CLOCK}/pause", {"divisions": ["A"]})
    assert (wrong.status_code, error(wrong)["code"]) == (422, "clock.none")
