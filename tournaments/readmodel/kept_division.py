"""The open book: one for all pages of a division that are made one after the other."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from core.memo import memo_of
from core.web.rendering import UNTIL_MORE_S, shared
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.page_versions import DivisionEdition, card_version

_BOOK = "book"
_OPEN_FOR = timedelta(seconds=UNTIL_MORE_S)


def open_read_model(edition: DivisionEdition) -> DivisionReadModel:
    """Returns the book of an edition, or one of a moment before; for drafts only.

    With the same names in any case.
    """
    names, _, _ = edition.version.partition("!")
    return shared(f"book {edition.division.pk} {names}", lambda: _opened(edition))


def _opened(edition: DivisionEdition) -> DivisionReadModel:
    """Returns the book that was opened last while it is of this edition, else a new one."""
    memo = memo_of(("division", edition.division.pk))
    held: DivisionReadModel | None = memo.last(_BOOK)
    if held is not None and timezone.now() - held.at < _OPEN_FOR and _same(held.edition, edition):
        return held
    read_model = DivisionReadModel(edition)
    memo.keep(_BOOK, read_model)
    return read_model


def _same(one: DivisionEdition, other: DivisionEdition) -> bool:
    first, second = (
        (edition.rated, edition.foreseen, edition.names, card_version(edition, ""))
        for edition in (one, other)
    )
    return first == second
