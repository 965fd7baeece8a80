"""The rows of a table as text: each is rendered again only where what it says differs.

Django takes a millisecond for a few rows, and a table has hundreds of which a result changes two.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple

from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

from core.web.site import WEB, Site
from tournaments.readmodel.division import DivisionReadModel


def rows(
    read_model: DivisionReadModel,
    site: Site,
    template: str,
    lines: Iterable[tuple[Hashable, NamedTuple]],
    **around: Any,
) -> SafeString:
    """Returns lines of a table one after the other, each rendered by a template of its own.

    A line comes with a key that tells it from the others of the template; its fields are the
    names in the template, beside those that all lines share.
    """
    row = get_template(f"tournaments/{template}.html")

    def text(line: NamedTuple) -> str:
        return row.render(around | line._asdict())  # noqa: SLF001 - its name for everybody

    # Pages of the web and pages on a disk take turns, and differ in every way to elsewhere.
    kind = (template, site is WEB)
    parts = [
        read_model.memo.derived((kind, key), (line, around), lambda line=line: text(line))  # type: ignore[misc] # a lambda's default has no type
        for key, line in lines
    ]
    return mark_safe("".join(parts))  # noqa: S308 - each part was escaped when it was rendered
