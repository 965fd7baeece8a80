"""One number through web, command and job: in the answer, in every log line, and in the job's row.

Anybody may send a number; only one that a proxy of our own sends is taken.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from config.log_lines import line_formatter
from config.proxies import behind_proxies, networks
from core import background, jobs, request_number
from core.background import drain, follow_in_thread, in_background
from core.jobs import Progress, enqueue, job_kind
from core.log import Log
from core.models import Job
from core.registrars import JOBS
from core.web.request_id import BELIEVED, HEADER, SENT, RequestIdMiddleware
from tests.builders.events import a_played_event

NUMBER = "proxy-0123456789"
log = Log(__name__)


@pytest.fixture
def lines() -> Iterator[StringIO]:
    """What this process writes to its log."""
    written = StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(line_formatter("json"))
    root = logging.getLogger()
    root.addHandler(handler)
    yield written
    root.removeHandler(handler)


@pytest.fixture
def logging_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    JOBS.load()
    for table in ("_kinds", "_titles"):
        monkeypatch.setattr(jobs, table, dict(getattr(jobs, table)))
    monkeypatch.setattr(jobs, "ring", bool)

    @job_kind("tell", "Telling")
    def tell(_: Progress, __: Mapping[str, Any]) -> dict[str, Any]:
        log.info("job.told")
        return {}


def numbers(lines: StringIO) -> dict[str, str | None]:
    """Return the number of the last line of each event."""
    read = map(json.loads, lines.getvalue().splitlines())
    return {line["event"]: line.get("request_id") for line in read}


def test_a_job_keeps_the_number_of_the_request_and_its_workers_lines_carry_it(
    db: None, lines: StringIO, logging_kind: None
) -> None:
    def answer(_: HttpRequest) -> HttpResponse:
        log.info("web.told")
        enqueue("tell", "nobody", {})
        return HttpResponse()

    number = RequestIdMiddleware(answer)(RequestFactory().get("/"))[HEADER]
    job = Job.objects.get()
    assert job.request_id == number
    assert request_number.current() == ""
    jobs.run(job.pk)
    told = numbers(lines)
    names = ("web.told", "jobs.begun", "job.told", "jobs.ended")
    assert {name: told[name] for name in names} == dict.fromkeys(names, number)


def test_a_job_of_the_console_has_no_number(db: None, lines: StringIO, logging_kind: None) -> None:
    jobs.run(enqueue("tell", "nobody", {}).pk)
    assert Job.objects.get().request_id == ""
    assert numbers(lines)["job.told"] is None


def test_what_a_thread_does_after_the_commit_is_done_under_the_number_of_the_request(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[str] = []
    monkeypatch.setattr(background, "_followers", None)
    follow_in_thread()
    with request_number.working_for(NUMBER):
        in_background("tell:1", lambda: seen.append(request_number.current()))
    in_background("tell:2", lambda: seen.append(request_number.current()))
    drain()
    assert seen == [NUMBER, ""]


def test_a_command_that_a_request_gave_is_told_with_its_number_and_what_became_of_it(
    client: Client, db: None, lines: StringIO
) -> None:
    a_played_event(rounds=1, open_games=1)
    client.force_login(User.objects.create_superuser("ann"))
    assert "command.given" not in numbers(lines), "the console is told by what it prints"
    page = client.get("/desk/spring/enter/?division=A&round=1").content.decode()
    token = page.partition('name="token" value="')[2].partition('"')[0]
    answer = client.post(
        "/desk/spring/enter/?division=A&round=1",
        {"token": token, "line": "1 401 333"},
        headers={"Accept": "application/json"},
    )
    told = [json.loads(line) for line in lines.getvalue().splitlines()]
    (line,) = [one for one in told if one["event"] == "command.given"]
    assert line["request_id"] == answer[HEADER]
    assert (line["command"], line["outcome"]) == ("result.entered", "done")


def test_a_refusal_is_one_line_with_its_number_and_no_traceback(
    client: Client, db: None, lines: StringIO
) -> None:
    a_played_event(rounds=1, open_games=1)
    client.force_login(User.objects.create_user("bob"))
    answer = client.get("/desk/spring/enter/?division=A&round=1")
    assert answer.status_code == 403
    told = [json.loads(line) for line in lines.getvalue().splitlines()]
    (line,) = [one for one in told if one["event"].startswith("Forbidden")]
    assert "/desk/spring/enter/" in line["event"]
    assert line["request_id"] == answer[HEADER]
    assert "exception" not in line


@pytest.mark.parametrize(
    ("peer", "sent", "is_taken"),
    [
        ("10.0.0.7", NUMBER, True),
        ("10.0.1.7", NUMBER, False),
        ("10.0.0.7", "short", False),
        ("10.0.0.7", "x" * 65, False),
        ("10.0.0.7", 'a"b 12345678', False),
        ("10.0.0.7", "line\n12345678", False),
        ("10.0.0.7", "", False),
    ],
)
def test_a_number_is_taken_from_a_proxy_of_our_own_alone(
    peer: str, sent: str, is_taken: bool
) -> None:
    seen: list[str] = []

    def answer(environ: dict[str, Any], _: Any) -> list[bytes]:
        seen.append(environ.get(BELIEVED, ""))
        return []

    behind = behind_proxies(answer, networks(["10.0.0.0/24"]), count=1, https_only=False)
    behind({"REMOTE_ADDR": peer, SENT: sent, "wsgi.url_scheme": "http"}, None)
    assert seen == [sent if is_taken else ""]


def test_without_a_proxy_nobodys_number_is_taken() -> None:
    seen: list[str] = []

    def answer(environ: dict[str, Any], _: Any) -> list[bytes]:
        seen.append(environ.get(BELIEVED, ""))
        return []

    alone = behind_proxies(answer, networks(["127.0.0.1"]), count=0, https_only=False)
    alone({"REMOTE_ADDR": "127.0.0.1", SENT: NUMBER, "wsgi.url_scheme": "http"}, None)
    assert seen == [""]


def test_the_number_of_our_proxy_is_the_one_in_the_answer() -> None:
    handle = RequestIdMiddleware(lambda _: HttpResponse())
    request = RequestFactory().get("/")
    request.META[BELIEVED] = NUMBER
    assert handle(request)[HEADER] == NUMBER
