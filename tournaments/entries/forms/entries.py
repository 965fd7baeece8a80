"""Forms of entries: add, change, withdraw, reinstate, and their penalties."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms

from core.phrases import phrase
from people.desk.fields import player_field
from people.handles import masked
from people.kept import Suggested, suggestions
from people.models import Player
from tournaments.entries.commands.entries import (
    AddEntry,
    ChangeEntry,
    ReinstateEntry,
    WithdrawEntry,
)
from tournaments.entries.commands.late_entry import Member
from tournaments.entries.queries.door import namesakes
from tournaments.entry_details import DETAILS, Detail
from tournaments.kernel.desk.context import EventContext, EventForm
from tournaments.kernel.queries.play import last_published
from tournaments.models import Entry
from tournaments.standings.attendance import takes_part

MORE_MEMBERS = (2, 3)
NOT_HERE = phrase("(not in this register)")


class EntryFields(forms.Form):
    """The details of an entry besides its members: a field for each."""


def _detail_field(detail: Detail) -> forms.Field:
    more: dict[str, Any] = {
        "required": False,
        "label": detail.label,
        "help_text": detail.hint,
    }
    if detail.is_number:
        return forms.IntegerField(min_value=0, max_value=detail.most, **more)
    return forms.CharField(max_length=detail.most, **more)


EntryFields.base_fields |= {detail.name: _detail_field(detail) for detail in DETAILS}


class AddEntryForm(EventForm, EntryFields):
    """Enters one person, or a team of two or three."""

    command_class = AddEntry
    unmarked = ("name",)
    beside = "people/desk/_register.html"
    fold_title = phrase("A team of two or three, and prize classes")
    folded = (
        *("name_2", "player_2", "name_3", "player_3"),
        *(detail.name for detail in DETAILS if detail.folded),
    )
    field_order = ("name", "player", *(d.name for d in DETAILS if not d.folded), *folded)
    name = forms.CharField(max_length=60, required=False, label=phrase("Name"))

    def prepare(self) -> None:
        self.fields["player"] = player_field(phrase("Player in the register"))
        for place in MORE_MEMBERS:
            self.fields[f"name_{place}"] = forms.CharField(
                max_length=60, required=False, label=phrase("Name of member {place}", place=place)
            )
            self.fields[f"player_{place}"] = player_field(
                phrase("Member {place} in the register", place=place)
            )
        self.order_fields(self.field_order)
        name = str(self.data.get("name", "")).strip()
        alike = namesakes(self.where.the_event, name) if name else ()
        if alike:
            self.fields["namesake"] = forms.BooleanField(
                label=phrase("Another player with the same name"),
                error_messages={
                    "required": (
                        phrase(
                            "This name is already entered, as {entries}; tick this if it is "
                            "somebody else.",
                            entries=", ".join(alike),
                        )
                    )
                },
            )

    def players(self) -> Sequence[Suggested]:
        """Returns the register, for the list of suggestions."""
        return suggestions()

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        names = ["name", *(f"name_{place}" for place in MORE_MEMBERS)]
        for name in names:
            player = given.get(name.replace("name", "player"))
            if player and not given.get(name):
                given[name] = player.full_name
        if not given.get("name") and not self.errors:
            self.add_error("name", phrase("Give a name, or a player in the register."))
        return given

    def payload(self) -> dict[str, Any]:
        given = dict(self.cleaned_data)
        given.pop("namesake", None)
        members = []
        for end in ("", *(f"_{place}" for place in MORE_MEMBERS)):
            name, player = given.pop(f"name{end}"), given.pop(f"player{end}")
            if name:
                members.append(Member(name=name, player=player.key if player else ""))
        return {**given, "rating": given["rating"] or 0, "members": tuple(members)}


class ChangeEntryForm(EventForm, EntryFields):
    """Changes what is held of an entry; only what differs is recorded."""

    command_class = ChangeEntry
    beside = "people/desk/_register.html"
    field_order = ("name", "player")

    def prepare(self) -> None:
        if len(self._members()) == 1:
            self.fields["name"] = forms.CharField(max_length=60, label=phrase("Name"))
            player = player_field(phrase("Player in the register"))
            shown = _shown_player(self._members()[0].player)
            player.stranger = shown if shown.endswith(str(NOT_HERE)) else ""
            self.fields["player"] = player
            self.order_fields(self.field_order)

    def players(self) -> Sequence[Suggested]:
        """Returns the register, for the list of suggestions."""
        return suggestions()

    def prefilled(self) -> Mapping[str, Any]:
        entry = self.where.the_entry
        values: dict[str, Any] = {name: getattr(entry, name) for name in EntryFields.base_fields}
        members = self._members()
        if len(members) == 1:
            values |= {"name": members[0].name, "player": _shown_player(members[0].player)}
        return values

    def payload(self) -> dict[str, Any]:
        before = {**self.prefilled()}
        given = {**self.cleaned_data, "rating": self.cleaned_data["rating"] or 0}
        if "player" in given and not isinstance(given["player"], Player | None):
            del given["player"]
        if "player" in given:
            given["player"] = given["player"].key if given["player"] else ""
            before["player"] = self._members()[0].player
        return {name: value for name, value in given.items() if value != before.get(name)}

    def _members(self) -> list[Any]:
        return list(self.where.the_entry.members.all())


class PresenceForm(EventForm):
    """Base of withdrawing and reinstating: an entry, and the round it begins with."""

    entry = forms.TypedChoiceField(coerce=int, label=phrase("Entry"))
    from_round = forms.IntegerField(min_value=1, label=phrase("From round"))

    def prepare(self) -> None:
        chosen = [entry for entry in self.where.the_division.entries.all() if self.offers(entry)]
        self.offer("entry", entry_choices(chosen))

    def offers(self, entry: Entry) -> bool:
        """Returns whether the entry can be chosen."""
        return takes_part(entry.away, self._next_round())

    def prefilled(self) -> Mapping[str, Any]:
        return {**entry_prefilled(self.where), "from_round": self._next_round()}

    def _next_round(self) -> int:
        return last_published(self.where.the_division) + 1


class WithdrawEntryForm(PresenceForm):
    """Takes an entry out from a round on."""

    command_class = WithdrawEntry
    forfeits = forms.BooleanField(
        required=False,
        label=phrase("Forfeit every remaining round"),
        help_text=(
            phrase(
                "If ticked, the entry stays in the ranking; otherwise it leaves it and the "
                "rounds do not count."
            )
        ),
    )


class ReinstateEntryForm(PresenceForm):
    """Takes an entry back in from a round on."""

    command_class = ReinstateEntry

    def offers(self, entry: Entry) -> bool:
        return not super().offers(entry)


def entry_choices(entries: Iterable[Entry]) -> list[tuple[int | str, str]]:
    """Returns the choices of a field for an entry, the first asking to choose."""
    return [("", phrase("Choose an entry")), *((entry.number, str(entry)) for entry in entries)]


def entry_prefilled(where: EventContext) -> dict[str, Any]:
    """Returns the entry of the address as a starting value."""
    return {} if where.entry is None else {"entry": where.entry.number}


def _shown_player(key: str) -> str:
    """Returns the text for a player in the form of an entry; no director sees a raw key."""
    known = Player.objects.filter(key=key).first()
    if known is not None:
        return known.handle
    return f"{masked(key)} {NOT_HERE}" if key else ""
