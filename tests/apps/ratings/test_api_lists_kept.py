"""Rating lists kept over the API: the staff look, operators import, compute and put in force."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.jobs import run
from core.models import JournalEntry
from ratings.models import ImportedRating, ListImport, RatingList
from tests.apps.api.asking import Program, error, of
from tests.apps.ratings.list_cases import a_list, a_register
from tests.builders.rating_lists import rated_list

pytestmark = pytest.mark.django_db

NORTH = "rating_lists/north"
TEXT = "name,number,rating\nAnn Smith,17,1500\nDov Katz,,1400\nZoe Nobody,,1300\n"
READS = ("desk/rating_lists", NORTH, f"{NORTH}/imports", f"{NORTH}/journal")
OPERATORS = (f"{NORTH}/unmatched", f"{NORTH}/proposal", f"{NORTH}/proposal/changes")
WRITES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("POST", "rating_lists", {"rating_list": "south", "name": "South"}),
    ("PATCH", NORTH, {"name": "Far north"}),
    ("PUT", f"{NORTH}/events", {"event": "spring/A", "counts": True}),
    ("POST", f"{NORTH}/imports", {"text": TEXT}),
    ("POST", f"{NORTH}/imports/report", {"text": TEXT}),
    ("PUT", f"{NORTH}/matches", {"name": "Dov Katz", "player": "dov-1"}),
    ("POST", f"{NORTH}/recompute", {}),
    ("POST", f"{NORTH}/proposal/apply", {"recompute": 1}),
    ("POST", f"{NORTH}/proposal/discard", {"recompute": 1}),
)


@pytest.fixture
def north() -> None:
    a_register()
    a_list()


@pytest.fixture
def boss() -> Program:
    return of("boss", operator=True)


@pytest.mark.usefixtures("north")
def test_the_staff_look_at_lists_and_only_operators_at_what_is_open() -> None:
    for path in READS:
        assert Program().get(path).status_code == 401
        assert of("guest", staff=False).get(path).status_code == 403
        assert of("dora").get(path).status_code == 200
    for path in OPERATORS:
        assert Program().get(path).status_code == 401
        assert of("dora").get(path).status_code == 403


@pytest.mark.usefixtures("north")
def test_nobody_but_an_operator_keeps_a_list() -> None:
    before = JournalEntry.objects.count()
    for method, path, body in WRITES:
        assert Program().ask(method, path, body).status_code == 401
        assert of("dora").ask(method, path, body).status_code == 403, path
    assert JournalEntry.objects.count() == before


@pytest.mark.usefixtures("north")
def test_a_list_is_reported_on_imported_and_matched(boss: Program) -> None:
    told = boss.post(f"{NORTH}/imports/report", {"text": TEXT}).json()
    assert (told["lines"], told["faults"], told["matched"]) == (3, [], {"number": 1})
    assert not ListImport.objects.exists()
    done = boss.post(f"{NORTH}/imports", {"text": TEXT, "effective_on": "2026-01-05"})
    assert done.json()["answer"]["lines"] == 3
    again = boss.post(f"{NORTH}/imports", {"text": TEXT}, **{"Idempotency-Key": "january"}).json()
    assert (
        boss.post(f"{NORTH}/imports", {"text": TEXT}, **{"Idempotency-Key": "january"}).json()[
            "journal_entry"
        ]
        == (again["journal_entry"])
    )
    open_lines = boss.get(f"{NORTH}/unmatched").json()["items"]
    assert [line["name"] for line in open_lines] == ["Dov Katz", "Zoe Nobody"]
    assert {one["key"] for one in open_lines[0]["near"]} == {"dov-1", "dov-2"}
    with CaptureQueriesContext(connection) as asked:
        first = boss.get(f"{NORTH}/unmatched?limit=1").json()
    # Who comes near is looked for in the lines of the page alone.
    read = [one["sql"] for one in asked if "importedrating" in one["sql"]]
    assert any("LIMIT 1" in sql for sql in read)
    assert all("LIMIT" in sql or "COUNT" in sql for sql in read)
    assert first["items"] == open_lines[:1]
    body = {"name": "Dov Katz", "player": "dov-2"}
    assert boss.ask("PUT", f"{NORTH}/matches", body).status_code == 200
    assert ImportedRating.objects.filter(name="Dov Katz", player="dov-2").count() == 2


@pytest.mark.usefixtures("north")
@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"text": "name,rating\n"}, 422),
        ({"text": "name,rating\nAnn Smith,many\n"}, 422),
        ({"text": TEXT, "format": "xls"}, 400),
        ({"text": TEXT, "effective_on": "soon"}, 400),
        ({"text": TEXT, "effective_on": "1900-01-01"}, 422),
        ({"text": TEXT, "rows": []}, 400),
        ({"text": 7}, 400),
        ({}, 400),
    ],
)
def test_a_list_that_cannot_be_read_is_refused(
    boss: Program, body: dict[str, Any], status: int
) -> None:
    answer = boss.post(f"{NORTH}/imports", body)
    assert answer.status_code == status, answer.content
    assert error(answer)["message"]
    assert not ListImport.objects.exists()


def test_a_list_is_computed_anew_by_a_job_and_what_it_finds_waits(boss: Program) -> None:
    rated = rated_list(events=3)
    event = rated.events.order_by("held_on")[0]
    row = event.ratings.order_by("pk")[0]
    type(row).objects.filter(pk=row.pk).update(new=row.new + 5)
    path = f"rating_lists/{rated.key}"
    job = boss.post(f"{path}/recompute", {"from_on": f"{event.held_on}"}).json()
    assert (job["state"], job["asked_by"]) == ("queued", "boss")
    run(job["job"])
    assert boss.get(f"jobs/{job['job']}").json()["state"] == "done"
    told = boss.get(f"{path}/proposal").json()
    assert (told["stage"], told["is_answerable"], told["changed"]) == ("ready", True, 1)
    changes = boss.get(f"{path}/proposal/changes").json()["items"]
    assert [(one["was"], one["becomes"]) for one in changes] == [(row.new + 5, row.new)]
    done = boss.post(f"{path}/proposal/apply", {"recompute": told["recompute"]})
    assert done.status_code == 200
    assert boss.get(f"{path}/proposal").json()["stage"] == "applied"
    again = boss.post(f"{path}/proposal/discard", {"recompute": told["recompute"]})
    assert again.status_code == 422


@pytest.mark.usefixtures("north")
def test_an_imported_list_is_not_computed_and_an_unknown_one_not_found(boss: Program) -> None:
    answer = boss.post(f"{NORTH}/recompute", {})
    assert (answer.status_code, error(answer)["code"]) == (422, "list.imported")
    assert boss.get(f"{NORTH}/proposal").status_code == 404
    assert boss.post("rating_lists/nothing/recompute", {}).status_code == 404
    assert boss.post("rating_lists/nothing/imports/report", {"text": TEXT}).status_code == 404
    assert RatingList.objects.count() == 1
