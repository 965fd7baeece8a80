"""Forms of results: enter, correct, forfeits, and what sitting out was."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from core.phrases import phrase
from desk.forms import WHY
from tournaments.entries.forms.entries import entry_choices, entry_prefilled
from tournaments.entry_line.grammar import over_seconds, says_why
from tournaments.kernel.commands.outcome import HIGHEST, LOWEST
from tournaments.kernel.desk.context import EventForm
from tournaments.kernel.queries.play import RoundState
from tournaments.models import Result
from tournaments.overtime import minutes_over, of_position
from tournaments.results.commands.results import (
    CorrectResult,
    EnterForfeit,
    EnterResult,
    RecordSitOut,
)
from tournaments.results.forms.result_doubts import score_doubts
from tournaments.rounds.forms.rounds import RoundForm

ENDINGS = (
    ("played", phrase("played to the end")),
    ("left", phrase("a player left")),
    ("time", phrase("lost on time")),
    ("adjudicated", phrase("adjudicated")),
    ("disqualified", phrase("a player was disqualified")),
    ("void", phrase("void: it counts for neither")),
)
RULED = ("left", "time", "adjudicated", "disqualified")
"""The endings for which a winner may be named."""


class OvertimeField(forms.CharField):
    """A time over, such as "2:05" or whole minutes, as seconds; empty is none."""

    def __init__(self, label: str) -> None:
        super().__init__(
            required=False,
            max_length=6,
            label=label,
            help_text=phrase("Minutes and seconds, such as 2:05, if the score is without it yet."),
        )

    def clean(self, value: Any) -> int:
        text = super().clean(value)
        seconds = over_seconds(text) if text else 0
        if seconds is None:
            raise forms.ValidationError(
                phrase("Type the minutes and seconds over time, such as 2:05.")
            )
        return seconds


class OutcomeForm(EventForm):
    """Base of entering and correcting: two scores, and what they do not say folded away."""

    beside = "tournaments/results/_board.html"
    fold_title = phrase("Over time, not played to the end, or the scores do not say who won")
    folded = ("overtime_s", "opponent_overtime_s", "reason", "winner", "award")
    unmarked = ("score", "opponent_score")
    score = forms.IntegerField(required=False, min_value=LOWEST, max_value=HIGHEST)
    opponent_score = forms.IntegerField(required=False, min_value=LOWEST, max_value=HIGHEST)
    overtime_s = OvertimeField(phrase("First player over time"))
    opponent_overtime_s = OvertimeField(phrase("Second player over time"))
    reason = forms.ChoiceField(choices=ENDINGS, required=False, label=phrase("How it ended"))
    winner = forms.ChoiceField(required=False, label=phrase("Winner"))
    award = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=10_000,
        label=phrase("Spread of the winner"),
        help_text=phrase("If you leave it empty, the scores decide."),
    )

    def prepare(self) -> None:
        entry, other = self.where.the_entry, self.where.opponent
        self.fields["score"].label = str(entry)
        self.fields["opponent_score"].label = str(other) if other else phrase("Opponent")
        for name, player in (("overtime_s", entry), ("opponent_overtime_s", other)):
            if player is not None:
                self.fields[name].label = phrase("{player} over time", player=player)
        for name in ("score", "opponent_score"):
            self.fields[name].widget.attrs["class"] = "score"
            number = phrase(
                "the score of {player} must be a whole number from {lowest} to {highest}.",
                player=self.fields[name].label,
                lowest=LOWEST,
                highest=HIGHEST,
            )
            self._word(name, number)
        number = phrase(
            "the spread of the winner must be a whole number from {lowest} to {highest}.",
            lowest=0,
            highest=10_000,
        )
        self._word("award", number)
        pair = [(str(one.number), str(one)) for one in (entry, other) if one]
        choices = [
            ("", phrase("as the scores say")),
            *pair,
            ("tie", phrase("a tie")),
            ("nobody", phrase("nobody: both lose")),
        ]
        self.offer("winner", choices)

    def _word(self, name: str, what: str) -> None:
        """Has a field say what it takes, and of which board, whatever else was typed into it."""
        number = self.where.board.number if self.where.board else None
        said = (
            phrase("On board {number} {what}", number=number, what=what)
            if number
            else phrase("On this board {what}", what=what)
        )
        for code in ("invalid", "min_value", "max_value"):
            self.fields[name].error_messages[code] = said

    @property
    def version(self) -> int:
        """The version of the board that is shown now."""
        return self.where.board.version if self.where.board else 0

    @property
    def seen(self) -> int | None:
        """The version of the board that the person saw, None when the form did not say."""
        text = self.data.get("seen", "")
        return int(text) if text.isdecimal() and len(text) < 9 else None

    def is_unfolded(self) -> bool:
        """Returns whether something other than the usual is chosen."""
        usual = (None, "", "played")
        return any(f.errors or f.value() not in usual for f in self.folded_fields())

    def payload(self) -> dict[str, Any]:
        given = dict(self.cleaned_data)
        winner = given["winner"]
        return {
            **given,
            "reason": given["reason"] or "played",
            "winner": int(winner) if winner.isdecimal() else winner or None,
            "opponent": self.where.opponent.number if self.where.opponent else None,
            "seen": self.seen,
        }

    def doubt(self) -> str:
        scores = self.cleaned_data["score"], self.cleaned_data["opponent_score"]
        if None in scores:
            return ""
        # Two equal scores in two fields are not a mistyped key.
        return " ".join(score_doubts(scores, self.where.the_division, tie_said=True))


class EnterResultForm(OutcomeForm):
    """Enters the result of a board that has none."""

    command_class = EnterResult


class CorrectResultForm(OutcomeForm):
    """Corrects the result of a board."""

    command_class = CorrectResult

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        if given.get(WHY) and not says_why(given[WHY]):
            self.add_error(WHY, phrase("Give the reason in words, for example: slip misread."))
        return given

    def prefilled(self) -> Mapping[str, Any]:
        result = getattr(self.where.board, "result", None)
        if result is None:
            return {}
        mine, theirs = (
            (result.score_one, result.score_two)
            if self._sits_first()
            else (result.score_two, result.score_one)
        )
        if result.overtime is not None:
            return self._before_overtime(result, mine, theirs)
        known = result.reason in dict(ENDINGS)
        return {
            "score": mine,
            "opponent_score": theirs,
            "reason": result.reason if known else "played",
            "winner": self._winner(result),
            "award": self._award(result),
        }

    def _before_overtime(self, result: Result, mine: int, theirs: int) -> dict[str, Any]:
        """Returns the slip of a game with overtime: scores as played, times as they were typed."""
        own, across = (0, 1) if self._sits_first() else (1, 0)
        (over, off), (other_over, other_off) = (
            of_position(result.overtime, position) for position in (own, across)
        )
        return {
            "score": mine + off,
            "opponent_score": theirs + other_off,
            "overtime_s": minutes_over(over) if over else "",
            "opponent_overtime_s": minutes_over(other_over) if other_over else "",
            "reason": "played",
        }

    def _sits_first(self) -> bool:
        seats = list(self.where.board.seats.all()) if self.where.board else []
        return bool(seats) and seats[0].entry == self.where.entry

    def _winner(self, result: Result) -> str:
        """Returns the winner to choose, empty where none was ruled or the scores say it."""
        if result.reason not in RULED or (result.reason == "left" and _scores_say(result)):
            return ""
        if result.won_one == result.won_two:
            return "tie" if result.won_one else "nobody"
        entry, other = self.where.the_entry, self.where.opponent
        won = (result.won_one > result.won_two) == self._sits_first()
        return str(entry.number if won or other is None else other.number)

    def _award(self, result: Result) -> int | None:
        awards = [spread for spread in (result.spread_one, result.spread_two) if spread is not None]
        explicit = result.reason in ("time", "adjudicated", "disqualified")
        return max(awards) if awards and explicit and max(awards) >= 0 else None


def _scores_say(result: Result) -> bool:
    """Returns whether the scores give the credits that the result has."""
    if result.score_one is None or result.score_two is None:
        return False
    tied = result.won_one == result.won_two == 1
    lead, won = result.score_one - result.score_two, result.won_one - result.won_two
    return tied if lead == 0 else lead * won > 0


class EnterForfeitForm(RoundForm):
    """Enters a game that was never begun."""

    command_class = EnterForfeit
    absent = forms.ChoiceField(label=phrase("Who did not come"))

    def prepare(self) -> None:
        groups: list[Any] = [("", phrase("Choose who did not come"))]
        for board in self.board_lines:
            if board.two is None or board.reason is not None:
                continue
            one, two = (self.sheet.entries[seat.entry] for seat in board.seats)
            choices = [
                (
                    str(one.number),
                    phrase(
                        "#{number} {name} did not come",
                        number=one.number,
                        name=one.entered_name,
                    ),
                ),
                (
                    str(two.number),
                    phrase(
                        "#{number} {name} did not come",
                        number=two.number,
                        name=two.entered_name,
                    ),
                ),
                (f"{one.number},{two.number}", phrase("neither came")),
            ]
            groups.append((phrase("Board {number}", number=board.number), choices))
        self.offer("absent", groups)

    def prefilled(self) -> Mapping[str, Any]:
        return {"absent": str(self.where.entry.number)} if self.where.entry else {}

    def payload(self) -> dict[str, Any]:
        absent = self.cleaned_data["absent"].split(",")
        return {"absent": tuple(int(number) for number in absent)}


class RecordSitOutForm(RoundForm):
    """Records a bye, a forfeit or an absence of an entry that meets nobody."""

    command_class = RecordSitOut
    marks = ("entry",)
    entry = forms.TypedChoiceField(
        coerce=int,
        label=phrase("Entry"),
        error_messages={
            "invalid_choice": (
                phrase("This player has an opponent in the round; enter a result or a forfeit.")
            )
        },
    )
    outcome = forms.ChoiceField(
        choices=(
            ("bye", phrase("a bye")),
            ("forfeit", phrase("a forfeit")),
            ("absent", phrase("an absence")),
            ("rest", phrase("a house player's rest")),
        ),
        label=phrase("What the round was"),
    )
    spread = forms.IntegerField(
        required=False,
        min_value=-10_000,
        max_value=10_000,
        label=phrase("Spread"),
        help_text=phrase("If you leave it empty, the rule set decides."),
    )

    def prepare(self) -> None:
        entries = self.where.the_division.entries.all()
        if self.where.state != RoundState.DRAFT:
            paired = {seat.entry for board in self.board_lines if board.two for seat in board.seats}
            entries = entries.exclude(number__in=paired)
        self.offer("entry", entry_choices(entries))

    def prefilled(self) -> Mapping[str, Any]:
        return entry_prefilled(self.where)
