"""The report of a night as an e-mail: text, HTML, and the link that ends such mails."""

from __future__ import annotations

from urllib.parse import quote, urljoin

from django.core.mail import EmailMultiAlternatives
from django.template.loader import get_template
from django.urls import reverse

from clubs.club.queries.reachable import Reader
from clubs.club.queries.report_links import report_token
from clubs.kernel.queries.clubs import club_named
from clubs.models import NightReport, ReportMail
from clubs.nights.pages.report import report_path, report_told

ENDING = "https://reports.invalid/end"
"""What stands in the text of all mails of a version in place of the link of each."""


class MailSite:
    """The links of a mail: those of the site, with its address before them."""

    def __init__(self, address: str) -> None:
        self._address = address

    def href(self, path: str) -> str | None:
        """Returns the whole address of a page."""
        return urljoin(self._address, quote(path))

    def asset(self, name: str) -> str:
        """Returns nothing: a mail fetches no file."""
        return ""


def written(report: NightReport) -> NightReport:
    """Returns a version with what its mails say, written where that was not done yet.

    All mails of a version say the same, whatever is corrected while they are sent.
    """
    if report.text:
        return report
    night = report.tournament
    club = club_named(night.night_of)
    assert club is not None
    assert night.starts_on is not None
    site = MailSite(report.site)
    told = report_told(club, night, site)
    told["ending"] = ENDING
    told["page"] = (
        site.href(report_path(club.slug, night.starts_on)) if club.home.is_public else None
    )
    report.text = get_template("clubs/nights/mail/report.txt").render(told).strip() + "\n"
    report.html = get_template("clubs/nights/mail/report.html").render(told)
    report.save(update_fields=("text", "html"))
    return report


def mail_of(report: NightReport, mail: ReportMail, reader: Reader) -> EmailMultiAlternatives:
    """Returns the mail of a version for whoever reads it, with the link that ends them."""
    token = report_token(player.pk for player in reader.players)
    ending = urljoin(report.site, reverse("stop-reports", kwargs={"token": token}))
    message = EmailMultiAlternatives(
        subject=report.tournament.name,
        body=report.text.replace(ENDING, ending),
        to=[reader.address],
        headers={
            "List-Unsubscribe": f"<{ending}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
            "Message-ID": f"<report-{report.mark[:24]}-{mail.address[:24]}@wallchart.invalid>",
        },
    )
    message.attach_alternative(report.html.replace(ENDING, ending), "text/html")
    return message
