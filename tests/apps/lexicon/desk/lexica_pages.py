"""The desk of the lexica for its tests: files sent, read as a worker reads them, and confirmed."""

from __future__ import annotations

from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from core import jobs
from core.models import Job
from tests.apps.tournaments.desk_events import hidden

TEXT = b"zax an axe [n -ES]\nzebu an ox [n -S]\nzoa <zoon=n> [n]\n"


def of(path: str, code: str = "ZED24", query: str = "") -> str:
    """Return the address of a page about a lexicon."""
    return reverse(f"desk-{path}", kwargs={"code": code}) + query


def send_list(desk: Client, data: bytes = TEXT, name: str = "zed24.txt", **more: Any) -> Any:
    """Send a file of words, as the form does."""
    sent = {"file": SimpleUploadedFile(name, data), "tile_set": "en", **more}
    return desk.post(reverse("desk-import-lexicon"), sent)


def read_list(desk: Client, data: bytes = TEXT, name: str = "zed24.txt", **more: Any) -> str:
    """Send a file and have it read; return the address at which it is confirmed."""
    where: str = send_list(desk, data, name, **more)["Location"]
    jobs.run(Job.objects.latest("pk").pk)
    return where


def confirm(desk: Client, where: str, **more: Any) -> Any:
    """Confirm what was read, as the page is filled in, but for what is said otherwise."""
    shown = desk.get(where)
    fields = ("lexicon", "name", "family", "edition")
    filled = {name: shown.context["form"].fields[name].initial for name in fields}
    sent = {"token": hidden(shown.content), **filled, "lexicon": "ZED24", **more}
    return desk.post(where, sent, follow=True)
