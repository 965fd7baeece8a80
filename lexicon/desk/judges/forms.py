"""Forms of the judge's stations: open one for a division or for none, change it, close it."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.contrib.auth.hashers import make_password
from django.utils.crypto import salted_hmac
from django.utils.text import slugify

from core.journal.command import Command
from core.models import JournalEntry
from core.names import in_ascii
from core.phrases import joined_by_and, phrase
from desk.forms import CommandForm, Where, key_of
from lexicon.casual import LABEL
from lexicon.commands.judge import ChangeJudge, CloseJudge, OpenJudge
from lexicon.desk.judges.context import StationContext
from lexicon.places import Chosen
from lexicon.selectors.installed import Installed, installed_lexica, with_other_words
from lexicon.selectors.judging import judging_of, make_ready
from lexicon.selectors.rulings import stream_of

PIN_DIGITS = 6
RACKS = ((7, phrase("7: at most 8 words a play")), (8, phrase("8: at most 9 words a play")))
_NOT_KEPT = phrase("It turns a device into the judge and frees it again. Only its hash is stored.")


class StationFields(forms.Form):
    """The fields of a station that can change at any time."""

    name = forms.CharField(
        max_length=40,
        label=phrase("Name"),
        help_text=phrase("What it is called in the hall, such as Door or Laptop 2."),
    )
    pin = forms.RegexField(
        r"\A[0-9]{4,12}\Z",
        label="PIN",
        error_messages={"invalid": phrase("A PIN has 4 to 12 digits.")},
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )
    rack = forms.TypedChoiceField(coerce=int, choices=RACKS, label=phrase("Tiles on a rack"))
    clears_after_s = forms.IntegerField(
        min_value=3,
        max_value=120,
        initial=10,
        label=phrase("Seconds that a verdict is shown"),
    )


class ListsOfStation(forms.Form):
    """The lists of a station that belongs to no division."""

    lexicon = forms.ChoiceField(label=phrase("Lexicon"))
    second_opinion = forms.ChoiceField(
        required=False,
        label=phrase("Second opinion"),
        help_text=phrase("Shown after the verdict, not instead of it."),
    )


class StationForm(CommandForm[Where], StationFields):
    """Base of the forms that say what a station is. The PIN is hashed before it is a command."""

    @property
    def idempotency_key(self) -> str:
        """The idempotency key of what was sent, from which the PIN cannot be guessed."""
        typed = self._typed.copy()
        pins = typed.pop("pin", [])
        return key_of(
            self.token, typed, [salted_hmac("judge.pin", pin).hexdigest() for pin in pins]
        )

    def said_once(self) -> str:
        pin = self.data.get("pin", "").strip()
        return (
            phrase(
                "The PIN is {pin}. It is shown only once; do not leave it at the device.", pin=pin
            )
            if pin
            else ""
        )

    def payload(self) -> dict[str, Any]:
        given = super().payload()
        pin = given.pop("pin")
        return given | ({"pin_hash": make_password(pin)} if pin else {})

    def offer_lists(self, lexicon: str = "", second_opinion: str = "") -> None:
        """Gives the fields of lexica what is installed, and what is held though it was put away.

        None is chosen beforehand.
        """
        lists = {one.code: _named(one) for one in installed_lexica()}
        fields = (
            ("lexicon", phrase("Choose a lexicon"), lexicon),
            ("second_opinion", phrase("none"), second_opinion),
        )
        for name, none, chosen in fields:
            gone = {chosen: phrase("{held}, chosen before and put away since", held=chosen)}
            offered = lists if not chosen or chosen in lists else {**lists, **gone}
            self.offer(name, [("", none), *offered.items()])

    def build(self) -> Command:
        make_ready(*self.judges_by())
        return super().build()

    def judges_by(self) -> Iterable[Chosen]:
        """Returns the lexica that are chosen here, as they are now."""
        codes = [self.cleaned_data.get(name) for name in ("lexicon", "second_opinion")]
        return [Chosen(one.code, one.sha256) for one in installed_lexica() if one.code in codes]


class OpenJudgeForm(StationForm[Where]):
    """Base of the two forms that open a station; its key is made of the name, and stays."""

    command_class = OpenJudge

    def prepare(self) -> None:
        drawn = phrase("This one was drawn at random; you can choose another.")
        self.fields["pin"].help_text = _NOT_KEPT if self.is_bound else f"{_NOT_KEPT} {drawn}"

    def prefilled(self) -> Mapping[str, Any]:
        return {"pin": "".join(secrets.choice("0123456789") for _ in range(PIN_DIGITS))}

    @property
    def station(self) -> str:
        """The key of the station: of what was typed, so that the same form names it again."""
        named = in_ascii(str(self._typed.get("name", "")))
        made = slugify(named)[:24].strip("-_").replace("_", "-")
        return f"{made or 'judge'}-{self.token[:6]}"

    def stored(self, stream: str = "") -> JournalEntry | None:
        return super().stored(stream or stream_of(self.station))

    def payload(self) -> dict[str, Any]:
        return super().payload() | {"station": self.station}


class OpenFreeJudgeForm(OpenJudgeForm[StationContext], ListsOfStation):
    """Opens a station that judges for no division, by a lexicon of its own."""

    field_order = ("name", "lexicon", "second_opinion")

    def prepare(self) -> None:
        super().prepare()
        self.offer_lists()


class ChangeJudgeForm(StationForm[StationContext], ListsOfStation):
    """Changes a station; only what differs is recorded."""

    command_class = ChangeJudge
    unmarked = ("pin",)
    field_order = ("name", "lexicon", "second_opinion", "anew")
    anew = forms.BooleanField(required=False, label=phrase("Judge by the words that they have now"))

    def prepare(self) -> None:
        pin = self.fields["pin"]
        pin.required, pin.label = False, phrase("New PIN")
        stays = phrase("If you leave it empty, the PIN stays as it is.")
        pin.help_text = f"{_NOT_KEPT} {stays}"
        station = self.where.the_station
        other: list[str] = []
        if station.place:
            del self.fields["lexicon"], self.fields["second_opinion"]
        else:
            self.offer_lists(station.lexicon, station.second_lexicon)
            judging = judging_of(station)
            chosen = filter(None, (judging.lexicon, judging.second))
            other = with_other_words(installed_lexica(), *chosen)
        if other:
            self.fields["anew"].help_text = phrase(
                "{lexica} had other words when it was chosen for the judge, and keeps"
                " them unless this is ticked.",
                lexica=joined_by_and(other),
            )
        else:
            del self.fields["anew"]

    def prefilled(self) -> Mapping[str, Any]:
        station = self.where.the_station
        values = {
            "name": station.name,
            "lexicon": station.lexicon,
            "second_opinion": station.second_lexicon,
            "rack": station.rack,
            "clears_after_s": station.clears_after_s,
        }
        return {name: value for name, value in values.items() if name in self.fields}

    def payload(self) -> dict[str, Any]:
        before = {"anew": False, **self.prefilled()}
        return {n: value for n, value in super().payload().items() if value != before.get(n)}


class CloseJudgeForm(CommandForm[StationContext]):
    """Closes a station: the device says so, and no longer judges."""

    command_class = CloseJudge


def _named(lexicon: Installed) -> str:
    """Returns a list as it is offered: its code, its name, and whether it is casual."""
    casual = f"{LABEL}: " if lexicon.is_casual else ""
    return f"{casual}{lexicon.code}, {lexicon.name}"
