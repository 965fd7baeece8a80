"""The present state of a random event, read once for all questions between two commands."""

from __future__ import annotations

from typing import Any, NamedTuple

from core.models import JournalEntry
from tests.databases import written_so_far
from tournaments import models
from tournaments.failover.queries.replay_digest import digest, project
from tournaments.kernel.queries.sheet import Sheet, load_sheet

SLUG = "random"
MARK = 5
"""The place among the outcomes of a board of when it was rearranged, once it was published."""


class State(NamedTuple):
    """How everything is, in two digests: the second says not when a board was rearranged.

    Taking that back marks the board as well, for the sheet on the wall has changed again.
    """

    whole: str = ""
    unmarked: str = ""


class Reading:
    """The event, the sheet of its division and how everything is."""

    _read: tuple[int | None, Sheet | None] = (None, None)
    _unchanged: tuple[int | None, State | None] = (None, None)
    _state: tuple[object, State] = (None, State())

    def division(self) -> models.Division:
        return models.Division.objects.select_related("tournament").get(name="A")

    def sheet(self) -> Sheet:
        written, sheet = self.written(), self._read[1]
        if sheet is None or self._read[0] != written:
            sheet = load_sheet(self.division())
            self._read = (written, sheet)
        return sheet

    def projection(self) -> Any:
        return project(models.Tournament.objects.get(slug=SLUG))

    def now(self) -> State:
        """Returns how everything is, read again unless the database says that nothing is new."""
        written = written_so_far()
        if self._state[0] != written:
            read = self.projection()
            self._state = (written, State(digest(read), digest(unmarked(read))))
        return self._state[1]

    def known(self) -> State:
        """Returns how everything is: as a refusal left it, where nothing was written since."""
        written, left = self._unchanged
        return left if left and written == self.written() else self.now()

    def left_by_a_refusal(self, now: State) -> None:
        """Remembers how everything is, so that it has to be the same after the next refusal."""
        self._unchanged = (self.written(), now)

    def written(self) -> int | None:
        """Returns the newest entry of the journal."""
        return JournalEntry.objects.order_by("-pk").values_list("pk", flat=True).first()


def unmarked(projection: Any) -> Any:
    """Return a projection without when boards of published rounds were rearranged."""
    divisions = {
        name: {**told, "outcomes": [[*row[:MARK], *row[MARK + 1 :]] for row in told["outcomes"]]}
        for name, told in projection["divisions"].items()
    }
    return {**projection, "divisions": divisions}
