"""Lexica over the API: the staff see what is here, operators keep them, nobody gets their words."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from core.jobs import run
from core.models import Job, JournalEntry
from lexicon.models import Lexicon
from tests.apps.api.asking import Program, error, of
from tests.builders.lexica import imported_list

pytestmark = pytest.mark.django_db

ONE = "lexica/SHORT"
WORDS = ("AX", "CAT", "CATS", "DOG")
SENT: dict[str, Any] = {
    "content": base64.b64encode("\n".join(WORDS).encode()).decode(),
    "file_name": "mine.txt",
}
WRITES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("POST", "word_lists", SENT),
    ("POST", "lexica", {"job": 1, "lexicon": "MINE"}),
    ("PATCH", ONE, {"name": "Shorter"}),
    ("POST", f"{ONE}/putting_away", {}),
    ("POST", f"{ONE}/taking_up", {}),
    ("POST", "in_force", {"association": "CLUB", "edition": "SHORT", "since": "2026-01-01"}),
    ("POST", "in_force/forgetting", {"association": "CLUB", "edition": "SHORT"}),
)


@pytest.fixture(autouse=True)
def _short() -> None:
    imported_list("SHORT", WORDS)


def test_the_staff_read_and_only_operators_write() -> None:
    before = JournalEntry.objects.count(), Job.objects.count()
    for path in ("lexica", ONE, "lexica_log/journal"):
        assert Program().get(path).status_code == 401
        assert of("guest", staff=False).get(path).status_code == 403
        assert of("dora").get(path).status_code == 200
    for method, path, body in WRITES:
        assert Program().ask(method, path, body).status_code == 401, path
        assert of("dora").ask(method, path, body).status_code == 403, path
    assert (JournalEntry.objects.count(), Job.objects.count()) == before
    assert of("dora").get("lexica/NONE").status_code == 404


def test_a_lexicon_is_told_without_a_word_of_it() -> None:
    answer = of("dora").get(ONE)
    told = answer.json()
    assert (told["words"], told["by_length"]) == (4, {"2": 1, "3": 2, "4": 1})
    assert not any(word.encode() in answer.content for word in WORDS if len(word) > 2)


def test_a_list_is_sent_read_by_a_job_and_added_once_somebody_has_named_it() -> None:
    boss = of("boss", operator=True)
    job = boss.post("word_lists", {**SENT, "content": base64.b64encode(b"AX\nOX\nZA\n").decode()})
    number = job.json()["job"]
    early = boss.post("lexica", {"job": number, "lexicon": "MINE"})
    assert (early.status_code, error(early)["code"]) == (422, "job.unread")
    run(number)
    assert boss.get(f"jobs/{number}").json()["state"] == "done"
    body = {"job": number, "lexicon": "MINE", "name": "My list"}
    added = boss.post("lexica", body, **{"Idempotency-Key": "mine"})
    assert added.status_code == 200, added.content
    assert boss.post("lexica", body, **{"Idempotency-Key": "mine"}).json()["repeated"]
    assert (Lexicon.objects.get(code="MINE").words, boss.get("lexica/MINE").status_code) == (3, 200)
    assert boss.post("lexica/MINE/putting_away", {}).status_code == 200
    assert boss.get("lexica/MINE").json()["is_put_away"]
    assert boss.post("lexica/MINE/taking_up", {}).status_code == 200


def test_dates_that_are_said_here_are_told_until_they_are_forgotten() -> None:
    boss = of("boss", operator=True)
    said = {"association": "CLUB", "edition": "SHORT", "since": "2026-01-01"}
    assert boss.post("in_force", said, **{"If-Match": '"x"'}).status_code == 412
    read = {"If-Match": boss.get("in_force")["ETag"]}
    assert boss.post("in_force", said, **read).status_code == 200
    found = boss.get("in_force?association=CLUB&day=2026-05-01").json()
    assert (found["edition"], found["since"]) == ("SHORT", "2026-01-01")
    assert boss.post("in_force/forgetting", {k: said[k] for k in ("association", "edition")})
    assert boss.get("in_force?association=CLUB&day=2026-05-01").json()["edition"] is None
    assert boss.get("in_force?day=soon").status_code == 400
    assert Program().get("in_force").status_code == 401


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({**SENT, "content": "no base64!"}, 400),
        ({**SENT, "content": 7}, 400),
        ({**SENT, "tile_set": "klingon"}, 422),
        ({"file_name": "x"}, 400),
        ({**SENT, "path": "/etc/passwd"}, 400),
    ],
)
def test_what_is_no_file_is_refused_and_no_job_asked_for(body: dict[str, Any], status: int) -> None:
    answer = of("boss", operator=True).post("word_lists", body)
    assert answer.status_code == status, answer.content
    assert not Job.objects.exists()
