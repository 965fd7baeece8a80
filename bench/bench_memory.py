"""The most memory that the processes of a running installation hold: the web's, and the worker.

`start.py up` runs in a folder of its own. The web processes serve every kind of public page of an
event of 300 entries and 31 rounds, and its desk; the worker rates it and then rehearses it, which
is its largest job. What a process held at most is what the kernel says, so this needs Linux. Run
with `python -m bench memory`.
"""

from __future__ import annotations

import re
import time
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener

from bench.ground import MACHINE, fresh_database, installation

PLAYERS, ROUNDS = 300, 31
PORT = 8119
TURNS = 4
WEB_MB, WORKER_MB = 150, 250
SLUG = "grand"


def main() -> None:
    """Prints how much memory each process of the web and of the worker held at most."""
    if not Path("/proc/self/status").exists():
        print("Only Linux tells how much memory a process held at most.")
        return
    fresh_database()
    from tests.builders.events import a_large_event

    a_large_event(players=PLAYERS, rounds=ROUNDS)
    cookie = _director()
    with installation(PORT) as pid:
        _await_worker()
        started = _report(pid)
        served = _serve(cookie)
        after_pages = _report(pid)
        _wait_for(_rating())
        after_rating = _report(pid)
        _wait_for(_rehearsal())
        last = _report(pid)
    print(
        f"{PLAYERS} entries x {ROUNDS} rounds, {served} pages served, SQLite, {MACHINE}; MB at most"
    )
    print(f"{'':<14}{'started':>9}{'pages':>9}{'rating':>9}{'rehearsal':>11}{'aim':>7}")
    for kind, aim in (("web", WEB_MB), ("worker", WORKER_MB)):
        row = [max(report[kind]) for report in (started, after_pages, after_rating, last)]
        print(f"{kind:<14}{row[0]:>9.0f}{row[1]:>9.0f}{row[2]:>9.0f}{row[3]:>11.0f}{aim:>7}")
    print("(each time the process that held most; the worker without its clock's own process)")


def _director() -> str:
    """Returns the session cookie of somebody who may see every desk."""
    from django.conf import settings
    from django.contrib.auth import get_user_model
    from django.test import Client

    client = Client()
    client.force_login(get_user_model().objects.create_superuser("bench"))
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


def _await_worker() -> None:
    from core.worker import worker_answers

    while not worker_answers():
        time.sleep(0.2)


def _serve(cookie: str) -> int:
    """Asks for every kind of page a few times over; returns how many answers were given."""
    browser = build_opener(HTTPCookieProcessor(CookieJar()))

    def page(path: str) -> str:
        address = f"http://localhost:{PORT}{path}"
        try:
            with browser.open(Request(address, headers={"Cookie": cookie})) as answer:
                return str(answer.read().decode(errors="replace"))
        except HTTPError as refused:
            return str(refused.code)

    served = 0
    for start in (f"/events/{SLUG}/", f"/events/{SLUG}/A/standings/", f"/desk/{SLUG}/"):
        links = set(re.findall(rf'href="(/(?:events|desk)/{SLUG}/[^"#?]*)', page(start)))
        for path in TURNS * [start, *sorted(links)[:60]]:
            page(path)
            served += 1
    return served


def _rating() -> int:
    from tournaments.event_ratings.jobs.rating import ask_to_rate
    from tournaments.models import Tournament

    return ask_to_rate(Tournament.objects.get(slug=SLUG), ["A"], system="naspa").pk


def _rehearsal() -> int:
    from tournaments.models import Tournament
    from tournaments.rehearsal.jobs.rehearsing import ask_to_rehearse

    event = Tournament.objects.get(slug=SLUG)
    return ask_to_rehearse(event, seed="1", method="swiss").pk


def _wait_for(number: int) -> None:
    from core.models import Job

    while (job := Job.objects.get(pk=number)).state in (Job.State.QUEUED, Job.State.RUNNING):
        time.sleep(0.2)
    if job.state != Job.State.DONE:
        raise RuntimeError(f"{job}: {job.error}")


def _report(pid: int) -> dict[str, list[float]]:
    """Returns the most memory of each process of the web and of the worker, in MB."""
    report: dict[str, list[float]] = {"web": [], "worker": []}
    for process in _descendants(pid):
        command = Path(f"/proc/{process}/cmdline").read_bytes()
        for kind, word in (("web", b"config.web_server"), ("worker", b"celery")):
            if word in command:
                report[kind].append(_high_water(process))
    return report


def _descendants(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [one for child in map(int, children) for one in (child, *_descendants(child))]


def _high_water(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024
