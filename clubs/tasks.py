"""The doors through which beat reaches the book of records, and mails that wait."""

from datetime import timedelta

from django.utils import timezone

from clubs.nights.jobs.mailing import ask_if_due
from clubs.records.jobs import keeping
from core.recurring import recurring


@recurring("clubs.records_missing", turn=timedelta(minutes=5))
def find_missing_book() -> None:
    """Has the book made where there are events and it never was."""
    keeping.ask_for_missing_book()


@recurring("clubs.recompute_records", turn=timedelta(minutes=30))
def make_book_again() -> None:
    """Has the book made again every night, should a change have been missed."""
    keeping.ask_to_recompute_records()


@recurring("clubs.send_reports", turn=timedelta(seconds=30))
def send_reports() -> None:
    """Has mails sent whose next attempt is due, and those that a worker left behind."""
    ask_if_due(timezone.now())
