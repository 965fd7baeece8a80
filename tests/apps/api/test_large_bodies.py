"""Bodies that bring files: large only where files are sent, and read only of who may send them."""

from __future__ import annotations

import base64
import json
from io import BytesIO
from typing import Any

import pytest
from django.conf import settings

from api.addresses import ROOT
from api.operations import Act, Give, all_operations
from api.strict_json import MOST_PARTS
from core.jobs import run
from core.models import Job
from core.web.bodies import largest_body
from lexicon.importing import PreparedList
from tests.apps.api.asking import Program, error, of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

USUAL, LARGEST = settings.DATA_UPLOAD_MAX_MEMORY_SIZE, settings.LARGEST_JSON
FILES = sorted(path.removeprefix(ROOT) for path in settings.LARGE_JSON_AT)


PHOTOS = "events/spring/divisions/A/rounds/1/claims/1/photos"


class Unread(BytesIO):
    """A body that nobody may read."""

    def read(self, *_: Any) -> bytes:
        raise AssertionError("the body was read")


def _sent_unread(program: Program, path: str, size: int) -> Any:
    """Return the answer to a body of this size that must not be read."""
    said: Any = {"wsgi.input": Unread(), "CONTENT_LENGTH": str(size)}
    if program.token:
        said["headers"] = {"Authorization": f"Bearer {program.token}"}
    return program.client.generic("POST", f"{ROOT}{path}", content_type="application/json", **said)


@pytest.mark.parametrize("path", FILES)
def test_of_who_may_not_send_files_not_a_byte_is_read(path: str) -> None:
    assert _sent_unread(Program(), path, LARGEST).status_code == 401
    assert _sent_unread(of("pat", staff=False), path, LARGEST).status_code == 403
    assert _sent_unread(of("boss", operator=True, event="spring"), path, LARGEST).status_code == 403


@pytest.mark.parametrize("path", FILES)
def test_what_is_larger_than_any_is_read_of_nobody(path: str) -> None:
    answer = _sent_unread(of("boss", operator=True), path, LARGEST + 1)
    assert (answer.status_code, error(answer)["code"]) == (413, "body.too_large")


def test_large_bodies_go_where_an_operation_brings_files_and_nowhere_else() -> None:
    bringing = [one for _, one in all_operations() if one.brings_files]
    assert {f"{ROOT}{one.path}" for one in bringing if "<" not in one.path} == (
        settings.LARGE_JSON_AT
    )
    assert [one.name for one in bringing if "<" in one.path] == [
        "slip_photo_add",
        "player_show",
    ]
    # Who may not is refused before the body is read.
    assert all(isinstance(one, Act) or (isinstance(one, Give) and one.scope) for one in bringing)
    assert _sent_unread(of("boss", operator=True), "events", USUAL + 1).status_code == 413
    assert _sent_unread(of("boss", operator=True), "imports/1", USUAL + 1).status_code == 413


def test_a_photo_of_a_slip_may_be_large_and_nothing_beside_it() -> None:
    assert largest_body(f"{ROOT}{PHOTOS}") == settings.LARGEST_PHOTO_JSON
    for other in (f"{PHOTOS}/x", PHOTOS.replace("/photos", "/confirmation"), f"x/{PHOTOS}"):
        assert largest_body(f"{ROOT}{other}") == USUAL
    assert _sent_unread(Program(), PHOTOS, settings.LARGEST_PHOTO_JSON).status_code == 401
    pat = of("pat", staff=False)
    assert _sent_unread(pat, PHOTOS, settings.LARGEST_PHOTO_JSON).status_code in (403, 404)


def test_a_list_of_words_beyond_what_a_form_brings_is_sent_and_read() -> None:
    words = [f"{a}{b}{c}{d}" for a in "ABCDEFGH" for b in "ABCDE" for c in "AEIOU" for d in "RST"]
    told = "\n".join(f"{word} {'told ' * 780}" for word in words).encode()
    sent = {"content": base64.b64encode(told).decode(), "file_name": "mine.txt"}
    assert len(json.dumps(sent)) > USUAL
    answer = of("boss", operator=True).post("word_lists", sent)
    assert answer.status_code == 200
    assert run(answer.json()["job"])
    assert PreparedList.of_row(Job.objects.get().result).words == len(words)


@pytest.mark.parametrize("filler", ["[],", '{"a":1},', "1,"])
def test_a_body_of_endless_parts_is_refused_before_they_are_made(filler: str) -> None:
    endless = filler * (MOST_PARTS // (filler.count(",") + filler.count("[") + filler.count("{")))
    body = f'{{"files": [{endless}1]}}'.encode()
    answer = of("boss", operator=True).post("tsh_readings", body)
    assert (answer.status_code, error(answer)["code"]) == (400, "body.parts")
    assert not Tournament.objects.exists()
