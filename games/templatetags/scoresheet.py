"""The parts of a game's form beside its fields."""

from __future__ import annotations

from typing import Any

from django import template

from games.forms.scoresheet import Scoresheet
from games.pages.sheet_board import sheet_board

register = template.Library()


@register.inclusion_tag("games/_board.html")
def board_of(scoresheet: Scoresheet) -> dict[str, Any]:
    """Returns the board of a scoresheet that was counted."""
    return sheet_board(scoresheet)
