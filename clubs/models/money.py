"""The money of a club: what it takes, and the rows of its ledger."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from clubs.models.club import ClubHome
from core.phrases import phrase


class ClubFees(models.Model):
    """What a club takes, in minor units of its currency; discounts in percent.

    `season`, `card_price` and `card_nights` are what forms begin with. `guest` is empty where
    guests pay as members do. A year of membership costs `membership`; renewed a month before the
    last one ends, `membership_early`; each further year, `membership_more`. These two are empty
    where they cost as much as any.
    """

    club = models.OneToOneField(ClubHome, on_delete=models.PROTECT, related_name="fees")
    currency = models.CharField(max_length=3)
    nightly = models.PositiveIntegerField(default=0)
    guest = models.PositiveIntegerField(null=True, blank=True)
    first_night_free = models.BooleanField(default=False)
    junior_discount = models.PositiveSmallIntegerField(default=0)
    junior_under = models.PositiveSmallIntegerField(default=18)
    senior_discount = models.PositiveSmallIntegerField(default=0)
    senior_from = models.PositiveSmallIntegerField(default=65)
    to_prizes = models.PositiveIntegerField(default=0)
    season = models.PositiveIntegerField(default=0)
    membership = models.PositiveIntegerField(default=0, db_default=0)
    membership_early = models.PositiveIntegerField(null=True, blank=True)
    membership_more = models.PositiveIntegerField(null=True, blank=True)
    card_price = models.PositiveIntegerField(default=0)
    card_nights = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ("club",)

    def __str__(self) -> str:
        return phrase("fees of {club}", club=self.club)


class KeptLedgerRow(models.Model):
    """A row of a club's ledger as it was written: never changed and never removed.

    A transaction has a `day` and `postings`, each an account's code, an amount in minor units and
    nights; a closing has the first day of its `month` and nothing else. `counters` and `receipt`
    are numbers of the ledger. Beside what the ledger knows, `night` is the night whose dues it
    is, and `paid_until` the last day of the season that it pays.
    """

    club = models.ForeignKey(ClubHome, on_delete=models.PROTECT, related_name="ledger_rows")
    number = models.PositiveIntegerField()
    month = models.DateField(null=True, blank=True)
    day = models.DateField(null=True, blank=True)
    currency = models.CharField(max_length=3, blank=True)
    text = models.CharField(max_length=200, blank=True)
    postings = models.JSONField(default=list, blank=True)
    member = models.CharField(max_length=60, blank=True)
    happened = models.DateField(null=True, blank=True)
    counters = models.PositiveIntegerField(null=True, blank=True)
    receipt = models.PositiveIntegerField(null=True, blank=True)
    night = models.DateField(null=True, blank=True)
    paid_until = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ("club", "number")
        constraints = (
            models.UniqueConstraint(fields=("club", "number"), name="ledger_number_once"),
            models.UniqueConstraint(fields=("club", "counters"), name="ledger_countered_once"),
            models.UniqueConstraint(fields=("club", "receipt"), name="ledger_receipt_once"),
            models.CheckConstraint(
                condition=Q(day__isnull=False) | Q(month__isnull=False),
                name="ledger_row_is_transaction_or_closing",
            ),
        )

    def __str__(self) -> str:
        return phrase("ledger row no. {number}", number=self.number)
