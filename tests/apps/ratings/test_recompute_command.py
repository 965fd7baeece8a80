"""`recompute`: through a worker, applied or left waiting, and what it refuses."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from core.models import Job, JournalEntry
from core.worker import job_done
from people.models import Player
from ratings.management.commands import recompute
from ratings.models import EventRating, ListState, RatedEvent, RatingList, Recompute
from tests.apps.ratings.lists import in_force
from tests.builders.rating_lists import imported_list, rated_list
from tests.processes import PATIENCE_S

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(3 * PATIENCE_S)]


def answer(*arguments: str) -> tuple[int, Any]:
    """Returns the exit code and the JSON document that the command prints."""
    out, code = io.StringIO(), 0
    try:
        call_command("recompute", *arguments, "--json", stdout=out)
    except SystemExit as left:
        code = int(left.code or 0)
    return code, json.loads(out.getvalue())


def rated_beside_a_worker(events: int) -> RatingList:
    """Returns a rated list, whoever came to its job first: this process or the worker."""
    made = rated_list(events=events, players=14)
    job_done(Job.objects.latest("pk"), lambda *_: None)
    return made


def tampered() -> EventRating:
    """Returns the last rating of somebody, which somebody has written 7 points up."""
    row: EventRating = EventRating.objects.select_related("event").order_by("-held_on", "player")[0]
    EventRating.objects.filter(pk=row.pk).update(new=row.new + 7)
    return row


def test_a_worker_says_what_would_change_and_then_changes_it(worker: Path) -> None:
    rating_list = rated_beside_a_worker(events=8)
    right = in_force(rating_list)
    row = tampered()
    wrong = in_force(rating_list)
    code, told = answer("open", "--from", "2022-01-01", "--dry-run", "--wait")
    person = Player.objects.get(key=row.player)
    assert code == 0
    assert (told["list"], told["stage"], told["events"]) == ("open", "ready", 8)
    assert (told["rows"], told["players"], told["changes_in_all"], told["report"]) == (1, 1, 1, [])
    assert told["changes"] == [
        {
            "player": row.player,
            "name": person.full_name,
            "event": row.event.name,
            "was": row.new + 7,
            "new": row.new,
        }
    ]
    assert in_force(rating_list) == wrong
    code, again = answer("open", "--wait")
    assert (code, again["stage"], again["changes"]) == (0, "applied", told["changes"])
    assert again["recompute"] == told["recompute"] + 1
    assert in_force(rating_list) == right
    entry = JournalEntry.objects.get(stream__key="list:open")
    assert (entry.command, entry.actor) == ("ratings.applied", "console")
    assert entry.payload["recompute"] == again["recompute"]
    for asked in (("--wait",), ("--wait", "--dry-run")):
        told = answer("open", *asked)[1]
        assert (told["rows"], told["stage"]) == (0, "unchanged")
    assert JournalEntry.objects.filter(stream__key="list:open").count() == 1


def test_people_are_shown_the_biggest_changes_also_when_they_are_in_force(
    worker: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rated_beside_a_worker(events=4)
    other = tampered().player
    row = EventRating.objects.exclude(player=other).order_by("held_on", "player")[0]
    EventRating.objects.filter(pk=row.pk).update(new=row.new + 30)
    monkeypatch.setattr(recompute, "SHOWN", 1)
    told = printed("open", "--from", "2022-01-01", "--wait").splitlines()
    assert "2 ratings of 2 players changed, applied." in told[0]
    assert told[1].split()[:3] == [str(row.new + 30), "->", str(row.new)]
    assert told[2:] == ["... and 1 more"]
    for asked in (("--wait",), ("--wait", "--dry-run")):
        same = printed("open", *asked)
        assert "nothing differs." in same
        assert "applied" not in same


def printed(*arguments: str) -> str:
    """Returns the text that the command prints."""
    out = io.StringIO()
    call_command("recompute", *arguments, stdout=out)
    return out.getvalue()


def test_what_cannot_be_rated_any_more_is_told_with_its_event(worker: Path) -> None:
    rating_list = rated_beside_a_worker(events=3)
    before = in_force(rating_list)
    event = RatedEvent.objects.order_by("held_on")[1]
    RatedEvent.objects.filter(pk=event.pk).update(content=broken(event.content), is_stale=True)
    code, told = answer("open", "--wait")
    assert (code, told["error"]["code"]) == (2, "job.failed")
    assert event.name in told["error"]["message"]
    assert in_force(rating_list) == before
    assert not Recompute.objects.filter(stage="ready").exists()


def broken(content: str) -> str:
    """Returns an event in which nobody has an opponent any more."""
    kept = json.loads(content)
    kept[1] = kept[1][:1]
    kept[3] = kept[3][:1]
    return json.dumps(kept)


def test_without_waiting_it_tells_the_job() -> None:
    rated_list(events=2, players=12)
    code, told = answer("open", "--from", "2022-02-01")
    job = Job.objects.get(state="queued")
    assert (code, told) == (0, {"job": job.pk, "state": "queued"})
    assert job.arguments == {"list": "open", "apply": True, "propose": False}
    state = ListState.objects.get()
    assert str(state.distrusted_from) == "2022-02-01"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("nowhere",), "list.unknown"),
        (("federation",), "list.imported"),
        (("federation", "--wait"), "list.imported"),
    ],
)
def test_what_cannot_be_computed_is_refused_and_asks_for_nothing(
    arguments: tuple[str, ...], code: str
) -> None:
    imported_list()
    left, told = answer(*arguments)
    assert (left, told["error"]["code"]) == (2, code)
    assert not Job.objects.exists()


@pytest.mark.parametrize("day", ["yesterday", "2021-13-01", "", "03/05/2021", "20210503"])
def test_a_day_that_is_none_is_refused_before_anything_is_written(
    day: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        recompute.Command().run_from_argv(
            ["manage.py", "recompute", "open", f"--from={day}", "--json"]
        )
    assert left.value.code == 2
    told = json.loads(capsys.readouterr().out)["error"]["message"]
    wanted = f"give the day as YYYY-MM-DD, such as 2021-05-03, not {day!r}."
    assert told == f"argument --from: {wanted}"
    assert RatingList.objects.count() == 0
