"""Lines typed at the entry page by the tests, and what the page says to them."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.apps.tournaments.desk_events import SLUG, hidden, new_event, publish, signed_in
from tests.builders.grounds import built_once
from tests.pages import words, words_at
from tournaments.models import Result

URL = reverse("desk-enter", kwargs={"slug": SLUG})
ROUND_1 = f"{URL}?division=A&round=1"
SCRIPT = {"Accept": "application/json"}


def link(content: bytes, text: str) -> str:
    """Return where a link of a page leads."""
    found = re.search(rf'<a href="([^"]*)">{text}</a>', content.decode())
    assert found is not None, f"the page has no link {text}"
    return unescape(found[1])


def typed(
    client: Client, line: str, *, url: str = ROUND_1, script: bool = False, **more: Any
) -> Any:
    """Type a line into a fresh page and send it."""
    page = client.get(url).content
    headers = SCRIPT if script else {}
    sent = {"token": hidden(page), "line": line, **more}
    return client.post(url, sent, headers=headers)


def answer_form(page: bytes) -> dict[str, str]:
    """Return the fields that the form beneath a question sends along."""
    found = re.search(r'<form class="entry-answer".*?</form>', page.decode(), re.DOTALL)
    assert found is not None, words(page)
    fields = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', found[0])
    return {name: unescape(value) for name, value in fields}


def again(client: Client, answer: Any, *, url: str = ROUND_1, **more: Any) -> Any:
    """Press the button beneath what a page asked about."""
    return client.post(url, answer_form(answer.content) | more)


def done(client: Client, answer: Any) -> str:
    """Return the words of the page after a line was done."""
    assert answer.status_code == 302, words(answer)
    return words_at(client, answer["Location"])


def asked(answer: Any) -> str:
    """Return the answer to a line that was not done."""
    assert answer.status_code == 422
    found = re.search(r'<div class="entry-said.*?</section>', answer.content.decode(), re.DOTALL)
    assert found is not None
    return words(found[0])


def result_of(number: int, round_number: int = 1) -> Result:
    """Return the result of an entry's game in a round."""
    return Result.objects.get(board__round__number=round_number, board__seats__entry__number=number)


@pytest.fixture
@built_once
def published() -> None:
    """Round 1: no. 1 Ada meets no. 2 Bea on board 1, no. 3 Cem meets no. 4 Dov on board 2."""
    new_event()
    publish(1, (1, 2), (3, 4))


@pytest.fixture
def dora(published: None) -> Client:
    """The director of the event, signed in."""
    return signed_in("dora")
