"""The table of the desk: every command a person can give, with its address, form and words.

The views, the addresses and the tests are made from it; a new command is one line here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.journal.command import Command
from tournaments.entries.forms import check_in, entries, taking_ratings
from tournaments.event.forms import event
from tournaments.forms import journal
from tournaments.forms.base import CommandForm
from tournaments.kernel.commands.base import DivisionCommand, RoundCommand
from tournaments.lexicon_choice import forms as lexicon
from tournaments.results.forms import results
from tournaments.rounds.forms import conditions, pairing, pairing_rules, rearranging, rounds

Asks = Literal["", "entry", "board", "open board", "filled board", "player", "undo"]
After = Literal[
    "desk",
    "again",
    "round",
    "publish",
    "register",
    "log",
    "players",
    "conditions",
    "list",
    "judge",
    "lexica",
    "games",
    "links",
    "free games",
]


@dataclass(frozen=True, slots=True)
class CommandPage:
    """One command at the desk. `asks` is what its address names besides event, division, round.

    `round_title` is the title where the round is known; `{}` stands for it.
    """

    path: str
    form: type[CommandForm]
    title: str
    text: str
    asks: Asks = ""
    after: After = "desk"
    danger: bool = False
    round_title: str = ""

    @property
    def command(self) -> type[Command]:
        """The command that the form gives."""
        return self.form.command_class

    def title_of(self, round_number: int | None) -> str:
        """Returns the title of the page about a round; None: about none yet."""
        if round_number is None or not self.round_title:
            return self.title
        return self.round_title.format(round_number)

    @property
    def url_name(self) -> str:
        """The name of the page's address."""
        return f"desk-{self.path}"

    @property
    def in_division(self) -> bool:
        """Whether the address names a division."""
        return issubclass(self.command, DivisionCommand)

    @property
    def in_round(self) -> bool:
        """Whether the address names a round."""
        return issubclass(self.command, RoundCommand)


NEW_EVENT = CommandPage(
    "new-event",
    event.CreateEventForm,
    "New event",
    "You become its director. Divisions and entries come next.",
)

CONDITION_PAGES: tuple[CommandPage, ...] = (
    CommandPage(
        "keep-apart",
        conditions.KeepApartForm,
        "Keep two apart",
        "For a family, or players who travel together. Rounds already paired stay as they are.",
        after="conditions",
    ),
    CommandPage(
        "must-meet",
        conditions.MustMeetForm,
        "Have two meet",
        "They meet in this round, whatever the method would pair.",
        after="conditions",
    ),
    CommandPage(
        "give-bye",
        conditions.GiveByeForm,
        "Give a bye",
        "For a player who asked to sit out a round.",
        after="conditions",
    ),
    CommandPage(
        "no-bye",
        conditions.NoByeForm,
        "Spare somebody the odd bye",
        "If somebody has to sit out, it is somebody else.",
        after="conditions",
    ),
    CommandPage(
        "fix-board",
        conditions.FixBoardForm,
        "Fix a board",
        "For a player who cannot move between tables.",
        after="conditions",
    ),
    CommandPage(
        "house-player",
        conditions.HousePlayerForm,
        "Name a house player",
        (
            "They play only when somebody would otherwise sit out, are not ranked, and their games "
            "are not rated."
        ),
        after="conditions",
    ),
    CommandPage(
        "team-mates",
        pairing_rules.TeamMatesForm,
        "Set team-mates",
        "The roster, or the entry, says who is in which team.",
        after="conditions",
    ),
    CommandPage(
        "lift-condition",
        conditions.LiftConditionForm,
        "Lift a condition",
        "Rounds already paired stay as they are.",
        after="conditions",
    ),
    CommandPage(
        "pairing-rules",
        pairing_rules.PairingRulesForm,
        "Change the rules of pairing",
        "Who gets the odd bye, which prizes there are, and when a place is clinched.",
        after="conditions",
    ),
)

PAGES: tuple[CommandPage, ...] = (
    CommandPage(
        "create-division",
        event.CreateDivisionForm,
        "Make a division",
        "The rule set says how the division is played; you can change single rules later.",
    ),
    CommandPage(
        "date-event",
        event.DateEventForm,
        "Set the first day",
        "Rating lists rate events in the order of their first days.",
    ),
    CommandPage(
        "change-rules",
        event.ChangeRulesForm,
        "Change the rules",
        (
            "How the division is played and rated. Standings change at once; byes and forfeits "
            "already given stay as they are."
        ),
    ),
    CommandPage(
        "choose-lexicon",
        lexicon.ChooseLexiconForm,
        "Choose the lexicon",
        "The list by which challenges are judged, with its words as they are now.",
    ),
    CommandPage(
        "change-rounds",
        rounds.ChangeRoundsForm,
        "Play fewer or more rounds",
        "Only the number of rounds changes; games already played stay.",
    ),
    CommandPage(
        "add-entry",
        entries.AddEntryForm,
        "Add an entry",
        "Numbers follow the ratings until round 1 is published.",
        after="again",
    ),
    CommandPage(
        "change-entry",
        entries.ChangeEntryForm,
        "Change an entry",
        "Only what you change is recorded.",
        asks="entry",
        after="players",
    ),
    CommandPage(
        "take-ratings",
        taking_ratings.TakeRatingsForm,
        "Take ratings from a list",
        "Every entry that is on the list gets its rating and games; the others keep theirs.",
        after="players",
    ),
    CommandPage(
        "withdraw-entry",
        entries.WithdrawEntryForm,
        "Withdraw an entry",
        "It is no longer paired and leaves the ranking from this round on.",
    ),
    CommandPage(
        "reinstate-entry",
        entries.ReinstateEntryForm,
        "Reinstate an entry",
        "Missed rounds count as the rule set says.",
    ),
    CommandPage(
        "arrive-late",
        check_in.ArriveLateForm,
        "Arrive late",
        "For a player who was not here at check-in. Missed rounds count as the rule set says.",
        after="players",
    ),
    CommandPage(
        "move-entry",
        rearranging.MoveEntryForm,
        "Move to another division",
        "It gets a new number there; missed rounds count as that division's rules say.",
    ),
    *CONDITION_PAGES,
    CommandPage(
        "set-up-round",
        rounds.SetUpRoundForm,
        "Write the pairings by hand",
        "A draft: only you see it until it is published.",
        after="publish",
        round_title="Write the pairings of round {} by hand",
    ),
    CommandPage(
        "pair-round",
        pairing.PairRoundForm,
        "Pair the round",
        "A draft: only you see it until it is published.",
        after="round",
        round_title="Pair round {}",
    ),
    CommandPage(
        "publish-round",
        rounds.PublishRoundForm,
        "Publish a round",
        "Decides who goes first, and shows the pairings to everybody.",
        after="round",
        round_title="Publish round {}",
    ),
    CommandPage(
        "swap-seats",
        rearranging.SwapSeatsForm,
        "Swap two seats",
        "Each takes the other's seat; the other boards stay as they are.",
        after="round",
    ),
    CommandPage(
        "pair-waiting",
        rearranging.PairWaitingForm,
        "Pair two who wait",
        "They get a board of their own; the other boards stay as they are.",
        after="round",
    ),
    CommandPage(
        "take-apart",
        rearranging.TakeBoardApartForm,
        "Split the pair",
        "Both wait for another opponent; the other boards stay as they are.",
        after="round",
    ),
    CommandPage(
        "unpublish-round",
        rearranging.UnpublishRoundForm,
        "Unpublish the round",
        "The round becomes a draft again. This is possible as long as no game has a result.",
        after="round",
        danger=True,
    ),
    CommandPage(
        "record-played",
        rearranging.RecordPlayedForm,
        "Record a game against the wrong opponent",
        "The game that was played counts.",
        after="round",
    ),
    CommandPage(
        "record-start",
        rounds.RecordStartForm,
        "Record who went first",
        "The score stays; published rounds keep their sides.",
        after="round",
    ),
    CommandPage(
        "enter-result",
        results.EnterResultForm,
        "Enter a result",
        "Both scores as on the slip.",
        asks="open board",
        after="round",
    ),
    CommandPage(
        "correct-result",
        results.CorrectResultForm,
        "Correct a result",
        "The old result stays in the log.",
        asks="filled board",
        after="round",
    ),
    CommandPage(
        "enter-forfeit",
        results.EnterForfeitForm,
        "Enter a forfeit",
        "For a game that was not begun.",
        after="round",
    ),
    CommandPage(
        "record-sit-out",
        results.RecordSitOutForm,
        "Record a bye or an absence",
        "For an entry without an opponent in the round.",
        after="round",
    ),
    CommandPage(
        "set-penalty",
        entries.SetPenaltyForm,
        "Set a penalty",
        "It counts in the spread of this round, after the cap.",
    ),
    CommandPage(
        "close-event",
        event.CloseEventForm,
        "Close the event",
        "Nothing can be entered until it is opened again. The ratings are updated.",
        danger=True,
    ),
    CommandPage(
        "reopen-event",
        event.ReopenEventForm,
        "Open the event again",
        (
            "Everything can be entered and corrected as before. When you close it again, it is "
            "rated again."
        ),
    ),
    CommandPage(
        "undo",
        journal.UndoEntryForm,
        "Undo",
        "Everything that it changed is set back. The log keeps both.",
        asks="undo",
        after="log",
    ),
    CommandPage(
        "restore",
        journal.RestoreToForm,
        "Restore",
        "Everything done since then is undone, in one step that you can also undo.",
        asks="undo",
        after="log",
        danger=True,
    ),
)
