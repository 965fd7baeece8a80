"""An import, whole or not at all: what is stored, what is told, and what a failure leaves."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pytest

from config.schedule import SCHEDULE
from core import jobs
from core.errors import UserError
from core.models import Job, JournalEntry
from lexicon import uploads
from lexicon.commands.base import LEXICA
from lexicon.import_job import IMPORT, ask_to_import, import_lexicon
from lexicon.importing import PreparedList, prepare
from lexicon.models import Lexicon
from lexicon.words.about import open_about
from lexicon.words.bringing import ReadingOptions
from lexicon.words.files import open_words
from tests.apps.lexicon.sent_list import TEXT, file, folder, take_in
from tests.builders.lexica import imported_list

__all__ = ["file", "folder"]

pytestmark = [pytest.mark.both_databases("transactions"), pytest.mark.django_db]


def left(folder: Path) -> list[str]:
    """Returns the kinds of files that there are."""
    return sorted(path.name.rpartition(".")[2] for path in folder.glob("*"))


def queued(data: bytes = TEXT.encode(), name: str = "zed24.txt") -> Job:
    return ask_to_import([data], file_name=name, options=ReadingOptions(), asked_by="dora")


def test_what_judging_and_study_need_is_made_by_the_import(file: Path, folder: Path) -> None:
    prepared = take_in(file)
    assert left(folder) == ["about", "json", "keys", "list", "words"]
    assert open_words(folder, prepared.sha256).holds("ZOA")
    about = open_about(folder, prepared.about).of("ZAX")
    assert about is not None
    assert about.definition == "an axe [n -ES]"
    row = Lexicon.objects.get()
    assert (row.name, row.file_name, row.words) == ("ZED24", "zed24.txt", 3)
    assert prepared.defined == 3


def test_a_list_that_is_called_after_an_edition_takes_its_family_and_not_its_name_on_trust(
    file: Path,
) -> None:
    prepared = take_in(file, "csw21")
    row = Lexicon.objects.get()
    assert (row.code, row.name, row.family, row.edition) == (
        "csw21",
        "CSW21",
        "Collins/combined",
        "",
    )
    assert prepared.recognised == ""
    assert any(note.startswith("This is not CSW21") for note in prepared.notes)


def test_what_is_said_of_a_list_stands_before_what_is_found(file: Path) -> None:
    take_in(file, name="Mine", family="Home", edition="Zed 24")
    row = Lexicon.objects.get()
    assert (row.name, row.family, row.edition) == ("Mine", "Home", "Zed 24")


def test_a_second_import_of_the_same_words_writes_nothing(file: Path, folder: Path) -> None:
    take_in(file)
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    again = take_in(file)
    assert again.notes[-1] == (
        "ZED24 is already installed with the same words; nothing was changed."
    )
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == before
    assert JournalEntry.objects.filter(stream__key=LEXICA).count() == 1


def test_new_definitions_of_the_same_words_are_taken_over_in_the_journal(file: Path) -> None:
    take_in(file)
    file.write_text(TEXT.replace("an axe", "a hatchet"), encoding="utf-8")
    take_in(file)
    assert Lexicon.objects.get().about
    assert JournalEntry.objects.get(seq=2).answer["changed"] == ["about", "file_sha256"]


def test_the_same_words_under_another_code_are_kept_once(file: Path, folder: Path) -> None:
    imported_list("OLD", ["zax", "zebu", "zoa"])
    prepared = take_in(file)
    assert "The same words are already installed as OLD; they are stored once." in prepared.notes
    assert left(folder).count("list") == 1


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("no.txt", None, "ZED24"),
        ("digit.txt", "zax\nz4x\n", "ZED24"),
        ("empty.txt", "", "ZED24"),
        ("zed.dawg", "zax\n", "ZED24"),
        ("good.txt", "quag\n", "TAKEN"),
        ("good.txt", "quag\n", "taken"),
        ("good.txt", "quag\n", "SCOWL80"),
        ("good.txt", "quag\n", "not a code"),
    ],
)
def test_an_import_that_fails_leaves_no_row(
    tmp_path: Path, name: str, text: str | None, code: str
) -> None:
    imported_list("TAKEN", ["zax"])
    path = tmp_path / name
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError) as refused:
        take_in(path, code)
    assert refused.value.message.count(". ") == 0
    assert list(Lexicon.objects.values_list("code", flat=True)) == ["TAKEN"]


def test_an_import_that_breaks_off_while_it_writes_leaves_no_half_file(
    file: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("core.files.os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        take_in(file)
    assert not Lexicon.objects.exists()
    assert left(folder) == []


def test_words_that_are_here_for_other_tiles_are_not_taken_for_these(file: Path) -> None:
    prepared = take_in(file)
    with pytest.raises(UserError, match="with English tiles; choose those tiles") as refused:
        take_in(file, "OTHER", tile_set="sv")
    assert refused.value.field == "tile_set"
    assert prepared.tile_set == "en"


def test_words_that_nobody_installed_are_read_again_by_other_tiles(
    file: Path, folder: Path
) -> None:
    first = prepare(file, ReadingOptions(tile_set="sv"))
    second = prepare(file, ReadingOptions(tile_set="en"))
    assert first.sha256 == second.sha256
    assert open_words(folder, second.sha256).tile_set.key == "en"
    assert open_words(folder, second.sha256).holds("ZEBU")


def test_what_was_found_goes_through_json_and_back(file: Path) -> None:
    prepared = prepare(file, ReadingOptions())
    assert PreparedList.of_row(prepared.as_row()) == prepared


def test_progress_never_goes_back_and_ends_where_all_is_done(file: Path) -> None:
    told: list[tuple[int, int]] = []
    prepare(file, ReadingOptions(), tell=lambda done, total: told.append((done, total)))
    assert told == sorted(told)
    assert told[-1] == (100, 100)


def test_a_job_done_twice_gives_the_same_answer_without_its_file(tmp_path: Path) -> None:
    job = queued()
    first = import_lexicon(lambda *_: None, job.arguments)  # type: ignore[arg-type] # of a worker
    assert not list((tmp_path / "uploads").glob("????????" * 4))
    assert import_lexicon(lambda *_: None, job.arguments) == first  # type: ignore[arg-type] # of a worker
    assert not Lexicon.objects.exists()


def test_a_job_whose_file_a_faster_worker_removed_takes_over_what_that_one_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    job = queued()
    token = job.arguments["upload"]

    def overtaken(*_: Any, **__: Any) -> PreparedList:
        uploads.keep_finding(token, {"found": "by the other"})
        uploads.drop_upload(token)
        raise UserError("there is no file", code="list.missing")

    monkeypatch.setattr("lexicon.import_job.prepare", overtaken)
    jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.result) == ("done", {"found": "by the other"})


@pytest.mark.parametrize("fault", [UserError("no", code="no"), RuntimeError("a fault of ours")])
def test_a_job_that_fails_removes_what_was_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    job = queued()

    def fail(*_: Any, **__: Any) -> PreparedList:
        raise fault

    monkeypatch.setattr("lexicon.import_job.prepare", fail)
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.state == "failed"
    assert list((tmp_path / "uploads").iterdir()) == []


def test_a_job_of_a_backup_that_came_without_its_file_says_what_to_do() -> None:
    job = queued()
    uploads.drop_upload(job.arguments["upload"])
    jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.kind, job.error) == (
        IMPORT,
        "The uploaded file is no longer there; send it again.",
    )


def test_what_was_left_for_a_day_is_removed_and_the_rest_is_not(tmp_path: Path) -> None:
    old, new = uploads.keep_upload([b"old"]), uploads.keep_upload([b"new"])
    day_ago = time.time() - uploads.KEPT_S - 60
    os.utime(uploads.upload_path(old), (day_ago, day_ago))
    folder = tmp_path / "lexica"
    folder.mkdir()
    for name, age in ((".half.list.0a1b", day_ago), (".new.list.0a1b", time.time())):
        (folder / name).write_bytes(b"half")
        os.utime(folder / name, (age, age))
    for held in (folder / ".kept", tmp_path / "uploads" / "kept"):
        held.mkdir()
        os.utime(held, (day_ago, day_ago))
    (folder / "old.list").write_bytes(b"whole")
    os.utime(folder / "old.list", (day_ago, day_ago))
    uploads.clear_uploads()
    assert sorted(path.name for path in (tmp_path / "uploads").iterdir()) == sorted([new, "kept"])
    held_still = [".kept", ".new.list.0a1b", "old.list"]
    assert sorted(path.name for path in folder.iterdir()) == held_still


@pytest.mark.parametrize("token", ["../../secret_key", "", "z" * 32, "a" * 31])
def test_a_token_leads_nowhere_but_to_what_was_sent(token: str) -> None:
    with pytest.raises(UserError, match="not an uploaded file"):
        uploads.upload_path(token)


def test_beat_removes_what_was_left_lying() -> None:
    tasks = [entry["task"] for entry in SCHEDULE.values()]
    assert "lexicon.clear_uploads" in tasks
