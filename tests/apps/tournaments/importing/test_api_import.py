"""Importing over the API: tsh files as texts, read or imported by who may make events."""

from __future__ import annotations

from typing import Any

import pytest

from tests.apps.api.asking import Program, error, of
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db

CONFIG = 'config event_name = "Harbour Cup"\nconfig max_rounds = 2\ndivision A a.t\n'
ROSTER = "Ames, Ada           1500 2; 400; p12 1\nBell, Zoë           1400 1; 380; p12 2\n"
FILES: list[dict[str, str]] = [
    {"name": "config.tsh", "text": CONFIG},
    {"name": "a.t", "text": ROSTER},
]
HERE = "events/harbour-cup/divisions/A"


def test_only_who_may_make_events_imports_one() -> None:
    guest = of("guest", staff=False)
    for path in ("tsh_readings", "tsh_imports", "imports"):
        body: dict[str, Any] = (
            {"files": FILES} if path != "imports" else {"event": "x", "content": {}}
        )
        assert Program().post(path, body).status_code == 401
        assert guest.post(path, body).status_code == 403, path
    assert not Tournament.objects.exists()


def test_an_event_comes_in_as_text_files_with_its_results() -> None:
    program = of("dora")
    answer = program.post("tsh_imports", {"files": FILES})
    assert answer.status_code == 200, answer.content
    assert Tournament.objects.get().director == "dora"
    names = [one["name"] for one in program.get(f"{HERE}/entries").json()["rows"]]
    assert names == ["Ada Ames", "Zoë Bell"]
    assert program.get(f"{HERE}/rounds/1/results").json()["rows"][0]["sides"][0]["score"] == 400
    taken = program.post("tsh_imports", {"files": FILES})
    assert taken.status_code == 422


@pytest.mark.parametrize("encoding", ["utf8", "iso-8859-1"])
def test_a_text_is_taken_as_it_is_whatever_encoding_it_declares(encoding: str) -> None:
    declared = {"name": "config.tsh", "text": f'config tfile_encoding = "{encoding}"\n{CONFIG}'}
    answer = of("dora").post("tsh_imports", {"files": [declared, FILES[1]], "event": "cup"})
    assert answer.status_code == 200, answer.content
    assert Entry.objects.get(number=2).name == "Bell, Zoë"


def test_files_are_read_before_they_are_imported_and_what_was_read_can_be_sent() -> None:
    program = of("dora")
    odd = [{**FILES[0], "text": f"{CONFIG}nonsense here\n"}, FILES[1]]
    read = program.post("tsh_readings", {"files": odd}).json()
    assert (read["event"], read["name"]) == ("harbour-cup", "Harbour Cup")
    assert read["remarks"][0]["line"] == 4
    assert not Tournament.objects.exists()
    body = {"event": "cup", "content": read["content"]}
    assert program.post("imports", body).status_code == 200
    assert Entry.objects.filter(tournament__slug="cup").count() == 2


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ([], "config.tsh"),
        ([FILES[1]], "config.tsh"),
        ([FILES[0], {"name": "a.t", "text": "Ames, Ada  1500 2 x; 400\n"}], "a.t, line 1"),
        ([{"name": "config.tsh", "text": "division A ../../a.t\n"}], "../../a.t is missing"),
    ],
)
def test_what_cannot_be_read_is_refused_by_file_and_line(files: Any, said: str) -> None:
    refused = of("dora").post("tsh_imports", {"files": files})
    assert (refused.status_code, said in error(refused)["message"]) == (422, True), refused.content
    assert not Tournament.objects.exists()
