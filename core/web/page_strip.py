"""The way through a long answer: the first page, the last, and those around this one."""

from __future__ import annotations

from collections.abc import Callable

AROUND = 2


def page_strip(
    page: int, pages: int, href: Callable[[int], str | None]
) -> list[tuple[str, str | None, bool]]:
    """Returns the links to pages as (word, address, whether it is this page), for `_pages.html`.

    A word without a link replaces pages that are left out. Nothing is shown for one page.
    """
    if pages == 1:
        return []
    near = {1, pages, *range(page - AROUND, page + AROUND + 1)} & set(range(1, pages + 1))
    strip: list[tuple[str, str | None, bool]] = []
    before = 0
    for number in sorted(near):
        if number != before + 1:
            strip.append(("…", None, False))
        strip.append((str(number), href(number), number == page))
        before = number
    return strip
