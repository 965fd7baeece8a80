"""The subject of a form about the register."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from desk.context import DeskContext
from people.models import Player
from people.selectors import REGISTER


@dataclass(frozen=True)
class RegisterContext(DeskContext):
    """The register of players and clubs, and the player that a form is about."""

    player: Player | None = None

    @property
    def journal(self) -> str:
        return REGISTER

    def back(self) -> str:
        return reverse("desk")
