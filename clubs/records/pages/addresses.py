"""The addresses of the public pages of the book: a path is the page's own name for `Site`."""

from __future__ import annotations

from clubs.records.book.scopes import BookScope, ScopeKind
from core.web.site import RECORDS

NEWS = f"{RECORDS}news/"
CLEAN = "clean"


def records_path(scope: BookScope, family: str, *, is_clean: bool = False) -> str:
    """Returns the path of the lists of a scope and a family, or of those without phoneys."""
    where = f"club/{scope.key}" if scope.kind is ScopeKind.CLUB else scope.kind.value
    below = f"{CLEAN}/" if is_clean else ""
    return f"{RECORDS}{where}/{family}/{below}"


def records_table_path(scope: BookScope, family: str, *, is_clean: bool = False) -> str:
    """Returns the path of the same lists as a table for spreadsheets."""
    return f"{records_path(scope, family, is_clean=is_clean)}table.csv"


def event_records_path(slug: str, *, is_clean: bool = False) -> str:
    """Returns the path of the records of one event, or of those without phoneys."""
    below = f"{CLEAN}/" if is_clean else ""
    return f"{RECORDS}event/{slug}/{below}"


def player_records_path(number: int) -> str:
    """Returns the path of a player's own records."""
    return f"/players/{number}/records/"
