"""What follows where a player shows another picture, or none any more: its pixels are removed."""

from __future__ import annotations

from core.journal.command import Command
from core.journal.execute import follow_live
from core.journal.ledger import Ledger
from people.portraits.pictures import clear_away

_DECIDES = tuple(
    f"player.{name}" for name in ("portrait", "public_name_style", "birth_date", "merged_into")
)


@follow_live(rows=_DECIDES)
def after_portrait(_command: Command, _ledger: Ledger) -> None:
    """Removes at once what nobody shows: undone or redone, it is not there any more."""
    clear_away()
