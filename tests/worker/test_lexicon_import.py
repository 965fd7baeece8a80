"""A list that was sent is read by a real worker, with progress, and whole if the worker dies."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from config.broker import Broker
from core import jobs
from core.models import Job
from lexicon.models import Lexicon
from lexicon.words.files import open_words
from tests.apps.lexicon.desk.lexica_pages import TEXT, confirm, send_list
from tests.apps.tournaments.desk_events import signed_in
from tests.depth import size, times
from tests.pages import source_at
from tests.processes import PATIENCE_S, wait_until
from tests.worker.workers import kill, own_worker, share_done, two_minutes_pass

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.timeout(3 * PATIENCE_S),
]

WORDS = size(20_000, deep=400_000)


@pytest.fixture
def desk() -> Client:
    """The browser of a director on an installation to which nothing was sent before."""
    for path in settings.UPLOADS_DIR.glob("*"):
        path.unlink()
    return signed_in("dora", operator=True)


def invented(count: int) -> Iterator[str]:
    """Yields invented words, seeded, some of them twice."""
    dice = random.Random(6)
    for _ in range(count):
        yield "".join(dice.choices("aeioubcdfghlmnprstvz", k=dice.randint(4, 11)))


def the_job() -> Job:
    return Job.objects.get(kind="import_lexicon")


def uploads() -> list[str]:
    """Returns the files that were sent and are still there."""
    return [path.name for path in settings.UPLOADS_DIR.glob("*") if not path.suffix]


def test_a_worker_reads_what_was_sent_and_a_person_installs_it(worker: Path, desk: Client) -> None:
    where = send_list(desk, TEXT)["Location"]
    wait_until(lambda: the_job().ended_at is not None, what="the list read", log=worker)
    assert (the_job().state, the_job().done, the_job().total) == ("done", 100, 100)
    assert uploads() == []
    assert not Lexicon.objects.exists()
    confirm(desk, where)
    held = Lexicon.objects.get()
    assert open_words(settings.LEXICA_DIR, held.sha256).holds("ZEBU")


def test_what_cannot_be_read_is_told_and_gone(worker: Path, desk: Client) -> None:
    where = send_list(desk, b"zax\nz4x\n")["Location"]
    wait_until(lambda: the_job().ended_at is not None, what="the refusal", log=worker)
    assert "zed24.txt, line 2: &#x27;z4x&#x27; contains a digit." in source_at(desk, where)
    assert uploads() == []


@pytest.mark.parametrize("turn", range(times(1)))
def test_a_worker_killed_in_the_middle_leaves_nothing_half_done_and_the_next_one_reads_it(
    broker: Broker, tmp_path: Path, desk: Client, turn: int
) -> None:
    before = {path.name for path in settings.LEXICA_DIR.glob("*")}
    words = list(invented(WORDS))
    where = send_list(desk, "\n".join(words).encode())["Location"]
    first, second = tmp_path / "first.log", tmp_path / "second.log"
    gate = tmp_path / "gate"
    gate.touch()
    share = share_done(turn, usual=0.1)
    gated = {"GATE": str(gate), "GATE_AT": str(share)}
    with own_worker(first, gated, loads="tests.worker.gate") as worker:
        wait_until(lambda: the_job().done >= 100 * share, what="a share of the work", log=first)
        kill(worker)
    assert (the_job().state, len(uploads())) == ("running", 1)
    assert {path.suffix for path in new_files(before)} <= {".list", ".json", ".words", ".keys"}
    assert "of 100 steps" in source_at(desk, where)
    assert not Lexicon.objects.exists()

    two_minutes_pass()
    with own_worker(second):
        jobs.sweep()
        wait_until(lambda: the_job().ended_at is not None, what="the list read", log=second)
    assert (the_job().state, the_job().attempts, uploads()) == ("done", 2, [])
    confirm(desk, where)
    held = Lexicon.objects.get()
    assert held.words == len(set(words))
    files = open_words(settings.LEXICA_DIR, held.sha256)
    assert all(files.holds(word.upper()) for word in words[::100])
    assert not [path for path in new_files(before) if path.name.startswith(".")]


def new_files(before: set[str]) -> list[Path]:
    """Returns the files of lists that were not there before."""
    return [path for path in settings.LEXICA_DIR.glob("*") if path.name not in before]
