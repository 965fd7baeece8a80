"""What somebody may do with a game of no event: it is the staff's."""

from __future__ import annotations

from typing import Any

from core.roles.access import NONE, Rights, register_scope
from core.roles.table import ALLOWED, Role
from games.selectors.games import GAME_STREAM


def _of_free_game(user: Any, _key: str, _: object) -> Rights:
    return ALLOWED[Role.DIRECTOR] if user.is_staff else NONE


register_scope(GAME_STREAM, _of_free_game)
