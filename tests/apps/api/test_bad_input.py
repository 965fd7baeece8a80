"""Whatever is sent: a refusal in the envelope, nothing stored, and never a fault."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest

from core.models import JournalEntry
from tests.apps.api.asking import DIVISION, SLUG, Program, error, of
from tests.builders.events import a_played_event

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases("constraints", "json")]

ADD = f"{DIVISION}/entries"
MEMBERS = b'"members": [{"name": "Zoe"}]'

BODIES: list[tuple[bytes, int, str, str | None]] = [
    (b"", 400, "command.malformed", "members"),
    (b"{", 400, "body.not_json", None),
    (b"[1]", 400, "body.no_object", None),
    (b'"text"', 400, "body.no_object", None),
    (b"\xff\xfe", 400, "body.not_json", None),
    (b'\xef\xbb\xbf{"members": []}', 400, "body.not_json", None),
    (b"{" + MEMBERS + b', "rating": NaN}', 400, "body.not_json", None),
    (b"{" + MEMBERS + b', "rating": Infinity}', 400, "body.not_json", None),
    (b"{" + MEMBERS + b', "rating": 1e999}', 400, "number.range", None),
    (b"{" + MEMBERS + b', "rating": ' + b"9" * 5000 + b"}", 400, "number.range", None),
    (b"{" + MEMBERS + b', "rating": 2147483648}', 400, "number.range", None),
    (b"{" + MEMBERS + b', "rating": 1, "rating": 2}', 400, "body.key_twice", "rating"),
    (b'{"members": [{"name": "A", "name": "B"}]}', 400, "body.key_twice", "name"),
    (b"{" + MEMBERS + b', "surplus": 1}', 400, "command.malformed", "surplus"),
    (b'{"members": [{"name": "A", "age": 3}]}', 400, "command.malformed", "members[0].age"),
    (b"{" + MEMBERS + b', "event": "autumn"}', 400, "command.malformed", "event"),
    (b"{" + MEMBERS + b', "rating": "1500"}', 400, "command.malformed", "rating"),
    (b"{" + MEMBERS + b', "rating": true}', 400, "command.malformed", "rating"),
    (b"{" + MEMBERS + b', "rating": 1.5}', 400, "command.malformed", "rating"),
    (b"{" + MEMBERS + b', "why": 7}', 400, "command.malformed", "why"),
    (b'{"members": [{"name": null}]}', 400, "command.malformed", "members[0].name"),
    (b'{"members": [{"name": "\\ud800"}]}', 400, "text.nul", None),
    (b'{"members": [{"name": "a\\u0000b"}]}', 400, "text.nul", None),
    (b'{"\\ud800": 1, "\\ud800": 2}', 400, "body.key_twice", ""),
    (b"[" * 100_000, 400, "body.not_json", None),
    (b'{"a":' * 13 + b"1" + b"}" * 13, 400, "body.too_deep", None),
    (b'{"members": [], "confirmed": true}', 422, "members.count", "members"),
]


@pytest.fixture
def program() -> Program:
    """Returns a program of somebody who may do everything."""
    a_played_event(rounds=1)
    return of("boss", operator=True)


def _refused(answer: Any, status: int, code: str, before: int) -> dict[str, Any]:
    said = error(answer)
    assert (answer.status_code, said["code"]) == (status, code), said
    assert JournalEntry.objects.count() == before
    return said


@pytest.mark.parametrize(("body", "status", "code", "field"), BODIES)
def test_a_body_that_is_not_what_is_asked_for_is_refused_by_the_field(
    program: Program, body: bytes, status: int, code: str, field: str | None
) -> None:
    before = JournalEntry.objects.count()
    said = _refused(program.post(ADD, body), status, code, before)
    assert said.get("field") == field


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b"{" + MEMBERS + b', "rating": "1500"}', "The field 'rating' takes a whole number"),
        (b'{"members": 7}', "The field 'members' takes a list, not a whole number."),
        (b"{}", "The field 'members' is missing."),
    ],
)
def test_a_field_of_another_kind_is_told_in_a_sentence(
    program: Program, body: bytes, sentence: str
) -> None:
    assert error(program.post(ADD, body))["message"].startswith(sentence)


@pytest.mark.parametrize(
    ("kind", "status", "code"),
    [
        ("application/x-www-form-urlencoded", 415, "body.type"),
        ("multipart/form-data; boundary=x", 415, "body.type"),
        ("text/plain", 415, "body.type"),
        ("application/json; charset=utf-16", 415, "body.not_utf8"),
    ],
)
def test_a_body_of_another_kind_is_refused(
    program: Program, kind: str, status: int, code: str
) -> None:
    before = JournalEntry.objects.count()
    answer = program.post(ADD, b"{" + MEMBERS + b"}", **{"Content-Type": kind})
    _refused(answer, status, code, before)


def test_a_body_that_is_too_large_is_refused(program: Program) -> None:
    before = JournalEntry.objects.count()
    answer = program.post(ADD, b'{"why": "' + b"x" * 3_000_000 + b'"}')
    _refused(answer, 413, "body.too_large", before)


@pytest.mark.parametrize(
    ("query", "code", "field"),
    [
        ("surplus=1", "query.unknown", "surplus"),
        ("%00=1", "query.unknown", ""),
        ("limit=0", "query.limit", "limit"),
        ("limit=201", "query.limit", "limit"),
        ("limit=" + "9" * 300, "query.limit", "limit"),
        ("limit=1&limit=2", "query.malformed", "limit"),
        ("fields=name,secret", "query.field", "fields"),
        ("closed=maybe", "query.filter", "closed"),
        ("starts_on__gte=soon", "query.filter", "starts_on__gte"),
        ("name__icontains=%00", "query.malformed", "name__icontains"),
        ("name__icontains=" + "x" * 500, "query.malformed", "name__icontains"),
        ("closed=true&closed=", "query.malformed", "closed"),
        ("closed=", "query.filter", "closed"),
        ("starts_on__gte=", "query.filter", "starts_on__gte"),
        ("starts_on__gte=10/25/2026", "query.filter", "starts_on__gte"),
        ("fields=", "query.field", "fields"),
        ("fields=name,", "query.field", "fields"),
    ],
)
def test_a_question_that_is_not_understood_is_refused(
    program: Program, query: str, code: str, field: str
) -> None:
    answer = program.get(f"events?{query}")
    said = error(answer)
    assert (answer.status_code, said["code"], said["field"]) == (400, code, field)


@pytest.mark.parametrize(
    "cursor",
    ["", "zzz", "cD0tMQ==", "cD05OTk5OTk5OTk5OTk5OTk5OTk5OTk=", "%F0%9F%98%80"],
)
def test_a_cursor_that_was_not_given_leads_nowhere(program: Program, cursor: str) -> None:
    answer = program.get(f"events?cursor={cursor}")
    said = error(answer)
    assert (answer.status_code, said["code"], said["field"]) == (404, "query.cursor", "cursor")


@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
def test_a_moment_that_is_in_no_year_of_utc_is_refused(program: Program, moment: str) -> None:
    before = JournalEntry.objects.count()
    listed = program.get(f"events/{SLUG}/journal?at__gte={quote(moment)}")
    said = _refused(listed, 400, "query.filter", before)
    assert said["field"] == "at__gte"
    restored = program.post(f"events/{SLUG}/restore", {"moment": moment})
    assert _refused(restored, 422, "restore.moment", before)["field"] == "moment"


@pytest.mark.parametrize("header", ["Idempotency-Key", "If-Match"])
def test_a_guard_that_is_sent_empty_is_refused(program: Program, header: str) -> None:
    before = JournalEntry.objects.count()
    answer = program.post(ADD, b"{" + MEMBERS + b"}", **{header: ""})
    assert _refused(answer, 400, "header.empty", before)["field"] == header


@pytest.mark.parametrize(
    "path",
    [
        *("nothing", "events/", "events/none", f"events/{SLUG}/divisions/none"),
        *(f"{DIVISION}/entries/99", f"{DIVISION}/entries/0", f"{DIVISION}/entries/1x"),
        *(f"{DIVISION}/rounds/9/results", f"{DIVISION}/rounds/9/results/1", f"{DIVISION}/%00"),
        *(f"{DIVISION}/standings/99999", f"events/{SLUG}/journal/999999999"),
        f"events/{'x' * 3000}",
    ],
)
def test_an_address_that_leads_nowhere_is_said_in_the_envelope(program: Program, path: str) -> None:
    for answer in (program.get(path), Program().get(path)):
        if answer.status_code != 401:
            assert (answer.status_code, error(answer)["code"]) == (404, "address.unknown")


def test_a_command_about_what_is_not_there_is_not_found(program: Program) -> None:
    for path in (f"{DIVISION}/entries/99", f"events/{SLUG}/divisions/Z/entries/1"):
        answer = program.ask("PATCH", path, {"rating": 1})
        assert (answer.status_code, error(answer)["code"].partition(".")[2]) == (404, "unknown")
    answer = program.post(f"events/{SLUG}/journal/999/undo", {})
    assert (answer.status_code, error(answer)["code"]) == (404, "journal.no_entry")


@pytest.mark.parametrize("method", ["DELETE", "OPTIONS", "PUT", "TRACE", "NONE"])
def test_another_method_is_refused(program: Program, method: str) -> None:
    answer = program.ask(method, "events")
    assert (answer.status_code, error(answer)["code"]) == (405, "method.unknown")
    assert answer["Allow"] == "GET, POST, HEAD"


def test_another_form_of_answer_is_refused(program: Program) -> None:
    for path in ("events", f"{DIVISION}/standings"):
        answer = program.get(path, Accept="text/csv")
        assert (answer.status_code, error(answer)["code"]) == (406, "accept.unknown")


def test_a_read_that_is_refused_is_kept_by_nobody() -> None:
    assert Program().get("events?surplus=1")["Cache-Control"] == "no-store"


@pytest.mark.parametrize("key", ["with space", "ümlaut", "x" * 201])
def test_an_idempotency_key_of_another_shape_is_refused(program: Program, key: str) -> None:
    body = json.loads(b"{" + MEMBERS + b"}")
    before = JournalEntry.objects.count()
    answer = program.post(ADD, body, **{"Idempotency-Key": key})
    assert _refused(answer, 400, "command.malformed", before)["field"] == "Idempotency-Key"
