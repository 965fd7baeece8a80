"""What is refused or never confirmed leaves no words, and what something names is never removed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.db import connection

from core import jobs
from core.actors import CONSOLE
from core.errors import UserError
from core.journal.execute import execute
from core.journal.guard import writing
from core.journal.undo import UndoEntry
from core.models import Job, SharedFile
from lexicon import import_job, places, uploads
from lexicon.casual import casual_list
from lexicon.commands.base import LEXICA
from lexicon.commands.judge import ChangeJudge, OpenJudge
from lexicon.importing import Called, install, prepare
from lexicon.models import JudgeStation, Lexicon
from lexicon.selectors.installed import words_of
from lexicon.tasks import clear_old_uploads
from lexicon.unconfirmed import stored_hashes
from lexicon.words.bringing import ReadingOptions
from lexicon.words.files import open_words
from tests.apps.lexicon.sent_list import TEXT, file, folder, take_in
from tests.builders.lexica import imported_list, stored_words

__all__ = ["file", "folder"]

pytestmark = [pytest.mark.both_databases("constraints", "locks"), pytest.mark.django_db]


def a_day_passes(folder: Path) -> None:
    """Has whatever is on disk, or shared, be of more than a day ago."""
    then = time.time() - uploads.KEPT_S - 60
    for path in folder.iterdir():
        os.utime(path, (then, then))
    SharedFile.objects.update(stored_at=datetime.fromtimestamp(then, UTC))


@pytest.mark.parametrize("code", ["taken", "SCOWL80", "scowl80"])
def test_a_code_that_no_import_gets_is_refused_before_the_file_is_read(
    file: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    imported_list("TAKEN", ["quag"])
    monkeypatch.setattr("lexicon.importing.bring", None)  # whoever reads it fails otherwise
    with pytest.raises(UserError, match="already exists") as refused:
        take_in(file, code)
    assert refused.value.field == "lexicon"


def test_other_words_under_a_code_in_use_are_not_stored(file: Path, folder: Path) -> None:
    held = imported_list("ZED24", ["quag"])
    before = sorted(folder.iterdir())
    with pytest.raises(UserError, match="belongs to another list, with 1 word; choose"):
        take_in(file)
    assert sorted(folder.iterdir()) == before
    assert stored_hashes() == {held.sha256}


def test_words_that_are_refused_in_the_end_are_forgotten(file: Path, folder: Path) -> None:
    with pytest.raises(UserError):
        take_in(file, name="long " * 30)
    assert list(folder.iterdir()) == []


def test_a_refusal_takes_nothing_that_was_here_before(file: Path, folder: Path) -> None:
    waiting = prepare(file, ReadingOptions())
    before = sorted(folder.iterdir())
    with pytest.raises(UserError):
        take_in(file, name="long " * 30)
    assert sorted(folder.iterdir()) == before
    install(waiting, Called("ZED24"), actor=CONSOLE)
    assert open_words(folder, waiting.sha256).holds("ZAX")


def test_what_nobody_confirmed_is_removed_after_a_day_with_its_definitions(
    file: Path, folder: Path
) -> None:
    prepare(file, ReadingOptions())
    clear_old_uploads()
    assert len(stored_hashes()) == 2
    a_day_passes(folder)
    (folder / "notes.txt").write_bytes(b"mine")
    clear_old_uploads()
    assert [path.name for path in folder.iterdir()] == ["notes.txt"]


def test_what_was_sent_again_has_its_day_again(file: Path, folder: Path) -> None:
    prepare(file, ReadingOptions())
    a_day_passes(folder)
    again = prepare(file, ReadingOptions())
    clear_old_uploads()
    assert stored_hashes() == {again.sha256, again.about}


def test_words_removed_can_be_sent_again(file: Path, folder: Path) -> None:
    prepare(file, ReadingOptions())
    a_day_passes(folder)
    clear_old_uploads()
    take_in(file)
    assert words_of(Lexicon.objects.get().sha256).holds("ZEBU")


def put_away(row: Lexicon) -> None:
    with writing():
        Lexicon.objects.update(is_put_away=True)


def taken_back(row: Lexicon) -> None:
    execute(UndoEntry(journal=LEXICA, seq=1), actor=CONSOLE)
    assert not Lexicon.objects.exists()


def kept(row: Lexicon) -> None:
    assert row.about


@pytest.mark.parametrize("then", [kept, put_away, taken_back])
def test_what_was_installed_once_stays(
    file: Path, folder: Path, then: Callable[[Lexicon], None]
) -> None:
    prepared = take_in(file)
    then(Lexicon.objects.get())
    a_day_passes(folder)
    before = sorted(folder.iterdir())
    clear_old_uploads()
    assert sorted(folder.iterdir()) == before
    assert words_of(prepared.sha256).holds("ZOA")


@pytest.mark.parametrize("field", ["lexicon_hash", "second_hash"])
def test_words_that_a_judge_goes_by_stay(folder: Path, field: str) -> None:
    held, other = (stored_words([word]).sha256 for word in ("zax", "zoa"))
    with writing():
        JudgeStation.objects.create(key="one", name="One", place="spring/A", **{field: held})
    a_day_passes(folder)
    clear_old_uploads()
    assert stored_hashes() == {held}
    assert other != held


def test_words_that_a_judge_went_by_stay_for_whoever_takes_the_change_back(folder: Path) -> None:
    first = imported_list("FIRST", ["zax"]).sha256
    imported_list("OTHER", ["zoa"])
    pin = make_password("2468")
    execute(OpenJudge(station="one", name="One", pin_hash=pin, lexicon="FIRST"), actor=CONSOLE)
    execute(ChangeJudge(station="one", lexicon="OTHER"), actor=CONSOLE)
    with writing():
        Lexicon.objects.all().delete()
    a_day_passes(folder)
    clear_old_uploads()
    assert first in stored_hashes()
    execute(UndoEntry(journal="judge:one", seq=2), actor=CONSOLE)
    assert words_of(JudgeStation.objects.get().lexicon_hash).holds("ZAX")


def test_words_that_somebody_above_goes_by_stay(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held, other = (stored_words([word]).sha256 for word in ("zax", "zoa"))
    monkeypatch.setattr(places, "_naming", [lambda sha256: sha256 == held])
    a_day_passes(folder)
    clear_old_uploads()
    assert stored_hashes() == {held}
    assert other != held


def test_the_casual_list_stays_and_need_not_be_unpacked_every_day(folder: Path) -> None:
    words_of(casual_list().sha256)
    a_day_passes(folder)
    clear_old_uploads()
    assert stored_hashes() == {casual_list().sha256}


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_for_the_database_while_a_file_that_was_sent_is_written() -> None:
    seen = []

    def chunks() -> Any:
        seen.append(connection.in_atomic_block)
        yield TEXT.encode()

    job = import_job.ask_to_import(chunks(), file_name="zed24.txt", options=ReadingOptions())
    assert seen == [False]
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.DONE


def test_a_file_whose_reading_cannot_be_queued_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(import_job, "enqueue", full)
    with pytest.raises(OSError, match="No space left"):
        import_job.ask_to_import([TEXT.encode()], file_name="zed24.txt", options=ReadingOptions())
    assert list((tmp_path / "uploads").iterdir()) == []
