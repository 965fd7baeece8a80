"""What follows from the commands of a rating list: what has to be computed anew, and is."""

from __future__ import annotations

from django.db.models import Min

from core.journal.command import Command
from core.journal.execute import follow
from core.journal.ledger import Ledger
from core.journal.undo import StreamCommand
from ratings.commands.base import STREAM
from ratings.commands.imports import ImportRatings
from ratings.commands.lists import ChooseEvent
from ratings.commands.matching import MatchName
from ratings.models import RatingList
from ratings.recompute_job import ask_to_recompute
from ratings.recording import distrust_from

RULES = {"system", "provisional_games", "expires_after_days"}
"""What of a list changes how its events are rated, or what is said of a rating."""


@follow
def after_list_command(command: Command, ledger: Ledger, live: bool) -> None:
    """Has a computed list computed anew where a command touched what its ratings come from."""
    kind, _, key = command.stream().partition(":")
    if kind != STREAM or not live or isinstance(command, ChooseEvent):
        return
    rating_list = RatingList.objects.exclude(system="").filter(key=key).first()
    if rating_list is None:
        return
    openings = isinstance(command, ImportRatings | MatchName | StreamCommand)
    if not openings and not _changes_rules(ledger):
        return
    # Anybody's first event may be the oldest one, so nothing is trusted from there on.
    first = rating_list.events.aggregate(first=Min("held_on"))["first"]
    if first is not None:
        distrust_from(rating_list, first)
        ask_to_recompute(rating_list)


def _changes_rules(ledger: Ledger) -> bool:
    """Returns whether a row of a list changed in more than its name."""
    return any(
        change["row"][0] == "rating_list" and RULES & set(change["after"] or {})
        for change in ledger.changes
    )
