"""A player shows their picture and country to everybody, or does not any more."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from core.actors import Actor
from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.models import JournalEntry
from core.phrases import phrase
from core.roles.access import INSTALLATION
from people.commands import RegisterCommand
from people.models import Player, Portrait
from people.portraits.countries import countries
from people.portraits.showing import may_show

NAME = re.compile(r"[0-9a-f]{64}")
_SHOWN = ("portrait", "country")


def own_link(key: str, by_link: str) -> str:
    """Returns in which words somebody came by the link of an entry that is a player's own."""
    return f"player {key} {by_link}"


@dataclass(frozen=True, kw_only=True)
class PortraitCommand(RegisterCommand):
    """Base of what shows or hides a player: by their own link, or for who keeps the register.

    `by_link` is the entry by whose link it is asked for: the event's short name, a slash and the
    entry's number; empty for who keeps the register. A restore of the register leaves all of it as
    it is: what players agreed to and took back is theirs.
    """

    stays_when_restored: ClassVar[bool] = True
    key: str
    by_link: str = ""

    def scope(self) -> str:
        return INSTALLATION

    def authorise(self, actor: Actor) -> None:
        if not self.by_link or actor.link != own_link(self.key, self.by_link):
            super().authorise(actor)

    def find_player(self) -> Player:
        """Returns the player; Refused where the register has none of this key."""
        player = Player.objects.filter(key=self.key).first()
        if player is None:
            raise Refused(
                phrase("The register has no player {key}.", key=self.key), code="player.unknown"
            )
        return player

    def _entry_of_link(self) -> dict[str, str]:
        event, _, entry = self.by_link.partition("/")
        return {"event": event, "entry": entry}


@register
@dataclass(frozen=True, kw_only=True)
class ShowPlayer(PortraitCommand):
    """Shows a picture of a player, a country, or both to everybody, as the player agreed.

    `portrait` is the name of a picture that is kept, `country` a code of ISO 3166; one left out
    stays. `on_paper` says that the consent is on paper: whoever keeps the register says so. An undo
    brings nothing back that was replaced or taken back.
    """

    code = "player.shown"
    portrait: str | None = None
    country: str | None = None
    on_paper: bool = False

    def apply(self, work: Work) -> Row:
        player = self.find_player() if work.facts.are_recorded else self.must_fit()
        wanted = {name: value for name in _SHOWN if (value := getattr(self, name)) is not None}
        if not work.ledger.update(player, **wanted):
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        return {"name": player.full_name, "portrait": player.portrait != ""}

    def must_fit(self) -> Player:
        """Returns the player. Raises Refused without consent, for whom nobody may see, and for what
        is no picture or country.
        """
        player = self.find_player()
        if not (self.on_paper or self.by_link):
            raise Refused(
                phrase("Without consent nothing is shown."),
                code="consent.missing",
                field="on_paper",
            )
        if not may_show().filter(pk=player.pk).exists():
            raise Refused(
                phrase(
                    "Only grown-up players who are shown under their full name can show a picture "
                    "and a country."
                ),
                code="player.hidden",
            )
        if self.country and self.country not in countries("en"):
            raise Refused(
                phrase("This is not the code of a country."),
                code="country.unknown",
                field="country",
            )
        if self.portrait and not (
            NAME.fullmatch(self.portrait) and Portrait.objects.filter(name=self.portrait).exists()
        ):
            raise Refused(
                phrase("This picture is not here any more; send it again."),
                code="portrait.unknown",
                field="picture",
            )
        return player

    def check_undo(self, entry: JournalEntry) -> None:
        if any((one["before"] or {}).get(name) for one in entry.changes for name in _SHOWN):
            raise _not_shown_again()

    def check_redo(self, entry: JournalEntry) -> None:
        raise _not_shown_again()

    def sentence(self, answer: Row) -> str:
        if self.on_paper:
            return phrase(
                "{name} agreed on paper to be shown with picture and country", name=answer["name"]
            )
        if self.by_link:
            return phrase(
                "{name} is shown with picture and country, by the link of entry {entry} of {event}",
                name=answer["name"],
                **self._entry_of_link(),
            )
        return phrase("{name} is shown with picture and country", name=answer["name"])


@register
@dataclass(frozen=True, kw_only=True)
class HidePlayer(PortraitCommand):
    """Removes the picture and the country of a player; the pixels of the picture are gone then.

    It is never undone: whoever took them back has to agree again.
    """

    code = "player.hidden"

    def apply(self, work: Work) -> Row:
        player = self.find_player()
        if not work.ledger.update(player, portrait="", country=""):
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        return {"name": player.full_name}

    def check_undo(self, entry: JournalEntry) -> None:
        raise _not_shown_again()

    def sentence(self, answer: Row) -> str:
        if self.by_link:
            return phrase(
                "{name} is not shown with picture and country any more, by the link of entry "
                "{entry} of {event}",
                name=answer["name"],
                **self._entry_of_link(),
            )
        return phrase("{name} is not shown with picture and country any more", name=answer["name"])


def _not_shown_again() -> Refused:
    return Refused(
        phrase(
            "What a player took back or replaced is shown again only if they agree again. To "
            "remove what is shown, use Remove picture and country."
        ),
        code="player.withdrawn",
    )
