"""A page as the tests read it: as it was sent, taken apart, or its words alone."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client

from tests.markup import Markup

_AS_WRITTEN = re.compile(r"(<(?:pre|textarea|script)\b.*?</(?:pre|textarea|script)>)", re.DOTALL)
_TAG = re.compile(r"<[a-z][^<>]*>")
_BLOCK = re.compile(
    r"\s*(</?(?:address|article|aside|body|br|button|caption|dd|details|div|dl|dt|fieldset|footer|form"
    r"|h[1-6]|head|header|hr|html|legend|li|link|main|meta|nav|ol|optgroup|option|p|section|select"
    r"|summary|table|tbody|td|tfoot|th|thead|title|tr|ul)\b[^<>]*>)\s*"
)


def source(page: Any) -> str:
    """Return a page, tags and entities too: of an answer, of its bytes or text.

    White space is as a browser takes it: none beside a block, one space for a run of it. A page
    that is no HTML, and what stands in it as it was written, is left as it was sent.
    """
    text = page if isinstance(page, str) else str(getattr(page, "content", page).decode())
    return _tight(text) if text.lstrip().startswith("<") else text


def _tight(text: str) -> str:
    parts = _AS_WRITTEN.split(text)
    return "".join(part if at % 2 else _squeezed(part) for at, part in enumerate(parts))


def _squeezed(text: str) -> str:
    inside = _TAG.sub(lambda tag: re.sub(r"\s+", " ", tag.group()).replace(" >", ">"), text)
    return _BLOCK.sub(r"\1", re.sub(r"\s+", " ", inside))


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
