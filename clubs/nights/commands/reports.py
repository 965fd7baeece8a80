"""The report of a night is sent by e-mail to those of its club who asked for it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar

from django.utils import timezone

from clubs.club.queries.reachable import readers_of
from clubs.kernel.commands.base import ClubCommand
from clubs.kernel.queries.night_games import nights_of
from clubs.nights.queries.mails import make_mails, to_be_sent
from clubs.nights.queries.report_mark import report_mark
from clubs.nights.queries.tonight import tonight
from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.models import JournalEntry
from core.phrases import phrase, phrase_count
from core.roles.table import Permission
from core.wording import whole_day
from tournaments.models import Tournament


@register
@dataclass(frozen=True, kw_only=True)
class SendReport(ClubCommand):
    """Has the report of a night sent: one mail an address, and none twice of the same version.

    Given again, it sends to those who asked since, and tries again what failed. `site` is the
    address of this installation, under which the mails link to its pages.
    """

    code = "night.report_sent"
    permission = Permission.KEEP_MEMBERS
    stays_when_restored: ClassVar[bool] = True
    day: date
    site: str

    def apply(self, work: Work) -> Row:
        self.find_club()
        night = nights_of(self.club).filter(starts_on=self.day).first()
        if night is None:
            raise Refused(
                phrase("The club has no night on this day."), code="night.unknown", field="day"
            )
        made: dict[str, Any] = work.facts.decide("mails", lambda: self._mails(night))
        is_replay = work.facts.are_recorded
        make_mails(night, made["mark"], self.site, made["to"], work.at, is_replay=is_replay)
        return {"night": night.slug, "mails": len(made["to"])}

    def _mails(self, night: Tournament) -> dict[str, Any]:
        """Returns the version that is sent, and to whom; Refused where there is nothing to send."""
        now = tonight(night)
        if now.playing or not now.over:
            raise Refused(
                phrase("Send the report once all games of the night are over."),
                code="report.early",
                field="day",
            )
        readers = readers_of(self.club, timezone.localdate())
        if not readers.by_hash:
            raise Refused(
                phrase("Nobody of the club has asked for reports by e-mail."),
                code="report.nobody",
            )
        mark = report_mark(night)
        wanted = {key: [p.key for p in one.players] for key, one in readers.by_hash.items()}
        to = to_be_sent(night, mark, wanted)
        if not to:
            raise Refused(
                phrase("Everybody who asked for the report has it as it is now."),
                code="report.sent",
            )
        return {"mark": mark, "to": to}

    def check_undo(self, entry: JournalEntry) -> None:
        raise Refused(phrase("A mail that was sent cannot be taken back."), code="report.undo")

    def sentence(self, answer: Row) -> str:
        return phrase_count(
            "The report of {day} is sent to {count} address",
            "The report of {day} is sent to {count} addresses",
            count=answer["mails"],
            day=whole_day(self.day),
        )
