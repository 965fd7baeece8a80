"""Backups: one file, from one moment, that any installation can be made from."""

from __future__ import annotations

import hashlib
import json
import os
import stat
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.db import connection, connections
from django.utils import timezone

from core.backup import archive, tables
from core.backup.job import ask_to_back_up
from core.jobs import run
from core.models import Job, JournalEntry, StoredPage, Stream
from people.models import Player
from tests.apps.core.backups import Rewrite, rewritten
from tests.builders.events import a_played_event, a_published_round, give, some_results
from tests.contract_calls import answer, refusal
from tests.processes import ROOT
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.failover.queries.replay_digest import differences, digest, project
from tournaments.models import Entry, Tournament
from tournaments.public.jobs.mirroring import MIRROR

BACKUPS, MANY_BACKUPS = 8, 60
"""The backups made beside a writer, and at most until it was seen to write."""

pytestmark = pytest.mark.django_db(transaction=True)
on_both = pytest.mark.both_databases("backup")

Manage = Callable[..., dict[str, Any]]


@pytest.fixture(autouse=True, scope="module")
def _no_words_of_other_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what other tests of this process left on disk out of every backup."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settings, "LEXICA_DIR", tmp_path_factory.mktemp("lexica"))
        yield


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A backup of an event in play, an account and a job that waits."""
    a_played_event(players=6, rounds=3, planned=5)
    get_user_model().objects.create_user("ann", password="correct horse")
    file = tmp_path / "kept.wallchart"
    answer("backup", file)
    return file


@pytest.fixture
def elsewhere(tmp_path: Path) -> Manage:
    """Calls the commands of another installation, on SQLite in a folder of its own."""
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": "",
        "WALLCHART_VAR": str(tmp_path / "elsewhere"),
    }

    def manage(*words: object) -> dict[str, Any]:
        command = [sys.executable, str(ROOT / "manage.py"), *map(str, words), "--json"]
        ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        document: dict[str, Any] = json.loads(ran.stdout)
        return document

    return manage


def everything() -> dict[str, list[Any]]:
    """Returns every row that a backup keeps."""
    return {
        model._meta.label_lower: [list(map(str, row)) for row in tables.rows_of(model)]
        for model in tables.kept_models()
    }


def with_rows(model: str, text: bytes) -> Rewrite:
    """Returns the change that gives a table other rows, and a manifest that vouches for them."""

    def change(members: dict[str, bytes], manifest: dict[str, Any]) -> None:
        members[f"rows/{model}.jsonl"] = text
        (table,) = (t for t in manifest["tables"] if t["model"] == model)
        table["bytes"], table["rows"] = len(text), len(text.splitlines())
        table["sha256"] = hashlib.sha256(text).hexdigest()

    return change


@pytest.mark.timeout(300)  # three other programs are started and awaited
@on_both
def test_a_backup_goes_to_the_other_database_and_back_and_the_event_goes_on(
    kept: Path, elsewhere: Manage, tmp_path: Path
) -> None:
    before, event = everything(), Tournament.objects.get()
    projected = project(event)
    told = elsewhere("restore", kept)
    assert told["tables"]["core.journalentry"] == JournalEntry.objects.count()
    back = tmp_path / "back.wallchart"
    assert elsewhere("backup", back)["rows"] == told["rows"]
    answer("restore", back, "--force")
    assert everything() == before
    again = project(Tournament.objects.get())
    assert differences(projected, again) == []
    assert digest(again) == digest(projected)
    seq = Stream.objects.get(key="event:spring").seq
    pairs = a_published_round("spring", "A", 4, players=6)
    some_results("spring", "A", 4, pairs)
    give(
        AddEntry(event="spring", division="A", members=(Member(name="Late Comer"),), confirmed=True)
    )
    assert Stream.objects.get(key="event:spring").seq == seq + 6
    assert answer("replay", "spring")["equal"]
    assert get_user_model().objects.create_user("ben").pk > 1


def test_a_backup_where_nothing_was_set_up_is_refused_in_a_sentence(tmp_path: Path) -> None:
    elsewhere = {"DATABASE_URL": "", "WALLCHART_VAR": str(tmp_path / "nothing")}
    command = [sys.executable, str(ROOT / "manage.py"), "backup", str(tmp_path / "file")]
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", **elsewhere}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr.startswith(f"There is no Wallchart database in {tmp_path / 'nothing'}.")
    assert len(ran.stderr.splitlines()) == 1
    assert not list(tmp_path.rglob("*.sqlite3"))
    assert not (tmp_path / "file").exists()


@on_both
def test_an_account_logs_in_after_the_restore_and_no_session_comes_along(
    kept: Path, client: Any
) -> None:
    ann = get_user_model().objects.get(username="ann")
    client.force_login(ann)
    assert Session.objects.count() == 1
    StoredPage.objects.create(
        path="/x",
        version="1",
        etag="1",
        content_type="text/html",
        body=b"",
        stored_at=timezone.now(),
    )
    answer("restore", kept, "--force")
    assert (Session.objects.count(), StoredPage.objects.count()) == (0, 0)
    assert get_user_model().objects.get(username="ann").check_password("correct horse")


@on_both
def test_a_job_that_ran_while_the_backup_was_made_waits_again_and_a_done_one_is_left(
    kept: Path, tmp_path: Path
) -> None:
    Job.objects.all().delete()
    for state in ("running", "queued", "done"):
        Job.objects.create(
            kind=state, state=state, attempts=2, queued_at=timezone.now(), heard_at=timezone.now()
        )
    file = tmp_path / "jobs"
    answer("backup", file)
    answer("restore", file, "--force")
    found = Job.objects.order_by("pk").values_list("kind", "state", "attempts")
    assert list(found) == [("running", "queued", 0), ("queued", "queued", 2)]
    assert Job.objects.get(kind="running").heard_at is None


@on_both
def test_a_backup_that_was_asked_for_at_the_desk_is_not_written_over_once_it_is_put_back(
    tmp_path: Path,
) -> None:
    a_played_event(players=4, rounds=1, planned=3)
    job = ask_to_back_up(tmp_path, timezone.now())
    waits = ask_to_back_up(tmp_path / "another", timezone.now())
    mirror = Job.objects.create(kind=MIRROR, subject="event:spring", queued_at=timezone.now())
    assert run(job.pk)
    file = tmp_path / job.arguments["name"]
    as_made = file.read_bytes()
    answer("restore", file, "--force")
    assert not Job.objects.filter(pk__in=(job.pk, waits.pk, mirror.pk)).exists()
    for held in Job.objects.all():
        run(held.pk)
    assert file.read_bytes() == as_made


@on_both
def test_a_backup_is_of_one_moment_while_others_write(tmp_path: Path) -> None:
    a_played_event(players=4, rounds=1, planned=3)
    over, problems = Event(), []

    def write() -> None:
        try:
            number = 0
            while not over.is_set():
                number += 1
                member = Member(name=f"Late {number}")
                give(AddEntry(event="spring", division="A", members=(member,), confirmed=True))
        except Exception as problem:  # noqa: BLE001 - told by the test
            problems.append(problem)
        finally:
            connections.close_all()

    writer = Thread(target=write)
    writer.start()
    seen = set()
    try:
        for turn in range(MANY_BACKUPS):
            file = tmp_path / f"backup-{turn}"
            answer("backup", file)
            seen.add(_is_of_one_moment(file))
            if turn + 1 >= BACKUPS and len(seen) > 1:
                break
    finally:
        over.set()
        writer.join()
    assert problems == []
    assert len(seen) > 1, "the writer was held up by the backups"


def _is_of_one_moment(file: Path) -> int:
    """Checks that journal, stream and entries tell of the same moment; returns how many entries."""
    with archive.checked_archive(file) as opened:
        held = {
            table.model: [dict(zip(table.fields, row, strict=True)) for row in opened.rows(table)]
            for table in opened.manifest.tables
        }
    (stream,) = (row for row in held["core.stream"] if row["key"] == "event:spring")
    entries = [row for row in held["core.journalentry"] if row["stream_id"] == stream["id"]]
    assert len(entries) == stream["seq"] == max(row["seq"] for row in entries)
    added = [row for row in entries if row["command"] == "entry.added"]
    assert len(added) == len(held["tournaments.entry"])
    return len(added)


def test_a_backup_is_readable_by_its_owner_alone_and_holds_no_password(kept: Path) -> None:
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    with zipfile.ZipFile(kept) as zipped:
        names = zipped.namelist()
        assert not any(b"correct horse" in zipped.read(name) for name in names)
    assert "rows/sessions.session.jsonl" not in names
    assert "rows/core.storedpage.jsonl" not in names


def test_a_file_is_not_overwritten_unless_asked_and_stays_when_writing_fails(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = kept.read_bytes()
    assert refusal("backup", kept)["code"] == "backup.exists"

    def full(*_: object) -> Iterator[Any]:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("core.backup.making.rows_of", full)
        said = refusal("backup", kept, "--force")
    assert (said["code"], said["message"]) == (
        "backup.unwritable",
        f"{kept} cannot be written: No space left on device.",
    )
    assert kept.read_bytes() == before
    assert [path for path in kept.parent.iterdir() if path.is_file()] == [kept]
    get_user_model().objects.create_user("ben")
    answer("backup", kept, "--force")
    assert kept.read_bytes() != before


@pytest.mark.parametrize("place", ["missing/backup", "."])
def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path, place: str) -> None:
    said = refusal("backup", tmp_path / place, "--force")
    assert said["code"] in {"backup.unwritable", "backup.exists"}


@on_both
def test_a_database_that_is_not_empty_is_left_alone_unless_asked(kept: Path) -> None:
    before = everything()
    assert refusal("restore", kept)["code"] == "restore.not_empty"
    assert everything() == before


def a_table_of_nobody(members: dict[str, bytes], manifest: dict[str, Any]) -> None:
    members["rows/x.y.jsonl"] = b""
    digest = hashlib.sha256().hexdigest()
    manifest["tables"].append(
        {"model": "x.y", "fields": [], "rows": 0, "bytes": 0, "sha256": digest}
    )


STREAMS = "rows/core.stream.jsonl"

HOSTILE: dict[str, tuple[str, Rewrite]] = {
    "a newer format": (
        "backup.newer",
        lambda _, manifest: manifest.update(wallchart_backup=archive.FORMAT + 1),
    ),
    "no format": ("backup.damaged", lambda _, manifest: manifest.pop("wallchart_backup")),
    "a manifest that is no object": ("backup.damaged", lambda _, m: m.update(tables=3)),
    "a changed row": (
        "backup.damaged",
        lambda rows, _: rows.update({STREAMS: rows[STREAMS].swapcase()}),
    ),
    "a missing table": ("backup.damaged", lambda rows, _: rows.pop("rows/core.stream.jsonl")),
    "a file more": ("backup.damaged", lambda members, _: members.update({"../x": b""})),
    "a huge claim": (
        "backup.damaged",
        lambda _, manifest: manifest["tables"][0].update(bytes=archive.LARGEST + 1),
    ),
    "newer tables": (
        "restore.other_version",
        lambda _, manifest: manifest["migrations"].append("core.9999_later"),
    ),
    "older tables": ("restore.other_version", lambda _, m: m["migrations"].pop()),
    "a table of nobody": ("backup.damaged", a_table_of_nobody),
    "rows that are no arrays": ("backup.damaged", with_rows("core.stream", b'{"id": 1}\n')),
    "rows that are too short": ("backup.damaged", with_rows("core.stream", b"[1]\n")),
    "rows that are no JSON": ("backup.damaged", with_rows("core.stream", b"[1,\n")),
    "rows nested without end": ("backup.damaged", with_rows("core.stream", b"[" * 100_000)),
    "a value of another kind": ("backup.damaged", with_rows("core.stream", b'["x", "k", 0]\n')),
    "a value out of bounds": ("backup.damaged", with_rows("core.stream", b'[1, "k", -5]\n')),
    "the same row twice": ("backup.damaged", with_rows("core.stream", b'[1, "k", 0]\n' * 2)),
    "rows that point nowhere": ("backup.damaged", with_rows("core.stream", b"")),
}


REFUSED_BY_TABLES = ("a value out of bounds", "the same row twice", "rows that point nowhere")


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=on_both if case in REFUSED_BY_TABLES else ()) for case in HOSTILE],
)
def test_a_hostile_backup_is_refused_in_one_sentence_and_changes_nothing(
    kept: Path, case: str
) -> None:
    code, change = HOSTILE[case]
    before = everything()
    said = refusal("restore", rewritten(kept, change), "--force")
    assert said["code"] == code, said
    assert "\n" not in said["message"]
    assert everything() == before


@pytest.mark.parametrize("cut", [0, 10, 1000, -1, -30])
def test_a_truncated_backup_is_refused(kept: Path, cut: int) -> None:
    kept.write_bytes(kept.read_bytes()[:cut])
    assert refusal("restore", kept, "--force")["code"] == "backup.damaged"


def test_a_file_that_is_no_backup_and_one_that_is_not_there_are_refused(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("7 423 389\n")
    assert refusal("restore", other)["code"] == "backup.damaged"
    assert refusal("restore", tmp_path / "none")["code"] == "backup.missing"
    assert refusal("restore", tmp_path)["code"] == "backup.missing"


def test_a_bomb_is_refused_before_it_is_unpacked(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def change(members: dict[str, bytes], _: dict[str, Any]) -> None:
        members["rows/core.stream.jsonl"] = b"0" * 50_000_000

    bomb = rewritten(kept, change)
    assert bomb.stat().st_size < kept.stat().st_size + 1_000_000
    monkeypatch.setattr(archive, "_lines", None)  # whoever unpacks it fails otherwise
    assert refusal("restore", bomb, "--force")["code"] == "backup.damaged"


def test_a_row_without_end_is_not_read_into_memory(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "LONGEST_ROW", 1000)
    long = rewritten(kept, with_rows("core.stream", b'[1, "' + b"k" * 2000 + b'", 0]\n'))
    assert refusal("restore", long, "--force")["code"] == "backup.damaged"


def test_every_table_is_kept_or_left_out_for_a_reason() -> None:
    kept = {model._meta.db_table for model in tables.kept_models()}
    left = {
        model._meta.db_table
        for model in tables.all_models()
        if model._meta.label_lower.startswith(tuple(tables.NOT_KEPT))
    }
    there = set(connection.introspection.table_names()) - {"django_migrations"}
    assert kept | left == there
    assert not kept & left
    assert {Player._meta.db_table, Entry._meta.db_table, "auth_user_groups"} <= kept
