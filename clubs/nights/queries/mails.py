"""The mails of a night's reports: making them, and how sending them goes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from clubs.models import NightReport, ReportMail
from people.selectors import players_named
from tournaments.models import Tournament

Addressed = Mapping[str, Sequence[str]]
"""The keys of players by the hash of the address at which they get their reports."""

State = ReportMail.State


@dataclass(frozen=True, slots=True)
class FailedMail:
    """A mail that was not sent, or of which nobody can say: whose it is, and what went wrong."""

    names: tuple[str, ...]
    error: str
    is_unsure: bool


@dataclass(frozen=True, slots=True)
class Mailing:
    """How sending the reports of a night goes: counts of mails, and those that failed."""

    sent: int = 0
    waiting: int = 0
    failed: tuple[FailedMail, ...] = ()

    @property
    def is_begun(self) -> bool:
        """Whether there is any mail."""
        return bool(self.sent or self.waiting or self.failed)


def to_be_sent(night: Tournament, mark: str, wanted: Addressed) -> dict[str, list[str]]:
    """Returns those of the addresses whose mail of this version is new, or failed before."""
    mails = ReportMail.objects.filter(report__tournament=night, report__mark=mark)
    had = set(
        mails.exclude(state__in=(State.FAILED, State.DROPPED)).values_list("address", flat=True)
    )
    return {address: list(players) for address, players in wanted.items() if address not in had}


def make_mails(
    night: Tournament, mark: str, site: str, wanted: Addressed, at: datetime, *, is_replay: bool
) -> None:
    """Writes the mails of a version; those that failed wait again.

    In a replay they were sent elsewhere, as far as anybody here can tell.
    """
    report, _ = NightReport.objects.get_or_create(
        tournament=night, mark=mark, defaults={"site": site, "made_at": at}
    )
    state = State.UNSURE if is_replay else State.WAITING
    for address, players in wanted.items():
        values = {"players": list(players), "state": state, "attempts": 0, "due_at": None}
        ReportMail.objects.update_or_create(
            report=report, address=address, defaults={**values, "error": ""}
        )


def mailing_of(night: Tournament) -> Mailing:
    """Returns how sending the reports of a night goes, of all versions; in two queries."""
    mails = list(ReportMail.objects.filter(report__tournament=night))
    states = Counter(mail.state for mail in mails)
    troubled = [mail for mail in mails if mail.state in (State.FAILED, State.UNSURE)]
    names = {
        key: player.full_name
        for key, player in players_named({k for mail in troubled for k in mail.players}).items()
    }
    return Mailing(
        sent=states[State.SENT],
        waiting=states[State.WAITING] + states[State.SENDING],
        failed=tuple(
            FailedMail(
                tuple(names.get(key, key) for key in mail.players),
                mail.error,
                mail.state == State.UNSURE,
            )
            for mail in troubled
        ),
    )
