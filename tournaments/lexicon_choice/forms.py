"""The form that chooses the lexicon of a division, beside what is in force for its event."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django import forms

from core.phrases import joined_by_and, phrase
from desk.fields import YesNo
from lexicon.casual import LABEL
from lexicon.selectors.editions import doubt_of
from lexicon.selectors.installed import Installed, installed_lexica, with_other_words
from lexicon.wording import window_words
from lexicon.words.editions import Window
from tournaments.kernel.desk.context import EventForm
from tournaments.kernel.queries.lexicon import (
    association_of,
    chosen_of,
    day_of,
    in_force_for,
    is_that,
    second_of,
)
from tournaments.lexicon_choice.commands import ChooseLexicon
from tournaments.lexicon_choice.queries.choosable import in_force_words

Choices = list[tuple[str, str]]


class ChooseLexiconForm(EventForm):
    """Chooses among the lists that are here: first what is in force, a casual one last."""

    command_class = ChooseLexicon
    beside = "tournaments/lexicon_choice/_lexicon.html"
    unmarked = ("lexicon", "second_opinion")
    lexicon = forms.ChoiceField(required=False, label=phrase("Lexicon"))
    second_opinion = forms.ChoiceField(
        required=False,
        label=phrase("Second opinion"),
        help_text=phrase("After its verdict, a judge also shows what this list would have said."),
    )
    closes_word_tools = YesNo(
        label=phrase("Close the word tools while the division is in play"),
        help_text=(
            phrase(
                "From the publication of round 1 until the event is closed, nobody can find "
                "words on pages of this installation. The operator's console still can."
            )
        ),
    )
    anew = forms.BooleanField(required=False, label=phrase("Judge by the words that they have now"))

    def prepare(self) -> None:
        division = self.where.the_division
        here = [one for one in self.lists if not one.is_casual]
        groups = [
            (
                phrase("In force for this event"),
                [(one.code, self._called(one)) for one in self.now],
            ),
            (phrase("Other lists"), [(one.code, one.code) for one in here if one not in self.now]),
            (
                phrase("{label}, not for rated play", label=LABEL),
                [(one.code, one.label) for one in self.lists if one.is_casual],
            ),
        ]
        for name, chosen in (
            ("lexicon", division.lexicon),
            ("second_opinion", division.second_lexicon),
        ):
            self._offer_lists(name, groups, chosen)
        if other := self._with_other_words():
            self.fields["anew"].help_text = phrase(
                "{lexica} had other words when it was chosen for the division, and"
                " keeps them unless this is ticked.",
                lexica=joined_by_and(other),
            )
        else:
            del self.fields["anew"]

    def _with_other_words(self) -> list[str]:
        """Returns the codes that stand for other words now than when they were chosen."""
        division = self.where.the_division
        chosen = filter(None, (chosen_of(division), second_of(division)))
        return with_other_words(self.lists, *chosen)

    def _offer_lists(self, name: str, groups: list[tuple[str, Choices]], chosen: str) -> None:
        """Offers the lists that are here, and the one that was chosen before wherever it is."""
        here = {code for _, choices in groups for code, _ in choices}
        gone = (
            [(phrase("Chosen before"), [(chosen, phrase("{held} (put away since)", held=chosen))])]
            if chosen not in here
            else []
        )
        offered: list[Any] = [("", phrase("None")), *groups, *(gone if chosen else [])]
        self.offer(name, [choice for choice in offered if choice[1]])

    def prefilled(self) -> Mapping[str, Any]:
        division = self.where.the_division
        return {
            "lexicon": division.lexicon,
            "second_opinion": division.second_lexicon,
            "closes_word_tools": "yes" if division.closes_word_tools else "no",
        }

    def payload(self) -> dict[str, Any]:
        given = self.cleaned_data
        return {**given, "closes_word_tools": given["closes_word_tools"] == "yes"}

    @cached_property
    def lists(self) -> list[Installed]:
        """The lists that are here and can be chosen."""
        return installed_lexica()

    @cached_property
    def window(self) -> Window | None:
        """The list in force for the division's association on the day of the event."""
        return in_force_for(self.where.the_division)

    @cached_property
    def lines(self) -> list[tuple[Installed, str]]:
        """Each list that is here and what speaks against its name; first what is in force."""
        order = sorted(self.lists, key=lambda one: one not in self.now)
        return [(one, doubt_of(one)) for one in order]

    @cached_property
    def now(self) -> list[Installed]:
        """The lists that are here and in force for the event."""
        return [one for one in self.lists if self.window is not None and is_that(self.window, one)]

    @property
    def in_force(self) -> str:
        """The list in force for the event, as a sentence; empty if its rules are nobody's."""
        division = self.where.the_division
        association = association_of(division)
        if not association:
            return ""
        return in_force_words(association, day_of(division.tournament), self.window)

    @property
    def to_import(self) -> str:
        """The edition that is in force and not here; empty where it is here, or unknown."""
        window = self.window
        return "" if window is None or self.now else window.edition

    def _called(self, one: Installed) -> str:
        assert self.window is not None
        return phrase(
            "{code}, in force {window_words}", code=one.code, window_words=window_words(self.window)
        )
