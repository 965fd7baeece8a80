"""Importing an event through the desk: whole or not at all, whatever is sent."""

from __future__ import annotations

import io
import zipfile
from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from core.errors import UserError
from core.journal.guard import writing
from core.models import JournalEntry
from tests.apps.tournaments.desk_events import hidden, signed_in
from tests.builders.events import undo
from tests.pages import source_at
from tournaments.board_games.forms import upload
from tournaments.board_games.forms.upload import Sent, event_files
from tournaments.formats.tsh import write_archive
from tournaments.formats.tsh.limits import MAX_BYTES
from tournaments.models import Tournament

CONFIG = b'config event_name = "Harbour Cup"\nconfig max_rounds = 2\ndivision A a.t\n'
ROSTER = b"Ames, Ada           1500 2; 400; p12 1\nBell, Bea           1400 1; 380; p12 2\n"
FOLDER = {"config.tsh": CONFIG, "a.t": ROSTER}


def _zip(files: dict[str, bytes], **more: Any) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, **more) as opened:
        for name, data in files.items():
            opened.writestr(name, data)
    return made.getvalue()


@pytest.fixture
def desk(db: None) -> Client:
    return signed_in("dora")


def _send(desk: Client, files: dict[str, bytes], **more: Any) -> Any:
    address = reverse("desk-import")
    token = more.pop("token", None) or hidden(desk.get(address).content)
    sent = [SimpleUploadedFile(name, data) for name, data in files.items()]
    return desk.post(address, {"token": token, "files_sent": sent, **more})


@pytest.mark.parametrize(
    "files",
    [
        FOLDER,
        {"cup.zip": _zip(FOLDER)},
        {"cup.zip": _zip({f"cup/{name}": data for name, data in FOLDER.items()})},
        {"all.tsh": write_archive(FOLDER)},
        {"cup.zip": _zip({"all.tsh": write_archive(FOLDER)})},
    ],
    ids=["files", "zip", "zipped folder", "archive", "zipped archive"],
)
def test_an_event_comes_in_and_its_report_is_shown(desk: Client, files: dict[str, bytes]) -> None:
    answer = _send(desk, files)
    report = reverse("desk-import-report", kwargs={"slug": "harbour-cup"})
    assert answer["Location"] == report, answer.content.decode()
    assert Tournament.objects.get().director == "dora"
    page = source_at(desk, report)
    assert "Division A: 2 entries" in page


def test_the_first_day_is_read_from_the_dates_and_an_import_of_before_goes_on_without(
    desk: Client,
) -> None:
    _send(desk, FOLDER | {"config.tsh": b"config event_date = 'September 16-17, 2006'\n" + CONFIG})
    event = Tournament.objects.get()
    assert (event.starts_on, event.when) == (date(2006, 9, 16), "September 16-17, 2006")
    entry = JournalEntry.objects.get(stream__key="event:harbour-cup")
    assert entry.facts.pop("starts_on") == "2006-09-16"
    with writing():
        entry.save(update_fields=("facts",))
    undo("event:harbour-cup", 1)
    undo("event:harbour-cup", 2)
    assert Tournament.objects.get().starts_on is None


def test_an_import_sent_twice_is_one_event(desk: Client) -> None:
    token = hidden(desk.get(reverse("desk-import")).content)
    for _ in range(2):
        assert _send(desk, FOLDER, token=token).status_code == 302
    assert JournalEntry.objects.count() == 1


def test_the_short_name_can_be_chosen_and_must_be_free(desk: Client) -> None:
    assert _send(desk, FOLDER, event="cup").status_code == 302
    answer = _send(desk, FOLDER, event="cup")
    assert b"An event cup already exists." in answer.content
    assert Tournament.objects.count() == 1


HOSTILE = {
    "malformed line": ({"config.tsh": CONFIG, "a.t": b"Ames, Ada  1500 2 x; 400\n"}, "a.t, line 1"),
    "no configuration": ({"a.t": ROSTER}, "config.tsh"),
    "a file is missing": ({"config.tsh": CONFIG}, "config.tsh, line 3: the file a.t is missing"),
    "not a zip": ({"cup.zip": b"PK\x03\x04 and nothing more"}, "cup.zip: cannot be unpacked"),
    "cut short": ({"cup.zip": _zip(FOLDER)[:-40]}, "cup.zip: cannot be unpacked"),
    "leaves its folder": (
        {"cup.zip": _zip({"config.tsh": b"division A ../../a.t\n", "../../a.t": ROSTER})},
        "config.tsh, line 1: the file ../../a.t is outside the folder",
    ),
    "absolute path": (
        {"cup.zip": _zip({"config.tsh": b"division A /etc/passwd\n"})},
        "the file /etc/passwd is outside the folder",
    ),
    "two events": (
        {"cup.zip": _zip({"a/config.tsh": CONFIG, "b/config.tsh": CONFIG})},
        "cup.zip: contains several events: a/config.tsh, b/config.tsh",
    ),
    "empty zip": ({"cup.zip": _zip({"readme": b""})}, "cup.zip: contains no config.tsh"),
    "bomb": (
        {"cup.zip": _zip({"config.tsh": CONFIG, "a.t": b" " * (MAX_BYTES + 1)})},
        "a.t: the file is too large; expected at most 16 MB",
    ),
    "empty file": ({"config.tsh": b""}, "The submitted file is empty."),
    "nothing": ({}, "This field is required."),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_what_cannot_be_read_is_refused_in_one_sentence_and_leaves_nothing(
    desk: Client, kind: str
) -> None:
    files, said = HOSTILE[kind]
    answer = _send(desk, files)
    assert answer.status_code == 422
    assert said in answer.content.decode().replace("&#x27;", "'")
    assert not Tournament.objects.exists()
    assert not JournalEntry.objects.exists()


def test_bytes_that_are_read_count_and_not_those_that_a_header_claims() -> None:
    data = bytearray(_zip({"config.tsh": CONFIG, "a.t": b" " * (MAX_BYTES + 1)}))
    real = (MAX_BYTES + 1).to_bytes(4, "little")
    while real in data:
        place = data.index(real)
        data[place : place + 4] = (10).to_bytes(4, "little")
    with pytest.raises(UserError) as refused:
        event_files([Sent("cup.zip", bytes(data))])
    assert refused.value.code in ("zip.broken", "file.too_large")


def test_all_that_is_unpacked_counts_together(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"{letter}.t" for letter in "abc"]
    config = "".join(f"division {name[0].upper()} {name}\n" for name in names).encode()
    files = {"config.tsh": config} | dict.fromkeys(names, b" " * 400)
    monkeypatch.setattr(upload, "MAX_UNPACKED", 1000)
    with pytest.raises(UserError) as refused:
        event_files([Sent("cup.zip", _zip(files))])
    assert (refused.value.code, refused.value.file) == ("file.too_large", "c.t")


def test_too_much_at_once_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upload, "MAX_UPLOAD", 100)
    with pytest.raises(UserError) as refused:
        event_files([Sent("config.tsh", b" " * 101)])
    assert refused.value.code == "upload.too_large"


def test_too_many_members_are_refused_before_they_are_listed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(upload, "MAX_MEMBERS", 2)
    with pytest.raises(UserError) as refused:
        event_files([Sent("cup.zip", _zip(FOLDER | {"b": b"", "c": b""}))])
    assert refused.value.code == "zip.members"


def test_a_member_packed_in_an_unusual_way_is_refused() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_LZMA) as opened:
        opened.writestr("config.tsh", CONFIG)
    with pytest.raises(UserError) as refused:
        event_files([Sent("cup.zip", made.getvalue())])
    assert refused.value.code == "zip.method"


def test_the_report_of_somebody_elses_import_is_not_kept_for_me(desk: Client) -> None:
    _send(desk, FOLDER)
    boss = signed_in("boss", operator=True)
    page = boss.get(reverse("desk-import-report", kwargs={"slug": "harbour-cup"}))
    assert b"Only you can see these remarks" in page.content
