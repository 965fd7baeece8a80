"""The reports of nights that are sent by e-mail.

They are in no journal: what a mail says can be made again, and how sending it went is of this
installation. That one was asked for is in the journal of the club.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from core.phrases import phrase
from tournaments.models import Tournament


class NightReport(models.Model):
    """A version of the report of a night, as it is sent.

    `mark` is the hash of what it tells. `text` and `html` are what every mail of it says, empty
    until a worker has written them. `site` is the address under which its pages are linked to.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="reports")
    mark = models.CharField(max_length=64)
    site = models.CharField(max_length=300)
    made_at = models.DateTimeField()
    text = models.TextField(blank=True)
    html = models.TextField(blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "mark"), name="report_once_a_version"),
        )

    def __str__(self) -> str:
        return f"{self.tournament} {self.mark[:8]}"


class ReportMail(models.Model):
    """One mail of a version of a report, to one address.

    `address` is a keyed hash: the address itself is kept with the people alone whose keys are
    `players`. `error` says what went wrong last; nothing is sent before `due_at`.
    """

    class State(models.TextChoices):
        WAITING = "waiting", phrase("waiting")
        SENDING = "sending", phrase("being sent")
        SENT = "sent", phrase("sent")
        FAILED = "failed", phrase("failed")
        UNSURE = "unsure", phrase("perhaps sent")
        DROPPED = "dropped", phrase("no longer wanted")

    report = models.ForeignKey(NightReport, on_delete=models.CASCADE, related_name="mails")
    address = models.CharField(max_length=64)
    players = models.JSONField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(null=True)
    tried_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ("pk",)
        indexes = (models.Index(fields=("state", "due_at"), name="report_mail_by_state"),)
        constraints = (
            models.UniqueConstraint(fields=("report", "address"), name="report_mail_once"),
            models.CheckConstraint(
                condition=Q(
                    state__in=("waiting", "sending", "sent", "failed", "unsure", "dropped")
                ),
                name="report_mail_state_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.report}: {self.state}"
