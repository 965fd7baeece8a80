"""Words and uploads on several machines: what one has, each other has as soon as it asks.

Two machines are two folders beside one database. Words come from the database to the machine that
asks, whoever asks it: who may is said by the pages and commands that ask.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from core import jobs
from core.actors import CONSOLE
from core.backup.making import write_backup
from core.backup.restoring import restore_backup
from core.models import Job, SharedFile, SharedPiece
from lexicon.import_job import ask_to_import
from lexicon.importing import Called, PreparedList, install
from lexicon.models import Lexicon
from lexicon.selectors.installed import words_of
from lexicon.selectors.study import studied
from lexicon.sharing import share_all
from lexicon.tasks import clear_old_uploads
from lexicon.unconfirmed import stored_hashes
from lexicon.words.bringing import ReadingOptions
from lexicon.words.files import FilesMissing, open_words
from tests.apps.lexicon.sent_list import TEXT, take_in
from tests.apps.lexicon.sent_list import file as file  # noqa: PLC0414 - a fixture

pytestmark = [pytest.mark.both_databases("transactions", "backup"), pytest.mark.django_db]

At = Callable[[str], Path]
A_DAY_AND_MORE_S = 25 * 3600


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> At:
    """Go to a machine, by its name; return the folder of its words."""
    monkeypatch.setattr(settings, "FILES_IN_DATABASE", True)

    def go(machine: str) -> Path:
        monkeypatch.setattr(settings, "LEXICA_DIR", tmp_path / machine / "lexica")
        monkeypatch.setattr(settings, "UPLOADS_DIR", tmp_path / machine / "uploads")
        monkeypatch.setattr(settings, "SLIPS_DIR", tmp_path / machine / "slips")
        open_words.cache_clear()
        return tmp_path / machine / "lexica"

    go("one")
    return go


def test_words_imported_on_one_machine_are_judged_and_studied_on_another(
    at: At, file: Path
) -> None:
    told = take_in(file)
    mine = {path.name: path.read_bytes() for path in at("one").iterdir()}
    there = at("other")
    assert not there.exists()
    assert words_of(told.sha256).holds("ZAX")
    shelf = studied("ZED24")
    assert shelf.told("ZEBU").definition == "an ox [n -S]"
    brought = {path.name for path in there.iterdir()}
    assert {f"{told.sha256}.list", f"{told.sha256}.json", f"{told.about}.about"} <= brought
    assert {name: mine[name] for name in brought} == {
        name: (there / name).read_bytes() for name in brought
    }


def test_on_one_machine_alone_nothing_is_put_into_the_database(
    at: At, file: Path, settings: Any
) -> None:
    settings.FILES_IN_DATABASE = False
    told = take_in(file)
    assert not SharedFile.objects.exists()
    at("other")
    with pytest.raises(FilesMissing):
        words_of(told.sha256)


def test_a_list_sent_to_one_machine_is_read_by_a_worker_of_another_and_accepted_on_a_third(
    at: At,
) -> None:
    sent = SimpleUploadedFile("zed24.txt", TEXT.encode())
    job = ask_to_import(sent.chunks(), file_name="zed24.txt", options=ReadingOptions("en"))
    at("other")
    assert jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.error) == (Job.State.DONE, "")
    uploads = SharedFile.objects.filter(name__startswith="uploads/")
    assert all(name.endswith(".json") for name in uploads.values_list("name", flat=True))
    third = at("third")
    assert jobs._work_of(job.kind)(jobs.Progress(job), job.arguments) == job.result
    install(PreparedList.of_row(job.result), Called("ZED24"), actor=CONSOLE)
    assert Lexicon.objects.get().code == "ZED24"
    assert len(list(third.glob("*.list"))) == 1


def test_a_file_of_many_pieces_comes_back_as_it_was(
    at: At, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.shared_files.PIECE", 5)
    told = take_in(file)
    assert SharedPiece.objects.count() > 6
    at("other")
    assert sorted(words_of(told.sha256).in_order()) == ["ZAX", "ZEBU", "ZOA"]


@pytest.mark.parametrize("harm", ["cut", "lost", "other"])
def test_what_the_database_lost_a_part_of_is_not_believed(at: At, file: Path, harm: str) -> None:
    told = take_in(file)
    pieces = SharedPiece.objects.filter(file__name__endswith=".list")
    if harm == "lost":
        pieces.delete()
    else:
        others = SharedPiece.objects.exclude(file__name__endswith=".list")
        other = pieces.get().body[:-3] if harm == "cut" else others[0].body
        pieces.update(body=bytes(other))
    there = at("other")
    with pytest.raises(FilesMissing):
        words_of(told.sha256)
    assert not list(there.glob("*.list"))


def test_a_list_that_this_machine_lost_a_part_of_is_brought_again(at: At, file: Path) -> None:
    told = take_in(file)
    path = at("one") / f"{told.sha256}.list"
    path.write_bytes(path.read_bytes()[:-1])
    assert words_of(told.sha256).holds("ZOA")


def test_words_that_nobody_accepted_go_after_a_day_from_the_database_too(at: At) -> None:
    sent = SimpleUploadedFile("zed24.txt", TEXT.encode())
    job = ask_to_import(sent.chunks(), file_name="zed24.txt", options=ReadingOptions("en"))
    jobs.run(job.pk)
    clear_old_uploads()
    assert SharedFile.objects.filter(name__startswith="lexica/").count() == 3
    there = at("other")
    clear_old_uploads()
    assert SharedFile.objects.filter(name__startswith="lexica/").count() == 3
    _age(at("one"), there)
    clear_old_uploads()
    assert not SharedFile.objects.exists()
    assert stored_hashes() == set()


def test_words_sent_again_elsewhere_are_not_cleared_by_a_machine_that_has_them_from_before(
    at: At,
) -> None:
    def send() -> None:
        sent = SimpleUploadedFile("zed24.txt", TEXT.encode())
        job = ask_to_import(sent.chunks(), file_name="zed24.txt", options=ReadingOptions("en"))
        jobs.run(job.pk)

    send()
    _age(at("one"))
    at("other")
    send()
    at("one")
    clear_old_uploads()
    assert SharedFile.objects.filter(name__startswith="lexica/").count() == 3


def test_a_backup_made_elsewhere_has_the_words_and_what_is_put_back_is_shared_again(
    at: At, file: Path, tmp_path: Path
) -> None:
    told = take_in(file)
    at("other")
    kept = tmp_path / "kept.backup"
    assert len(write_backup(kept).files) == 3
    at("third")
    restore_backup(kept, replace=True)
    assert SharedFile.objects.count() == 3
    at("fourth")
    assert words_of(told.sha256).holds("ZAX")


def test_words_from_before_they_were_shared_are_given_to_the_others_within_the_hour(
    at: At, file: Path
) -> None:
    told = take_in(file)
    SharedFile.objects.all().delete()
    clear_old_uploads()
    at("other")
    assert words_of(told.sha256).holds("ZAX")
    share_all(at("other"))
    assert SharedFile.objects.filter(name__startswith="lexica/").count() == 3


def _age(*folders: Path) -> None:
    """Let more than a day pass for what is in these folders, and in the database."""
    past = time.time() - A_DAY_AND_MORE_S
    for folder in folders:
        for path in folder.glob("*"):
            os.utime(path, (past, past))
    moment = timezone.now() - timedelta(seconds=A_DAY_AND_MORE_S)
    SharedFile.objects.update(stored_at=moment)
