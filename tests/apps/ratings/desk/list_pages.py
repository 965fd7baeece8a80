"""The desk of a rating list for its tests: addresses, forms sent, imports looked at and stored."""

from __future__ import annotations

from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.apps.ratings.list_cases import KEY
from tests.apps.tournaments.desk_events import hidden

TEXT = "Name,Rating,Games\nAnn Smith,1643,320\nBea Lee,1512,12\nStranger,1200,4"


def address(path: str, key: str = KEY, query: str = "") -> str:
    """Return the address of a page of a list."""
    return reverse(f"desk-{path}", kwargs={"key": key}) + query


def send(desk: Client, path: str, sent: dict[str, Any], query: str = "") -> Any:
    """Send a form of a list, as its page shows it."""
    where = address(path, query=query)
    return desk.post(where, {"token": hidden(desk.get(where).content), **sent})


def look(desk: Client, text: str = TEXT, **more: Any) -> Any:
    """Send lines to be looked at; the page shows whom they mean."""
    return send(desk, "import-ratings", {"text": text, **more})


def look_at_file(desk: Client, data: bytes, name: str = "list.csv", **more: Any) -> Any:
    """Send a file to be looked at."""
    return send(desk, "import-ratings", {"file": SimpleUploadedFile(name, data), **more})


def accept(desk: Client, shown: Any, text: str = TEXT, **more: Any) -> Any:
    """Accept what a page shows, sending back what it holds."""
    names = ("token", "checked", "file_name")
    held = {name: hidden(shown.content, name) for name in names}
    return desk.post(address("import-ratings"), {"text": text, **held, **more}, follow=True)
