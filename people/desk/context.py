"""The subject of a form about the register."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from desk.context import DeskContext
from people.models import Player
from people.selectors import REGISTER


@dataclass(frozen=True)
class RegisterContext(DeskContext):
    """The register of players and clubs, and the player that a form is about.

    `by_link` is the entry by whose link somebody came, as `people.portraits.commands` has it.
    """

    player: Player | None = None
    by_link: str = ""

    @property
    def journal(self) -> str:
        return REGISTER

    def back(self) -> str:
        return reverse("desk")
