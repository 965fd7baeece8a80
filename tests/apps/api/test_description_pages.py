"""The pages of the description, which anybody may read."""

from __future__ import annotations

import pytest
from django.test import Client

from api.operations import all_operations

pytestmark = pytest.mark.django_db


def test_anybody_reads_the_description_and_its_pages() -> None:
    client = Client()
    for path in ("/api/docs/", "/api/redoc/"):
        answer = client.get(path)
        assert answer.status_code == 200
        assert "script-src" not in answer["Content-Security-Policy"]
        assert "'unsafe-eval'" not in answer["Content-Security-Policy"]
    described = client.get("/api/openapi.json")
    named = [
        one["operationId"] for path in described.json()["paths"].values() for one in path.values()
    ]
    assert sorted(named) == sorted(one.name for _, one in all_operations())
    known = client.get("/api/openapi.json", headers={"If-None-Match": described["ETag"]})
    assert known.status_code == 304


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("swagger-ui.css", "text/css"),
        ("swagger-ui-bundle.js", "text/javascript"),
        ("redoc.standalone.js", "text/javascript"),
    ],
)
def test_the_files_of_the_pages_come_from_here(name: str, kind: str) -> None:
    answer = Client().get(f"/api/files/{name}", headers={"Accept-Encoding": "gzip"})
    assert (answer.status_code, answer["Content-Type"]) == (200, kind)
    assert answer["Content-Encoding"] == "gzip"


@pytest.mark.parametrize("name", ["index.html", "..%2Fapps.py", "redoc.standalone.js.map"])
def test_no_other_file_is_served(name: str) -> None:
    assert Client().get(f"/api/files/{name}").status_code == 404
