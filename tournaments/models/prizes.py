"""The prizes of an event, the terms of them, and the money that changed hands."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from core.phrases import phrase
from tournaments.models.event import Division, Entry, Tournament


class PrizeTerms(models.Model):
    """How the prizes of an event are paid. Amounts are in minor units, percent in hundredths.

    `fund` is empty where it is `back` of the entry fees, with what was added; `division_fees` has
    the fee of divisions that ask for another one, by name. `excluded` are the keys of entries that
    win nothing, such as staff. With `is_public` everybody may read the prizes and their winners.
    """

    tournament = models.OneToOneField(
        Tournament, on_delete=models.PROTECT, related_name="prize_terms"
    )
    currency = models.CharField(max_length=3, blank=True)
    fund = models.PositiveIntegerField(null=True, blank=True)
    entry_fee = models.PositiveIntegerField(default=0)
    division_fees = models.JSONField(default=dict, blank=True)
    back = models.PositiveSmallIntegerField(default=10_000)
    one_money = models.CharField(max_length=10, default="no")
    thing_ties = models.CharField(max_length=5, default="draw")
    unit = models.PositiveIntegerField(default=1)
    tax_percent = models.PositiveSmallIntegerField(default=0)
    tax_from = models.PositiveIntegerField(default=0)
    excluded = models.JSONField(default=list, blank=True)
    is_public = models.BooleanField(default=False)

    def __str__(self) -> str:
        return phrase("prizes of {event}", event=self.tournament)


class EventPrize(models.Model):
    """A prize that is offered; `number` names it in the event for good, `position` orders the list.

    Without a division it is over all. It is an `amount`, a `part` of the fund in hundredths of a
    percent, or a thing that `text` names. Only rounds `first_round` to `last_round` count, 0 for
    the first and the last of the event. Of those with one name in `exclusive` nobody wins two.
    `winners` are keys of entries, drawn or named; `kept` is
    the line of the file that it was read from.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="prizes")
    division = models.ForeignKey(
        Division, on_delete=models.PROTECT, null=True, blank=True, related_name="prizes"
    )
    target = models.ForeignKey(
        Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="bounties"
    )
    number = models.PositiveIntegerField()
    position = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    prize_class = models.CharField(max_length=20, blank=True)
    place = models.PositiveSmallIntegerField(default=1)
    amount = models.PositiveIntegerField(default=0)
    part = models.PositiveSmallIntegerField(default=0)
    text = models.CharField(max_length=120, blank=True)
    games = models.PositiveSmallIntegerField(default=0)
    first_round = models.PositiveSmallIntegerField(default=0, db_default=0)
    last_round = models.PositiveSmallIntegerField(default=0, db_default=0)
    exclusive = models.CharField(max_length=20, blank=True, default="", db_default="")
    winners = models.JSONField(default=list, blank=True)
    kept = models.CharField(max_length=400, blank=True)

    class Meta:
        ordering = ("position", "number")
        constraints = (
            models.UniqueConstraint(fields=("tournament", "number"), name="prize_number_once"),
            models.CheckConstraint(
                condition=Q(amount__gt=0, part=0) | Q(amount=0, part__gt=0) | ~Q(text=""),
                name="prize_is_money_or_a_thing",
            ),
        )

    def __str__(self) -> str:
        return phrase("prize {number}", number=self.number)


class EventMoney(models.Model):
    """Money that changed hands: a fee, money added, an expense, or a prize that was paid.

    `withheld` is the tax kept back of a prize, `place` the cash or the bank, and `number` that of
    the receipt. `at` is when it was written down.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="money")
    entry = models.ForeignKey(
        Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="money"
    )
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10)
    amount = models.PositiveIntegerField()
    withheld = models.PositiveIntegerField(default=0)
    place = models.CharField(max_length=5, default="cash")
    text = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "number"), name="event_money_once"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="event_money_is_some"),
        )

    def __str__(self) -> str:
        return phrase("receipt {number}", number=self.number)
