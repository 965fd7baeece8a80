"""What follows where a player shows another picture, or none any more: its pixels are removed."""

from __future__ import annotations

from core.journal.command import Command
from core.journal.execute import follow_live
from core.journal.ledger import Ledger
from people.portraits.pictures import clear_away

_DECIDES = (
    *("portrait", "public_name_style", "birth_date", "merged_into"),
    *("guardian", "guardian_contact", "guardian_email"),
)


@follow_live(rows=("player removed", *(f"player.{name}" for name in _DECIDES)))
def after_portrait(_command: Command, _ledger: Ledger) -> None:
    """Removes at once what nobody shows: undone or redone, it is not there any more."""
    clear_away()
