"""The subject of a form about a lexicon."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from desk.context import DeskContext
from lexicon.commands.base import LEXICA
from lexicon.importing import PreparedList
from lexicon.models import Lexicon


@dataclass(frozen=True)
class LexiconContext(DeskContext):
    """A lexicon that is here, or a list that was read and is not; neither, where all are meant.

    `wanted` is the edition that somebody asked for.
    """

    lexicon: Lexicon | None = None
    prepared: PreparedList | None = None
    wanted: str = ""

    @property
    def the_lexicon(self) -> Lexicon:
        """The lexicon of a form that cannot be without one."""
        assert self.lexicon is not None
        return self.lexicon

    @property
    def the_prepared(self) -> PreparedList:
        """The list that was read, of a form that cannot be without one."""
        assert self.prepared is not None
        return self.prepared

    @property
    def journal(self) -> str:
        return LEXICA

    def scope(self) -> Mapping[str, Any]:
        return {"lexicon": self.lexicon.code} if self.lexicon else {}

    def back(self) -> str:
        if self.lexicon is None:
            return reverse("desk-lexica")
        return reverse("desk-lexicon", kwargs={"code": self.lexicon.code})

    def shown(self) -> Mapping[str, Any]:
        return {"about": self.lexicon.code if self.lexicon else ""}
