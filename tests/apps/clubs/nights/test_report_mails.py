"""The report of a night by e-mail: who may send it, who gets it, each once, and what fails."""

from __future__ import annotations

from datetime import date, timedelta
from functools import partial
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPServerDisconnected
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.club.commands.care import KeepPlayer, StopReports
from clubs.club.queries.report_links import report_token
from clubs.membership.commands.merging import MergePlayers
from clubs.models import NightReport, ReportMail
from clubs.nights.commands.playing import NightGame
from clubs.nights.commands.reports import SendReport
from clubs.nights.jobs import mailing
from clubs.nights.jobs.asking import is_due
from clubs.nights.jobs.mailing import TRIES, send_due
from core.actors import Actor
from core.journal.errors import NotAllowed, Refused
from core.journal.execute import execute
from core.journal.undo import UndoEntry
from core.models import Job, JournalEntry
from core.roles.commands import GiveRole
from core.roles.table import OF_CLUBS, Role
from people.commands import AddPlayer, ChangePlayer
from people.models import Player
from tests.apps.api.asking import of
from tests.apps.tournaments.desk_events import signed_in
from tests.builders.clubs import found
from tests.builders.events import give
from tests.builders.nights import FIRST_NIGHT, an_open_night, played, seated
from tests.pages import source_at, words
from tournaments.models import Tournament
from tournaments.results.commands.results import CorrectResult

pytestmark = pytest.mark.django_db

DAY = FIRST_NIGHT
PAGE = reverse("desk-send-report", kwargs={"club": "hill", "day": str(DAY)})
SEND = SendReport(club="hill", day=DAY, site="https://club.example/")
NIGHT = f"hill-{DAY}"
CORRECTED = CorrectResult(
    event=NIGHT,
    division="Night",
    round=1,
    entry=1,
    opponent=2,
    score=433,
    opponent_score=380,
    confirmed=True,
)
ADDRESSES = ("ann@example.org", "family@example.org")


@pytest.fixture
def night() -> str:
    """A night of which three asked for the report, two of them at one address."""
    found("hill", owner="dora")
    for key, name in (("ann", "Ann"), ("kim", "Kim"), ("lou", "Lou"), ("val", "Val")):
        style = "initial" if key == "val" else "full"
        give(
            AddPlayer(
                key=key,
                given_name=name,
                family_name="Abelsson",
                club="hill",
                public_name_style=style,
            )
        )
    asks("ann", email="ann@example.org")
    asks("kim", email="Family@example.org")
    asks("lou", email="family@example.org")
    slug = an_open_night(here=("ann", "val"), guests=("Zoe",))
    played(slug, 1, 2, 412, 380)
    return slug


def asks(player: str, **care: Any) -> None:
    give(KeepPlayer(club="hill", player=player, wants_reports=True, **care))


def states() -> dict[str, int]:
    rows = ReportMail.objects.order_by().values_list("state", flat=True)
    return {state: list(rows).count(state) for state in set(rows)}


def test_who_keeps_the_members_sends_it_and_no_other_role_does(night: str) -> None:
    client = signed_in("pat", staff=False)
    pat = Actor(name="pat", user=User.objects.get(username="pat"))
    keepers = {Role.OWNER, Role.DIRECTOR, Role.SECRETARY}
    for role in sorted(OF_CLUBS - keepers):
        give(GiveRole(journal="club:hill", account="pat", role=role))
    with pytest.raises(NotAllowed):
        execute(SEND, actor=pat)
    assert client.get(PAGE).status_code == 403
    program = of("pat")
    assert program.get(f"club_houses/hill/nights/{DAY}/reports").status_code == 403
    give(GiveRole(journal="club:hill", account="pat", role=Role.SECRETARY))
    sent = program.post("club_houses/hill/nights/reports", {"day": str(DAY)})
    assert sent.status_code == 200, sent.text
    told = program.get(f"club_houses/hill/nights/{DAY}/reports").json()
    assert told == {"sent": 0, "waiting": 2, "failed": 0, "unsure": 0}
    assert NightReport.objects.get().site == "http://testserver/"


def test_each_address_gets_one_mail_with_text_html_and_a_link_of_its_own(night: str) -> None:
    give(SEND)
    assert Job.objects.filter(kind="clubs.send_reports", state="queued").count() == 1
    assert send_due() == 2
    assert sorted(one.to[0].casefold() for one in mail.outbox) == list(ADDRESSES)
    sent: list[Any] = mail.outbox
    for one in sent:
        (html,) = one.alternatives
        for told in (one.body, str(html.content)):
            assert "High game" in told
            assert "Ann Abelsson, 412" in told
            assert "Val A." in told
            assert "Val Abelsson" not in told
        link = one.extra_headers["List-Unsubscribe"].strip("<>")
        assert link.startswith("https://club.example/stop_reports/")
        assert link in one.body
        assert link in str(html.content)
        assert one.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert "https://club.example/clubs/hill/nights/2026-03-05/" in one.body
    assert len({one.extra_headers["Message-ID"] for one in mail.outbox}) == 2


def test_a_version_is_sent_once_and_a_corrected_one_again(night: str) -> None:
    give(SEND)
    send_due()
    with pytest.raises(Refused, match="has it as it is now"):
        give(SEND)
    asks("val", email="val@example.org")
    assert give(SEND).answer["mails"] == 1
    assert send_due() == 1
    give(CORRECTED, reason="misread")
    assert give(SEND).answer["mails"] == 3
    assert send_due() == 3
    assert sum("433" in one.body for one in mail.outbox) == 3
    assert send_due() == 0


def test_a_mail_that_was_being_sent_when_a_worker_was_killed_is_not_sent_again(
    night: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(SEND)

    def killed(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(mailing, "_hand_over", killed)
    with pytest.raises(KeyboardInterrupt):
        send_due()
    monkeypatch.undo()
    assert states() == {"sending": 1, "waiting": 1}
    assert is_due(timezone.now())
    assert send_due() == 1
    assert states() == {"unsure": 1, "sent": 1}
    with pytest.raises(Refused):
        give(SEND)
    told = words(signed_in("dora").get(PAGE))
    assert "perhaps sent, so not sent again" in told
    assert len(mail.outbox) == 1


def test_a_mail_that_another_worker_sent_meanwhile_is_not_sent_again(
    night: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(SEND)

    def slowly(_: EmailBackend) -> None:
        ReportMail.objects.filter(state="waiting").update(state="sent")

    monkeypatch.setattr(EmailBackend, "open", slowly)
    assert send_due() == 0
    assert mail.outbox == []
    assert states() == {"sent": 2}


def test_a_mail_whose_night_is_gone_keeps_no_other_from_being_sent(night: str) -> None:
    give(SEND)
    first = ReportMail.objects.earliest("pk").pk

    def gone() -> None:
        ReportMail.objects.filter(pk=first).delete()

    assert send_due(going_on=gone) == 1
    assert states() == {"sent": 1}


def _failing(monkeypatch: pytest.MonkeyPatch, failure: Exception, *, at: str) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise failure

    monkeypatch.setattr(EmailBackend, at, fail)


@pytest.mark.parametrize(
    ("failure", "at", "left"),
    [
        (OSError("no route"), "open", "waiting"),
        (SMTPRecipientsRefused({"ann@example.org": (450, b"busy")}), "send_messages", "waiting"),
        (SMTPDataError(451, b"later"), "send_messages", "waiting"),
        (SMTPDataError(452, b"<Ann@Example.org> is full"), "send_messages", "waiting"),
        (SMTPRecipientsRefused({"ann@example.org": (550, b"no")}), "send_messages", "failed"),
        (SMTPServerDisconnected("gone"), "send_messages", "unsure"),
    ],
)
def test_what_the_server_did_not_take_is_tried_again_and_what_is_unsure_is_not(
    night: str, monkeypatch: pytest.MonkeyPatch, failure: Exception, at: str, left: str
) -> None:
    give(ChangePlayer(key="kim", wants_reports=False))
    give(ChangePlayer(key="lou", wants_reports=False))
    give(SEND)
    _failing(monkeypatch, failure, at=at)
    assert send_due() == 0
    assert states() == {left: 1}
    assert "ann@example.org" not in ReportMail.objects.get().error.casefold()
    monkeypatch.undo()
    now = timezone.now()
    assert send_due() == 0, "it is too early"
    assert is_due(now) is False
    assert send_due(now=lambda: now + timedelta(minutes=2)) == (left == "waiting")


def test_after_its_last_attempt_a_mail_has_failed_until_somebody_sends_it_again(
    night: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(SEND)
    _failing(monkeypatch, OSError("no route"), at="open")
    now = timezone.now()
    for attempt in range(TRIES):
        send_due(now=partial(now.__add__, timedelta(days=attempt)))
    assert states() == {"failed": 2}
    dora = signed_in("dora")
    told = words(dora.get(PAGE))
    assert "Ann Abelsson not sent: no route" in told
    assert "Kim Abelsson, Lou Abelsson not sent" in told
    monkeypatch.undo()
    token = dora.get(PAGE).context["token"]
    assert dora.post(PAGE, {"token": token}).status_code == 302
    assert send_due() == 2
    assert "2 mails were sent." in words(dora.get(PAGE))


def test_a_minor_gets_it_at_the_guardian_and_nowhere_else(night: str) -> None:
    born = timezone.localdate() - timedelta(days=3000)
    asks("val", birth_date=born, email="val@example.org")
    told = words(signed_in("dora").get(PAGE))
    assert "no guardian’s address is recorded: Val Abelsson" in told
    asks("val", guardian_email="parent@example.org")
    give(SEND)
    send_due()
    assert {one.to[0].casefold() for one in mail.outbox} == {*ADDRESSES, "parent@example.org"}


def test_whoever_has_a_mail_ends_them_for_their_address_with_one_click_and_no_account(
    night: str,
) -> None:
    give(SEND)
    send_due()
    (family,) = (one for one in mail.outbox if one.to[0].casefold() == ADDRESSES[1])
    link = family.extra_headers["List-Unsubscribe"].strip("<>").removeprefix("https://club.example")
    reader = Client(enforce_csrf_checks=True)
    assert "End the reports" in reader.get(link).text
    assert Player.objects.filter(wants_reports=True).count() == 3, "a look at it changes nothing"
    for _ in range(2):
        ended = reader.post(link, {"List-Unsubscribe": "One-Click"})
        assert "You get no more reports by e-mail." in words(ended)
    assert list(Player.objects.filter(wants_reports=True).values_list("key", flat=True)) == ["ann"]
    assert reader.get(f"{link[:-2]}x/").status_code == 404
    with pytest.raises(NotAllowed):
        execute(StopReports(players=("ann",)), actor=Actor(name="nobody", link="reports of kim"))


@pytest.mark.parametrize("ending", ["kim", "val"])
def test_who_was_merged_gets_them_under_either_key_and_ends_them_with_one_click(
    night: str, ending: str
) -> None:
    give(MergePlayers(kept="val", gone="kim"))
    give(ChangePlayer(key="lou", wants_reports=False))
    give(SEND)
    send_due()
    assert sorted(one.to[0].casefold() for one in mail.outbox) == list(ADDRESSES)
    give(ChangePlayer(key="val", wants_reports=True, email="val@example.org"))
    link = reverse("stop-reports", args=[report_token([Player.objects.get(key=ending).pk])])
    assert "You get no more reports by e-mail." in words(Client().post(link))
    assert list(Player.objects.filter(wants_reports=True).values_list("key", flat=True)) == ["ann"]


def test_a_minor_who_was_merged_gets_it_at_the_guardian_alone(night: str) -> None:
    born = timezone.localdate() - timedelta(days=3000)
    give(ChangePlayer(key="val", birth_date=born, guardian_email="parent@example.org"))
    give(ChangePlayer(key="lou", wants_reports=False))
    give(MergePlayers(kept="val", gone="kim"))
    give(SEND)
    send_due()
    assert {one.to[0].casefold() for one in mail.outbox} == {ADDRESSES[0], "parent@example.org"}


def test_who_no_longer_wants_it_gets_none_that_waited(night: str) -> None:
    give(SEND)
    give(ChangePlayer(key="ann", wants_reports=False))
    give(ChangePlayer(key="kim", email="elsewhere@example.org"))
    assert send_due() == 1
    assert states() == {"dropped": 1, "sent": 1}
    assert mail.outbox[0].to == ["family@example.org"]


def test_nothing_is_sent_during_a_night_without_readers_or_of_a_day_without_one(night: str) -> None:
    seated_night = "Send the report once all games of the night are over."
    seated(night, NightGame(one=1, two=3))
    dora = signed_in("dora")
    answer = dora.post(PAGE, {"token": ""})
    assert answer.status_code == 422
    assert seated_night in answer.text
    with pytest.raises(Refused, match="no night on this day"):
        give(SendReport(club="hill", day=date(2026, 3, 6), site=SEND.site))
    for player in ("ann", "kim", "lou"):
        give(ChangePlayer(key=player, wants_reports=False))
    assert "Nobody of the club has asked" in words(dora.get(PAGE))
    assert not ReportMail.objects.exists()


def test_sending_stays_when_it_is_undone_and_is_known_after_a_replay(night: str) -> None:
    done = give(SEND)
    with pytest.raises(Refused, match="cannot be taken back"):
        give(UndoEntry(journal="club:hill", seq=done.seq))
    entry = JournalEntry.objects.get(stream__key="club:hill", seq=done.seq)
    assert "example.org" not in str(entry.payload) + str(entry.facts)
    NightReport.objects.all().delete()
    event = Tournament.objects.get(slug=NIGHT)
    execute(SEND, actor=Actor(name="replay", trusted=True), recorded=entry.facts)
    assert {one.state for one in ReportMail.objects.filter(report__tournament=event)} == {"unsure"}
    assert send_due() == 0


def test_no_address_is_on_a_page_but_that_of_who_keeps_the_members(night: str) -> None:
    give(SEND)
    send_due()
    dora = signed_in("dora")
    for client, address in (
        (Client(), "/clubs/hill/"),
        (Client(), f"/clubs/hill/nights/{DAY}/"),
        (Client(), f"/events/{NIGHT}/"),
        (dora, PAGE),
        (dora, f"/desk/{NIGHT}/log/"),
        (dora, "/desk/club_desk/hill/log/"),
        (dora, "/desk/club_desk/hill/members/"),
        (dora, "/desk/club_desk/hill/members/csv/"),
    ):
        assert "example.org" not in source_at(client, address), address
