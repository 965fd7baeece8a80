"""The form on which a club keeps what its people agreed to, and who cares for a minor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clubs.club.commands.care import KeepPlayer
from clubs.kernel.desk.context import ClubContext, ClubForm
from people.desk.forms import CareFields
from people.models import Player


@dataclass(frozen=True)
class KeptPlayerContext(ClubContext):
    """Somebody of a club, whom the address names."""

    player: Player | None = None

    def shown(self) -> Mapping[str, Any]:
        about = self.player.full_name if self.player else ""
        return {**super().shown(), **({"about": about} if about else {})}


class KeepPlayerForm(ClubForm, CareFields):
    """Records consents, and the birth date and guardian of a minor; only what differs."""

    command_class = KeepPlayer

    @property
    def _player(self) -> Player:
        assert isinstance(self.where, KeptPlayerContext)
        assert self.where.player is not None
        return self.where.player

    def prefilled(self) -> Mapping[str, Any]:
        return CareFields.held_by(self._player)

    def payload(self) -> dict[str, Any]:
        changed = CareFields.changed_of(self._player, self.cleaned_data)
        return {"player": self._player.key, **changed}
