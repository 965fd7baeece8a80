"""The register, read once, in the ways in which people are named: key, number, name."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from core.errors import UserError
from core.names import name_parts, number_ending, number_mark, plain_words
from core.phrases import phrase
from people.handles import MARK, handle_of
from people.models import Player

NAMED = 5


class RegisteredPlayer(NamedTuple):
    """A player of the register, as far as it takes to tell who is meant."""

    key: str
    given_name: str
    family_name: str
    association_number: str
    pk: int

    @property
    def handle(self) -> str:
        """The player's name before directors: the key, unless that tells the number."""
        return handle_of(self.pk, self.key, self.full_name, self.association_number)

    @property
    def full_name(self) -> str:
        """The name as the register holds it."""
        return f"{self.given_name} {self.family_name}".strip()

    def __str__(self) -> str:
        """Returns the name with the whole number, for operators to tell namesakes apart."""
        return self._with(self.association_number, self.key)

    @property
    def for_directors(self) -> str:
        """The text that tells people of one name apart; of a number only its end."""
        return self._with(number_ending(self.association_number), self.handle)

    def _with(self, number: str, key: str) -> str:
        if not number:
            return f"{self.full_name} ({key})"
        return phrase(
            "{name} (number {number}, {key})", name=self.full_name, number=number, key=key
        )


class Register:
    """The register, read in one query.

    `people` has everybody by key; a key that was merged into another means the person of that one,
    who is found by both names. `everybody` has each person once.
    """

    def __init__(self) -> None:
        values = Player.objects.order_by("key").values_list(
            *("key", "given_name", "family_name", "association_number", "pk", "merged_into__key")
        )
        rows = list(values)
        alone = {row[0]: RegisteredPlayer(*row[:5]) for row in rows}
        self.people = {row[0]: alone[row[5] or row[0]] for row in rows}
        self.everybody = tuple(alone[row[0]] for row in rows if row[5] is None)
        self.by_number: dict[str, RegisteredPlayer] = {}
        self._straight: dict[str, list[RegisteredPlayer]] = defaultdict(list)
        self._turned: dict[str, list[RegisteredPlayer]] = defaultdict(list)
        for person in self.everybody:
            if number_mark(person.association_number):
                self.by_number[number_mark(person.association_number)] = person
        for key, called in alone.items():
            person = self.people[key]
            _once(self._straight[_plain(called.full_name)], person)
            _once(self._turned[_plain(f"{called.family_name} {called.given_name}")], person)

    def named(self, name: str, *, turned: bool) -> list[RegisteredPlayer]:
        """Returns players of this name; `turned`: without a comma the family name may be first."""
        if "," in name:
            return self._straight.get(_plain(" ".join(name_parts(name))), [])
        by_key = {one.key: one for one in self._straight.get(_plain(name), ())}
        if turned:
            by_key |= {one.key: one for one in self._turned.get(_plain(name), ())}
        return list(by_key.values())

    def meant(self, text: str) -> list[RegisteredPlayer]:
        """Returns the players who may be meant by a text: a key, else a number, else a name."""
        wanted = text.strip()
        if wanted in self.people:
            return [self.people[wanted]]
        if MARK in wanted:
            return [one for one in self.everybody if one.handle == wanted]
        numbered = self.by_number.get(number_mark(wanted))
        return [numbered] if numbered else self.named(wanted, turned=True)

    def one(self, text: str) -> RegisteredPlayer:
        """Returns the player who is meant by a text; UserError where nobody is, or several are."""
        meant = self.meant(text)
        if len(meant) == 1:
            return meant[0]
        if not meant:
            raise UserError(
                phrase(
                    "No player in the register has the key, number or name {text}.",
                    text=text.strip(),
                ),
                code="player.unknown",
                field="player",
            )
        several = "; ".join(one.for_directors for one in meant[:NAMED])
        raise UserError(
            phrase(
                "{count} players are called {text}: {several}. Give the key.",
                count=len(meant),
                text=text.strip(),
                several=several,
            ),
            code="player.ambiguous",
            field="player",
        )


def _once(people: list[RegisteredPlayer], person: RegisteredPlayer) -> None:
    if person not in people:
        people.append(person)


def _plain(name: str) -> str:
    """Returns a name without case, accents and punctuation, its words in their order."""
    return " ".join(plain_words(name))
