"""The command that opens a judge for a division, at the desk."""

from __future__ import annotations

from django.urls import reverse

from core.models import JournalEntry
from core.phrases import phrase
from desk.context import DeskContext
from lexicon.models import JudgeStation
from tournaments.challenges.forms.judges import OpenDivisionJudgeForm
from tournaments.kernel.desk.context import EventContext, desk_link
from tournaments.kernel.desk.pages import EventPage


class OpenJudgePage(EventPage):
    """Opens a judge and leads to it."""

    def after(self, where: DeskContext, entry: JournalEntry) -> str:
        key = entry.stream.key.partition(":")[2]
        # An undone opening leaves no station to go on to.
        if JudgeStation.objects.filter(key=key).exists():
            return reverse("desk-judge", kwargs={"key": key})
        return self.back(where)

    def back(self, where: DeskContext) -> str:
        assert isinstance(where, EventContext)
        return desk_link("judges", where.the_event.slug)


OPEN_JUDGE = OpenJudgePage(
    "open-judge",
    OpenDivisionJudgeForm,
    phrase("Open a judge"),
    phrase("A device in the hall for challenges in a division."),
)
