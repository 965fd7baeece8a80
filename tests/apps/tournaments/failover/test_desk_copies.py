"""The director takes tsh files along; only the operator has pages written to this computer."""

from __future__ import annotations

import errno
import io
import zipfile
from pathlib import Path
from unittest.mock import Mock

import pytest

from core.jobs import run
from core.models import Job
from tests.apps.tournaments.desk_events import SLUG, at, enter, new_event, publish, signed_in
from tests.builders.grounds import built_once
from tests.pages import source_at
from tournaments.formats.tsh import TshError, read_tsh
from tournaments.public.jobs.mirroring import MIRROR

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
@built_once
def _event() -> None:
    new_event()
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 423, 389)


# Who may


def test_the_director_downloads_tsh_files_but_has_no_pages_written_to_this_computer(
    plugged_in: Path,
) -> None:
    client = signed_in("dora")
    page = source_at(client, at("desk-copies"))
    assert "Download the tsh files" in page
    assert str(plugged_in) not in page
    assert client.get(at("desk-tsh")).status_code == 200
    sent = {"folder": str(plugged_in), "offered": "1"}
    assert client.post(at("desk-copies"), sent).status_code == 403
    assert not Job.objects.filter(kind=MIRROR).exists()


def test_another_director_gets_neither() -> None:
    client = signed_in("other")
    assert {client.get(at(name)).status_code for name in ("desk-copies", "desk-tsh")} == {403}


def test_only_the_operator_sees_how_a_mirror_goes(plugged_in: Path) -> None:
    boss = signed_in("boss", operator=True)
    answer = boss.post(at("desk-copies"), {"folder": str(plugged_in), "offered": "1"})
    assert boss.get(answer["Location"]).status_code == 200
    assert signed_in("dora").get(answer["Location"]).status_code == 403


# The files for tsh


def test_the_zip_holds_the_event_as_tsh_reads_it() -> None:
    answer = signed_in("dora").get(at("desk-tsh"))
    assert answer["Content-Disposition"] == 'attachment; filename="spring-tsh.zip"'
    with zipfile.ZipFile(io.BytesIO(answer.content)) as zipped:
        files = {name.removeprefix(f"{SLUG}/"): zipped.read(name) for name in zipped.namelist()}
    (division,) = read_tsh(files).content.divisions
    assert [entry.name for entry in division.entries] == ["Ada", "Bea", "Cem", "Dov"]
    assert b"423" in next(data for name, data in files.items() if name.endswith(".t"))


def test_an_event_that_tsh_cannot_hold_is_a_sentence_and_no_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    refused = Mock(side_effect=TshError("division.name", "The division “A” has no name in tsh"))
    monkeypatch.setattr("tournaments.failover.queries.tsh_zip.write_tsh", refused)
    answer = signed_in("dora").get(at("desk-tsh"))
    assert answer.status_code == 422
    assert "The division “A” has no name in tsh." in answer.content.decode()


# The pages


def test_a_press_on_a_drive_has_the_pages_written_into_a_folder_of_their_own_there(
    plugged_in: Path,
) -> None:
    client = signed_in("boss", operator=True)
    address = at("desk-copies")
    job_page = client.post(address, {"folder": str(plugged_in), "offered": "1"})["Location"]
    assert run(Job.objects.get(kind=MIRROR).pk)
    page = source_at(client, job_page)
    assert str(plugged_in / "spring-pages") in page
    assert "of them new or changed." in page
    assert "Ada" in (plugged_in / "spring-pages" / "A" / "standings" / "index.html").read_text()
    assert str(plugged_in / "spring-pages") in source_at(client, at("desk-copies"))


@pytest.mark.parametrize(
    ("folder", "said"),
    [
        ("", "This field is required."),
        ("pages", "Give the full path of the folder"),
        ("/no/such/folder", "Neither /no/such/folder nor /no/such exists."),
    ],
)
def test_a_folder_that_cannot_be_used_is_refused_and_nothing_is_asked_for(
    folder: str, said: str
) -> None:
    answer = signed_in("boss", operator=True).post(at("desk-copies"), {"folder": folder})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Job.objects.filter(kind=MIRROR).exists()


def test_a_folder_that_holds_other_things_and_a_full_disk_are_each_a_sentence(
    plugged_in: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (plugged_in / "mine.txt").touch()
    client = signed_in("boss", operator=True)
    client.post(at("desk-copies"), {"folder": str(plugged_in)})
    run(Job.objects.get(kind=MIRROR).pk)
    assert "contains other files. Choose an empty folder" in Job.objects.get(kind=MIRROR).error
    full = Mock(side_effect=OSError(errno.ENOSPC, "No space left on device"))
    monkeypatch.setattr("core.mirror.writing._Run.write", full)
    client.post(at("desk-copies"), {"folder": str(plugged_in), "offered": "1"})
    run(Job.objects.filter(kind=MIRROR).latest("pk").pk)
    assert Job.objects.filter(kind=MIRROR).latest("pk").error.endswith("the disk is full.")
