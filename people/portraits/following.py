"""What follows where a player shows another picture, or none any more: its pixels are removed."""

from __future__ import annotations

from core.journal.command import Command
from core.journal.execute import follow_live
from core.journal.ledger import Change, Ledger
from people.portraits.pictures import clear_away

_DECIDES = frozenset(
    {
        *("portrait", "public_name_style", "birth_date", "merged_into"),
        *("guardian", "guardian_contact", "guardian_email"),
    }
)


@follow_live(rows=("player",))
def after_portrait(_command: Command, ledger: Ledger) -> None:
    """Removes at once what nobody shows: undone or redone, it is not there any more."""
    if any(_decides(change) for change in ledger.changes):
        clear_away()


def _decides(change: Change) -> bool:
    """Returns whether a change may end that somebody is shown: of a player, or removing one."""
    if change["row"][0] != "player" or change["before"] is None:
        return False
    return change["after"] is None or not _DECIDES.isdisjoint(change["before"])
