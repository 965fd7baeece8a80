"""The marks of a division's pages: what each shows, in a fraction of what making it takes.

The result of a game is a new version of its division, but the pages of earlier rounds are the same
as before. Whoever keeps pages as files asks for the mark, and makes only those that are others.
A mark holds more than its page shows, never less.
"""

from __future__ import annotations

import hashlib
from functools import cached_property

from core.web.site import WEB
from core.web.store import hard_part
from tournaments.public.pages.changed_cards import mark_of
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.frame import division_frame, status
from tournaments.readmodel.page_versions import card_version, rating_of
from tournaments.reports.pages import lists_named, report_made

OF_THE_PAGE = ("as_at", "as_at_iso", "footer", "title", "shared", "status", "news")
"""What a frame says of the moment, or of the round that its page shows."""


def marks_of(read_model: DivisionReadModel) -> DivisionMarks:
    """Returns the marks of the pages that are made from a read model, the same each time."""
    return read_model.memo.derived("marks of pages", read_model, lambda: DivisionMarks(read_model))


class DivisionMarks:
    """The marks of the pages of one division, as it was read."""

    def __init__(self, read_model: DivisionReadModel) -> None:
        self._read_model = read_model
        self._rounds: dict[int, str] = {}

    def of_round(self, number: int) -> str:
        """Returns the mark of the pages of a round: of what is on all of them and on these.

        They show what led to the round, and nothing that came after it.
        """
        if number not in self._rounds:
            read_model = self._read_model
            through = [held for held in sorted(read_model.sheet.by_round) if held <= number]
            # The standings after what is complete show the ratings that the results made.
            rated = rating_of(read_model.division) if number >= read_model.complete else None
            told = (
                self._around,
                [self._boards(held) for held in through],
                f"{rated.version}-{rated.rated_at}" if rated else "",
                read_model.division.tournament.closed,
            )
            self._rounds[number] = _digest(told)
        return self._rounds[number]

    def of_card(self, number: int) -> str:
        """Returns the mark of an entry's card."""
        return card_version(self._read_model.versioned, mark_of(self._read_model, number))

    def of_list(self, name: str) -> str:
        """Returns the mark of the page of a whole list of reports."""
        read_model = self._read_model
        lists = lists_named(report_made(read_model), name)
        told = read_model.memo.derived(("list's mark", name), lists, lambda: _digest(lists))
        return _digest((self._around, status(read_model), told))

    @cached_property
    def _around(self) -> str:
        """The mark of what is the same on all pages of the division, whatever their rounds."""
        read_model = self._read_model
        sheet = read_model.sheet
        frame = division_frame(read_model, WEB, title="", section="Standings", place=("standings",))
        frame = {name: said for name, said in frame.items() if name not in OF_THE_PAGE}
        told = (sheet.entries, sheet.rules, sheet.penalties, sheet.house_from)
        honours = (read_model.recorded, read_model.medals, read_model.complete)
        return _digest((hard_part(read_model.versioned.version), frame, told, honours))

    def _boards(self, number: int) -> str:
        boards = self._read_model.sheet.by_round[number]
        return self._read_model.memo.derived(
            ("boards' mark", number), boards, lambda: _digest(boards)
        )


def _digest(shown: object) -> str:
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:24]
