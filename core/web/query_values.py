"""The values in an address, written and read: any value is read, and none is refused."""

from __future__ import annotations

from typing import Any

from django.utils.http import urlencode

LONGEST_SEARCH = 60


def search_text(text: str) -> str:
    """Returns the text of a search on one line, cut to a length that names have."""
    return " ".join(text.replace("\0", " ")[:LONGEST_SEARCH].split())


def page_number(text: str) -> int:
    """Returns the number of the page that is asked for, the first where it is not a number."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else 1


def query(**values: Any) -> str:
    """Returns the part of an address that says these values."""
    return f"?{urlencode(values)}"
