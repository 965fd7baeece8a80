"""The page of a round at the desk, as the tests of it read and address it."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from django.test import Client
from django.urls import reverse

from tests.apps.tournaments.desk_events import SLUG
from tests.pages import words, words_at

A: dict[str, Any] = {"event": SLUG, "division": "A"}


def address(path: str, number: int) -> str:
    """Returns where a page of the desk about a round of division A is."""
    return reverse(f"desk-{path}", kwargs={"slug": SLUG}) + f"?division=A&round={number}"


def round_page(desk: Client, number: int) -> str:
    """Returns the words of the page of a round."""
    return words_at(desk, address("round", number))


def press_way(desk: Client, page: str, button: str) -> Any:
    """Sends the form whose button says this, once, as it stands on the page."""
    [form] = [
        whole
        for whole in re.findall(r'<form method="post" action=".*?</form>', page, re.S)
        if button in unescape(whole)
    ]
    fields = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)
    action = unescape(form.split('action="')[1].split('"')[0])
    answer = desk.post(action, {name: unescape(value) for name, value in fields})
    assert answer.status_code == 302, words(answer)
    return answer
