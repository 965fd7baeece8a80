"""Lifeboats over the API: the director writes them, the operator chooses where and goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from core.models import Job
from tests.apps.api.asking import Program, error, of
from tests.apps.tournaments.desk_events import SLUG, four_played
from tests.builders.lifeboats import forget
from tournaments.failover.lifeboat.continuing import files_in
from tournaments.failover.lifeboat.writing import write_now
from tournaments.models import Tournament
from tournaments.public.jobs.mirroring import MIRROR

pytestmark = pytest.mark.django_db

LIFEBOAT, MIRRORS = f"events/{SLUG}/lifeboat", f"events/{SLUG}/mirrors"


def test_the_director_writes_it_and_only_the_operator_says_where(tmp_path: Path) -> None:
    four_played()
    director, operator = of("dora"), of("boss", operator=True)
    folder = {"folder": str(tmp_path / "stick")}
    assert (Program().get(LIFEBOAT).status_code, of("otto").get(LIFEBOAT).status_code) == (401, 403)
    refused = director.post(LIFEBOAT, {})
    assert (refused.status_code, error(refused)["code"]) == (422, "lifeboat.no_folder")
    for path in (f"{LIFEBOAT}/folder", MIRRORS):
        assert director.post(path, folder).status_code == 403
        assert operator.post(path, {"folder": "stick"}).status_code == 422
    assert operator.post(f"{LIFEBOAT}/folder", folder).status_code == 200
    assert "nothing has changed since" in director.post(LIFEBOAT, {}).json()["saved"]
    assert (tmp_path / "stick" / SLUG).is_dir()
    job = operator.post(MIRRORS, {"folder": str(tmp_path / "pages")}).json()["job"]
    assert Job.objects.get(pk=job).kind == MIRROR


def test_an_event_goes_on_from_its_lifeboat_for_the_operator_alone(tmp_path: Path) -> None:
    four_played()
    place = write_now(Tournament.objects.get(), tmp_path).place
    forget(SLUG)
    files: list[dict[str, Any]] = [
        {"name": name, "text": data.decode()} for name, data in files_in(place).items()
    ]
    assert of("dora").post("continued_events", {"files": files}).status_code == 403
    operator = of("boss", operator=True)
    cut = [{**one, "text": one["text"][:-1]} for one in files]
    assert operator.post("continued_events", {"files": cut}).status_code == 422
    assert not Tournament.objects.exists()
    done = operator.post("continued_events", {"files": files})
    assert done.status_code == 200, done.content
    assert (done.json()["event"], done.json()["checked"]) == (SLUG, True)
    assert operator.post("continued_events", {"files": files}).status_code == 422
