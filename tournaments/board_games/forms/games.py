"""Forms of recorded games: handed in for a board, confirmed, refused, corrected and removed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from core.errors import UserError
from core.journal.command import Command
from core.phrases import phrase
from games.forms.game import GameForm
from games.models import Game
from games.recording import new_game_key
from tournaments.board_games.commands.confirming import (
    ConfirmBoardGame,
    RefuseBoardGame,
    RemoveBoardGame,
)
from tournaments.board_games.commands.games import CorrectBoardGame, RecordBoardGame, SeatNotes
from tournaments.board_games.commands.hand_in import OpenHandIn, RenewLink, RenewLinks
from tournaments.board_games.queries.board_games import confirmed_of, shown_as
from tournaments.board_games.queries.findings import find_kept
from tournaments.kernel.desk.context import EventContext, EventForm
from tournaments.kernel.queries.lexicon import chosen_at


def keep_cursor_away(form: EventForm) -> None:
    """Leaves the cursor where it is: what the form is about comes before its own fields."""
    for field in form.fields.values():
        field.widget.attrs.pop("autofocus", None)


class RecordForm(EventForm):
    """Base of the forms that hand a record in; `game_form` holds the game itself.

    `names` are what the page calls the entries by number, where not as they were entered.
    """

    assets = "games/_game_form_assets.html"
    above = "tournaments/board_games/_record.html"

    def __init__(
        self,
        data: QueryDict | None = None,
        files: MultiValueDict[str, Any] | None = None,
        *,
        where: EventContext,
        names: Mapping[int, str] | None = None,
    ) -> None:
        # The player who went first by the sheet is listed first, as on a slip.
        self.seats = sorted(where.seats, key=lambda seat: seat.side == "second")
        called = names or {}
        division = where.the_division
        self.game_form = GameForm(
            data,
            files,
            players=[called.get(s.entry.number, s.entry.shown_name) for s in self.seats],
            rules=division.rules,
            # Nobody is named yet where it is still asked of which board the game is.
            lexicon=chosen_at(division, self.seats[0].board) if self.seats else None,
            may_check_words=self.may_check_words(where),
        )
        super().__init__(data, files, where=where)
        if not self.is_bound:
            keep_cursor_away(self)

    def may_check_words(self, where: EventContext) -> bool:
        """Returns whether words may be looked up while one types, where the rules say so too."""
        return True

    def is_multipart(self) -> bool:
        """Returns true: a file can be sent."""
        return True

    @property
    def is_wrong(self) -> bool:
        """Whether the form was not carried out."""
        return super().is_wrong or (self.is_bound and self.game_form.has_mistakes())

    def is_valid(self) -> bool:
        """Returns whether the form and the game in it can be taken."""
        game = self.game_form.is_valid()
        if super().is_valid() and game:
            return True
        self.game_form.ask_for_file_again()
        return False

    def payload(self) -> dict[str, Any]:
        handed_in, first = self.game_form.handed_in(), self.game_form.went_first
        numbers = [seat.entry.number for seat in self.seats]
        noted = zip(numbers, self.game_form.noted(), strict=True)
        return super().payload() | {
            "content": handed_in.content,
            "source": handed_in.source,
            "file_name": handed_in.file_name,
            "first": None if first is None else numbers[first],
            "notes": tuple(
                SeatNotes(
                    entry=number,
                    time_used_s=notes.time_used_s,
                    overtime_s=notes.overtime_s,
                    challenges_won=notes.challenges_won,
                    challenges_lost=notes.challenges_lost,
                )
                for number, notes in noted
                if any(value is not None for value in notes)
            ),
        }

    def refuse(self, refused: UserError) -> None:
        """Shows one sentence, at the way in which the game was given where it is about that."""
        ways = {"content": self.game_form.way_chosen, "first": "first"}
        field = ways.get(refused.field or "", "")
        if field in self.game_form.fields:
            self.game_form.add_error(field, refused.message)
        else:
            super().refuse(refused)
        self.game_form.ask_for_file_again()


class SetsAside(EventForm):
    """Base of the forms by which another game of a board takes the place of the confirmed one."""

    replaces = forms.BooleanField(required=False, label=phrase("Set the confirmed game aside"))

    def payload(self) -> dict[str, Any]:
        given = super().payload()
        given.pop("replaces", None)
        return given

    @property
    def sets_aside(self) -> bool:
        """Whether the box is ticked."""
        return bool(self.cleaned_data.get("replaces"))

    def ask(self, consequence: str, command: Command) -> None:
        """Says at the box that accepts it what follows: a file cannot be kept to be asked about."""
        self.add_error("replaces" if "replaces" in self.fields else None, consequence)


class RecordGameForm(SetsAside, RecordForm):
    """The director hands in the game of a board; it is confirmed at once."""

    command_class = RecordBoardGame
    title = forms.CharField(
        required=False,
        max_length=160,
        label=phrase("Title"),
        help_text=phrase("A name for the game in lists, if it deserves one."),
    )

    def prepare(self) -> None:
        if not self.seats or not confirmed_of(self.seats[0].board_id).exists():
            del self.fields["replaces"]

    def payload(self) -> dict[str, Any]:
        numbers = [seat.entry.number for seat in self.seats]
        named = {"game": new_game_key(), "entry": numbers[0], "opponent": numbers[1]}
        return super().payload() | named

    def build(self) -> Command:
        values = {**self.scope(), **self.payload()}
        return RecordBoardGame(**values, confirmed=self.sets_aside)

    def obstacle(self) -> str:
        if not self.seats:
            return phrase("Choose a board with two players.")
        return super().obstacle()


class CorrectGameForm(RecordForm):
    """The director gives a game another record."""

    command_class = CorrectBoardGame
    why_missing = phrase("Give a reason.")

    def payload(self) -> dict[str, Any]:
        return super().payload() | {"game": self.where.the_game.game.key}


class GameKeyForm(EventForm):
    """Base of the forms about a game that is there."""

    beside = "tournaments/board_games/_game.html"

    def payload(self) -> dict[str, Any]:
        return super().payload() | {"game": self.where.the_game.game.key}


class JudgeGameForm(GameKeyForm):
    """Base of the forms that say of a game whether it is right: of the record that was shown."""

    @property
    def version(self) -> str:
        """The version of the game shown now; the form sends it along."""
        return shown_as(self.where.the_game)

    def payload(self) -> dict[str, Any]:
        return super().payload() | {"seen": self.data.get("seen")}


class ConfirmGameForm(SetsAside, JudgeGameForm):
    """Confirms a game, and sets the confirmed one of the board aside where there is one."""

    command_class = ConfirmBoardGame

    def prepare(self) -> None:
        self.kept = find_kept(self.where.the_game)
        if not confirmed_of(self.where.the_game.board_id).exists():
            del self.fields["replaces"]

    def build(self) -> Command:
        return ConfirmBoardGame(**self.scope(), **self.payload(), confirmed=self.sets_aside)


class RefuseGameForm(JudgeGameForm):
    """Says that a game is not right, and what is wrong with it."""

    command_class = RefuseBoardGame
    why_label = phrase("What is wrong")
    why_missing = phrase("Say what is wrong.")
    why_help = phrase("The player who handed it in can read this.")


class RemoveGameForm(GameKeyForm):
    """Takes a game off the record."""

    command_class = RemoveBoardGame


class HandInByLinkForm(RecordForm):
    """A player hands in a game by their own link; it waits for the opponent or the director."""

    command_class = RecordBoardGame

    @property
    def still_there(self) -> str:
        """The way out for a game that is not accepted, in a sentence."""
        if self.game_form.way_chosen == Game.Source.FILE:
            return phrase("Show your file to the director.")
        return phrase("Your turns are below; show them to the director.")

    def may_check_words(self, where: EventContext) -> bool:
        """Returns false where nobody studies words while the division is in play."""
        return not where.the_division.closes_word_tools

    def payload(self) -> dict[str, Any]:
        mine = self.where.the_entry.number
        other = next(seat.entry.number for seat in self.seats if seat.entry.number != mine)
        return super().payload() | {
            "game": new_game_key(),
            "entry": mine,
            "opponent": other,
            "by": mine,
        }


class ByLink(EventForm):
    """Forms used through the link of an entry; the cursor stays with the game beside them."""

    def __init__(
        self,
        data: QueryDict | None = None,
        files: MultiValueDict[str, Any] | None = None,
        *,
        where: EventContext,
    ) -> None:
        super().__init__(data, files, where=where)
        if not self.is_bound:
            keep_cursor_away(self)

    def payload(self) -> dict[str, Any]:
        return super().payload() | {"by": self.where.the_entry.number}


class ConfirmByLinkForm(ByLink, JudgeGameForm):
    """A player confirms what the opponent handed in."""

    command_class = ConfirmBoardGame


class RefuseByLinkForm(ByLink, RefuseGameForm):
    """A player says what is wrong with what the opponent handed in."""


class TakeBackForm(ByLink, RemoveGameForm):
    """A player takes back what waits; nobody is asked why."""

    def asks_why(self) -> bool:
        """Returns false: it is the player's own."""
        return False


class OpenHandInForm(EventForm):
    """Opens or closes the handing in of games by links."""

    command_class = OpenHandIn
    submit = phrase("Save")
    takes_games = forms.TypedChoiceField(
        coerce=lambda value: value == "yes",
        choices=(
            ("yes", phrase("players hand in games through their links")),
            ("no", phrase("only the director")),
        ),
        widget=forms.RadioSelect,
        label=phrase("Who hands in games"),
    )

    def prefilled(self) -> Mapping[str, Any]:
        # Whoever opens this wants the other one.
        return {"takes_games": "no" if self.where.the_division.takes_games else "yes"}


class RenewLinksForm(EventForm):
    """Renews the links of all entries."""

    command_class = RenewLinks


class RenewLinkForm(EventForm):
    """Renews the link and the PIN of one entry."""

    command_class = RenewLink
