"""A page as the tests read it: as it was sent, taken apart, or its words alone."""

from __future__ import annotations

from typing import Any

from django.test import Client

from tests.markup import Markup


def source(page: Any) -> str:
    """Return a page as it was sent, tags and entities too: of an answer, of its bytes or text."""
    return page if isinstance(page, str) else str(getattr(page, "content", page).decode())


def source_at(client: Client, path: str, status: int = 200) -> str:
    """Return the page at a path as it was sent; it has to be answered with this status."""
    answer = client.get(path)
    assert answer.status_code == status, path
    return source(answer)


def sound(page: Any) -> Markup:
    """Return a page taken apart; it has to be well made."""
    markup = Markup(source(page))
    assert not markup.faults, markup.faults
    return markup


def words(page: Any) -> str:
    """Return a page as it is read: no tags, entities resolved, single spaces."""
    return Markup(source(page)).text


def sound_words(page: Any) -> str:
    """Return the words of a page that has to be well made."""
    return sound(page).text


def words_at(client: Client, path: str) -> str:
    """Return the words of the page at a path, which has to be there and well made."""
    return sound_words(source_at(client, path))


def main_words(page: Any) -> str:
    """Return the words of a page without what stands on every page around them."""
    _, begun, rest = source(page).partition("<main")
    assert begun, "the page has no main part"
    return words(begun + rest.partition("</main>")[0])
