"""Backups that are made without anybody: when, each restored on trial, and kept by age."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections import namedtuple
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.db import transaction
from django.utils import timezone

from config.celery import app
from config.schedule import SCHEDULE
from core.backup import automatic_job, room, trying
from core.backup.automatic import automatic_name, is_automatic
from core.backup.automatic_job import APART, AUTOMATIC, NIGHT, ROUND, ask_where_due
from core.backup.status import backup_status, failure_of_the_last
from core.backup.tables import empty_tables
from core.backup.trials import TRIALS, Trial, keep_trial, trial_of, trials_in
from core.jobs import enqueue, run
from core.journal.guard import writing
from core.locks import exclusive
from core.models import Job, JournalEntry
from tests.apps.core.backups import rewritten
from tests.apps.tournaments.desk_events import SLUG, enter, give, new_event, set_up
from tests.builders.events import a_played_event
from tests.contract_calls import answer, leaves, refusal
from tournaments.rounds.commands.rounds import PublishRound

pytestmark = pytest.mark.django_db(transaction=True)

_Usage = namedtuple("_Usage", "total used free")
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    """The folder of backups of an installation that makes them, without words of other tests."""
    settings.BACKUPS_DIR = tmp_path / "backups"
    settings.LEXICA_DIR = tmp_path / "lexica"
    settings.LEXICA_DIR.mkdir()
    return tmp_path / "backups"


@pytest.fixture
def switched_on(settings: Any) -> None:
    """Has them made, after an event was made: an event that is laid again has no jobs."""
    new_event()
    settings.BACKUPS = True


@pytest.fixture
def trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Takes every trial for a good one: what is tried is tested by others."""

    def good(path: Path, **_: object) -> Trial:
        return Trial(bytes=path.stat().st_size, tried_at=timezone.now())

    monkeypatch.setattr(automatic_job, "try_backup", good)


def publish_round_1() -> None:
    give(PublishRound(event=SLUG, division="A", round=1))


def made_now(why: str = NIGHT) -> Job:
    """Has an automatic backup made; returns its job as it ended."""
    job = enqueue(AUTOMATIC, "installation", {"why": why})
    assert run(job.pk)
    job.refresh_from_db()
    return job


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.backup"))


# When


@pytest.mark.usefixtures("switched_on", "trusted")
def test_a_published_round_asks_for_one_and_a_draft_or_a_result_for_none() -> None:
    set_up(1, (1, 2), (3, 4))
    assert not Job.objects.filter(kind=AUTOMATIC).exists()
    publish_round_1()
    (job,) = Job.objects.filter(kind=AUTOMATIC)
    assert job.arguments == {"why": ROUND}
    run(job.pk)
    enter(1, 1, 423, 389)
    assert Job.objects.filter(kind=AUTOMATIC).count() == 1


def test_where_they_are_switched_off_none_is_asked_for() -> None:
    new_event()
    set_up(1, (1, 2), (3, 4))
    publish_round_1()
    assert ask_where_due(NOON) is None
    assert not Job.objects.filter(kind=AUTOMATIC).exists()


@pytest.mark.usefixtures("switched_on", "trusted")
def test_a_round_soon_after_a_backup_waits_for_the_next_look_and_is_not_forgotten(
    folder: Path,
) -> None:
    made_now()
    (first,) = names(folder)
    skipped = made_now(ROUND)
    assert (skipped.state, skipped.result) == (Job.State.DONE, {"skipped": True})
    assert names(folder) == [first]
    job = ask_where_due(timezone.now())
    assert job is not None
    assert job.arguments == {"why": ROUND}
    older = (timezone.now() - APART).timestamp()
    os.utime(folder / first, (older, older))
    shutil.move(folder / first, folder / automatic_name(NOON))
    assert run(job.pk)
    assert len(names(folder)) == 2


@pytest.mark.usefixtures("switched_on", "trusted")
def test_the_night_has_one_made_by_the_first_look_after_three_that_finds_the_machine_on() -> None:
    assert ask_where_due(NOON.replace(hour=2, minute=55)) is None
    job = ask_where_due(NOON)
    assert job is not None
    Job.objects.filter(pk=job.pk).update(queued_at=NOON)
    assert ask_where_due(NOON + timedelta(hours=14)) is None
    run(job.pk)
    assert ask_where_due(NOON + timedelta(minutes=10)) is None
    assert ask_where_due(NOON + timedelta(hours=15)) is not None


@pytest.mark.usefixtures("switched_on")
def test_one_of_the_night_that_failed_is_tried_again_after_an_hour() -> None:
    job = ask_where_due(NOON)
    assert job is not None
    Job.objects.filter(pk=job.pk).update(state=Job.State.FAILED, queued_at=NOON)
    assert ask_where_due(NOON + timedelta(minutes=50)) is None
    assert ask_where_due(NOON + timedelta(minutes=70)) is not None


@pytest.mark.usefixtures("switched_on", "trusted")
def test_a_clock_that_was_ahead_and_is_right_again_keeps_no_night_from_its_backup() -> None:
    """Who has a laptop with an empty battery sets its clock, and may set it wrong first."""
    job = ask_where_due(NOON)
    assert job is not None
    for state in (Job.State.QUEUED, Job.State.DONE, Job.State.FAILED):
        a_year_on = NOON + timedelta(days=365)
        Job.objects.filter(pk=job.pk).update(queued_at=a_year_on, state=state)
        again = ask_where_due(NOON)
        assert again is not None, state
        again.delete()


@pytest.mark.both_databases("locks")
def test_only_one_machine_makes_it_at_a_time(folder: Path) -> None:
    with exclusive("automatic-backup"):
        assert made_now().result == {"skipped": True}
    assert names(folder) == []


# The trial


@pytest.mark.both_databases("backup")
@pytest.mark.timeout(120)  # another program restores it and replays an event
def test_it_is_restored_on_trial_compared_row_for_row_and_an_event_replayed(folder: Path) -> None:
    a_played_event(players=6, rounds=2)
    Job.objects.all().delete()
    job = made_now()
    assert (job.state, job.error) == (Job.State.DONE, "")
    (name,) = names(folder)
    trial = trial_of(folder / name, trials_in(folder))
    assert trial is not None
    assert (trial.wrong, trial.replayed) == ("", "Spring Open")
    assert trial.rows > 50
    assert {path.name for path in folder.iterdir()} == {name, TRIALS}
    assert backup_status().tried_at == trial.tried_at


def _forget_a_seat(members: dict[str, bytes], manifest: dict[str, Any]) -> None:
    """Changes a score in a way that hash and size of the file vouch for: only a replay sees it."""
    text = members["rows/tournaments.result.jsonl"]
    (table,) = (t for t in manifest["tables"] if t["model"] == "tournaments.result")
    at = table["fields"].index("reason")
    lines = text.splitlines()
    row = json.loads(lines[0])
    row[at] = "adjudicated"
    changed = b"\n".join([json.dumps(row).encode(), *lines[1:]]) + b"\n"
    members["rows/tournaments.result.jsonl"] = changed
    table["bytes"], table["sha256"] = len(changed), hashlib.sha256(changed).hexdigest()


@pytest.mark.timeout(120)
def test_a_backup_whose_rows_are_not_those_of_its_journal_is_told(tmp_path: Path) -> None:
    a_played_event(players=4, rounds=1)
    file = tmp_path / "kept.backup"
    answer("backup", file)
    found = leaves("try_backup", rewritten(file, _forget_a_seat), code=1)
    assert "came back" in found["wrong"] or "gives another event" in found["wrong"]
    file.write_bytes(file.read_bytes()[:-40])
    assert "is damaged" in leaves("try_backup", file, code=1)["wrong"]


def test_a_trial_that_fails_is_a_failed_job_told_by_the_desk_and_taken_for_no_backup(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_event()
    monkeypatch.setattr(trying, "_restored", lambda *_: ("", "Killed\n"))
    job = made_now()
    (name,) = names(folder)
    assert job.state == Job.State.FAILED
    assert job.error == (
        f"{name} was written, but cannot be relied on: It could not be restored: Killed."
    )
    assert failure_of_the_last() == job.error
    assert backup_status().tried_at is None


@pytest.mark.usefixtures("trusted")
def test_a_trial_is_of_one_file_and_forgotten_with_it(folder: Path) -> None:
    folder.mkdir()
    path = folder / automatic_name(NOON)
    path.write_bytes(b"12345")
    keep_trial(folder, path.name, Trial(bytes=5, tried_at=NOON))
    assert trial_of(path, trials_in(folder)) is not None
    path.write_bytes(b"1234567")
    assert trial_of(path, trials_in(folder)) is None
    path.unlink()
    made_now()
    assert list(trials_in(folder)) == names(folder)
    (folder / TRIALS).write_text("{")
    assert trials_in(folder) == {}


# Room and age


def test_none_is_begun_without_room(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = mock.Mock(return_value=_Usage(0, 0, 510 * 2**20))
    monkeypatch.setattr(shutil, "disk_usage", usage)
    monkeypatch.setattr(room, "size_of_everything", lambda: 100 * 2**20)
    job = made_now()
    assert job.state == Job.State.FAILED
    assert "510 MB are free, and 800 MB have to be" in job.error
    assert names(folder) == []


@pytest.mark.usefixtures("trusted")
def test_what_a_killed_process_left_goes_and_what_another_machine_is_at_stays(
    folder: Path,
) -> None:
    """The folder may be shared: a trial that somebody removed would show a good backup as bad."""
    long_ago = timezone.now().timestamp() - 2 * 86_400
    for name in ("left", "begun"):
        (folder / f".trial-{name}").mkdir(parents=True)
        (folder / f".automatic-2026-11-22-{name}.backup.77.part").write_bytes(b"half")
    for path in (folder / ".trial-left", folder / ".automatic-2026-11-22-left.backup.77.part"):
        os.utime(path, (long_ago, long_ago))
    made_now()
    (name,) = names(folder)
    trying.try_backup(folder / name, beside=folder)
    left = sorted(path.name for path in folder.iterdir() if path.name.startswith("."))
    assert left == [".automatic-2026-11-22-begun.backup.77.part", ".trial-begun"]


@pytest.mark.usefixtures("trusted")
def test_those_that_have_had_their_time_go_and_what_people_made_stays(folder: Path) -> None:
    folder.mkdir()
    long_ago = timezone.now() - timedelta(days=400)
    stay = ["before-2020-01-01-000000.backup", "wallchart-2020-01-01-000000.backup", "my.backup"]
    for name in (*stay, "automatic-2020-01-01-000000.backup"):
        (folder / name).write_bytes(b"")
        os.utime(folder / name, (long_ago.timestamp(),) * 2)
    made_now()
    assert [name for name in names(folder) if not is_automatic(name)] == sorted(stay)
    (new,) = (name for name in names(folder) if is_automatic(name))
    assert not new.startswith("automatic-2020")


@pytest.mark.usefixtures("trusted")
def test_backups_that_were_copied_to_another_machine_are_as_old_as_they_were(folder: Path) -> None:
    """A copy has the time of copying, unless whoever makes it asks for more."""
    folder.mkdir()
    now = timezone.now()
    for days in (*range(1, 6), 400):
        (folder / automatic_name(timezone.localtime(now - timedelta(days=days)))).write_bytes(b"")
    (folder / "automatic-2026-99-99-000000.backup").write_bytes(b"")
    later = now + timedelta(days=3)
    removed = automatic_job.remove_outlived(folder, later)
    old = automatic_name(timezone.localtime(now - timedelta(days=400)))
    assert removed == [old], "one a day is kept for two weeks"


def test_the_last_good_one_is_known_from_the_jobs_of_other_machines_too() -> None:
    new_event()
    with writing():
        JournalEntry.objects.update(at=timezone.now() - timedelta(days=9))
    assert backup_status().is_due(timedelta(days=2))
    at = timezone.now() - timedelta(hours=3)
    ended = {"state": Job.State.DONE, "queued_at": at, "ended_at": at}
    Job.objects.create(kind=AUTOMATIC, result={"tried_at": at.isoformat()}, **ended)
    Job.objects.create(kind=AUTOMATIC, result={"skipped": True}, **ended)
    assert backup_status().tried_at == at
    assert not backup_status().is_due(timedelta(days=2))
    in_a_year = timezone.now() + timedelta(days=365)
    wrong = {"tried_at": in_a_year.isoformat()}
    Job.objects.filter(kind=AUTOMATIC, result__has_key="tried_at").update(result=wrong)
    assert backup_status().is_due(timedelta(days=2)), "a clock was wrong then"


def test_an_installation_that_nobody_used_takes_a_backup_though_its_clock_rings(
    settings: Any, folder: Path
) -> None:
    new_event()
    folder.mkdir()
    file = folder / "moves.backup"
    answer("backup", file)
    with transaction.atomic(), writing():
        empty_tables()
    settings.BACKUPS = True
    app.loader.import_default_modules()
    for one in SCHEDULE.values():
        app.tasks[one["task"]]()
    ask_where_due(NOON)
    assert Job.objects.filter(kind=AUTOMATIC).exists()
    answer("restore", file)
    assert JournalEntry.objects.exists()
    assert refusal("restore", file)["code"] == "restore.not_empty"
