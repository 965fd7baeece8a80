"""The present state of a random event, read once for all questions between two commands."""

from __future__ import annotations

from typing import Any

from core.models import JournalEntry
from tests.databases import written_so_far
from tournaments import models
from tournaments.failover.queries.replay_digest import digest, project
from tournaments.kernel.queries.sheet import Sheet, load_sheet

SLUG = "random"


class Reading:
    """The event, the sheet of its division and how everything is."""

    _read: tuple[int | None, Sheet | None] = (None, None)
    _unchanged: tuple[int | None, str] = (None, "")
    _digest: tuple[object, str] = (None, "")

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

    def now(self) -> str:
        """Returns how everything is, read again unless the database says that nothing is new."""
        written = written_so_far()
        if self._digest[0] != written:
            self._digest = (written, digest(self.projection()))
        return self._digest[1]

    def known(self) -> str:
        """Returns how everything is: as a refusal left it, where nothing was written since."""
        written, left = self._unchanged
        return left if left and written == self.written() else self.now()

    def left_by_a_refusal(self, now: str) -> None:
        """Remembers how everything is, so that it has to be the same after the next refusal."""
        self._unchanged = (self.written(), now)

    def written(self) -> int | None:
        """Returns the newest entry of the journal."""
        return JournalEntry.objects.order_by("-pk").values_list("pk", flat=True).first()
