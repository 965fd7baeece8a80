"""A roster at the desk as a browser sends it: pasted, previewed, accepted."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client
from django.urls import reverse

from tests.apps.tournaments.desk_events import SLUG, division, hidden

PLAYERS = reverse("desk-players", kwargs={"slug": SLUG}) + "?division=A"
ROSTER = reverse("desk-roster", kwargs={"slug": SLUG}) + "?division=A"


def preview(desk: Client, roster: str = "", **sent: Any) -> Any:
    token = hidden(desk.get(ROSTER).content)
    return desk.post(ROSTER, {"token": token, "roster": roster, **sent})


def accept(desk: Client, shown: Any, **sent: Any) -> Any:
    """Send the preview as the browser does."""
    text = re.search(r'name="roster"[^>]*>\n([^<]*)</textarea>', shown.content.decode())
    assert text is not None
    kept = {name: hidden(shown.content, name) for name in ("token", "checked")}
    if b'name="confirmed"' in shown.content:
        kept["confirmed"] = hidden(shown.content, "confirmed")
    typed = text[1].replace("&quot;", '"').replace("&#x27;", "'").replace("\n", "\r\n")
    return desk.post(ROSTER, {**kept, "roster": typed, **sent}, follow=True)


def names() -> list[str]:
    return list(division().entries.order_by("key").values_list("name", flat=True))
