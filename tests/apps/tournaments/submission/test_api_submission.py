"""Submissions over the API: what an authority would refuse, and the file, for the director."""

from __future__ import annotations

from typing import Any

import pytest

from tests.apps.api.asking import Program, error, of
from tests.apps.tournaments.submission.submission_events import (
    ROUNDS,
    SLUG,
    enter,
    imported_list,
    new_event,
    play,
    publish,
)

pytestmark = pytest.mark.django_db

NASPA = f"events/{SLUG}/submissions/naspa"


def _bytes(answer: Any) -> bytes:
    return b"".join(answer.streaming_content)


def test_only_those_who_direct_an_event_submit_its_results() -> None:
    new_event()
    for path in (NASPA, f"{NASPA}/file"):
        assert Program().get(path).status_code == 401
        assert of("otto").get(path).status_code == 403
    assert of("dora").get(NASPA).status_code == 200
    assert of("dora").get(f"events/{SLUG}/submissions/nobody").status_code == 404


def test_a_finished_event_is_checked_and_its_file_sent() -> None:
    new_event()
    play()
    imported_list()
    program = of("dora")
    shown = program.get(NASPA).json()
    assert (shown["divisions"], shown["forms"]) == (["A"], ["archive", "text"])
    assert (shown["ready"], shown["refused"]) == (True, [])
    text = program.get(f"{NASPA}/file?form=text")
    assert text["Content-Type"].startswith("text/plain")
    assert b"Abbot" in _bytes(text)
    assert program.get(f"{NASPA}/file?form=stone").status_code == 404


def test_what_would_be_refused_is_named_and_its_file_sent_only_anyway() -> None:
    new_event()
    publish(1, *ROUNDS[0])
    enter(1, 1)
    program = of("dora")
    shown = program.get(NASPA).json()
    assert not shown["ready"]
    assert "round.incomplete" in [one["code"] for one in shown["refused"]]
    assert "event.open" in [one["code"] for one in shown["to_look_at"]]
    refused = program.get(f"{NASPA}/file")
    assert (refused.status_code, error(refused)["code"]) == (422, "submission.not_ready")
    assert b"Abbot" in _bytes(program.get(f"{NASPA}/file?anyway=true"))
    assert program.get(f"{NASPA}?held_on=yesterday").status_code == 400
