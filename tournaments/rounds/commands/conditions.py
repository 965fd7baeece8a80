"""Set and lift the director's conditions on the pairings of a division."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.journal.command import Row, Work, register
from core.journal.errors import NeedsConfirmation, Refused
from core.journal.ledger import Ledger
from core.models import JournalEntry
from core.phrases import phrase
from tournaments.kernel.commands.base import DivisionCommand, find_entry
from tournaments.kernel.queries.play import called_by_key, last_published
from tournaments.kernel.wording.pairing_rules import condition_sentence
from tournaments.models import Division
from tournaments.pairing.terms.condition_conflicts import conflict_of
from tournaments.pairing.terms.conditions import (
    OF_TWO,
    Condition,
    Kind,
    conditions_from_values,
    conditions_to_values,
)

HIGHEST_BOARD = 9999
LONGEST_NOTE = 40


@dataclass(frozen=True, kw_only=True)
class ConditionCommand(DivisionCommand):
    """Base of the commands that change which conditions hold, of one `kind` from `first` on."""

    kind: Kind
    first: int = 1

    def write(self, ledger: Ledger, division: Division, conditions: Sequence[Condition]) -> None:
        """Writes the conditions of a division."""
        ledger.update(division, conditions=conditions_to_values(conditions))

    def confirm_house(self, division: Division, condition: Condition, follows: str) -> None:
        """Asks back before somebody becomes a house player, or stops being one, once play began."""
        if condition.kind != "house" or self.confirmed:
            return
        if last_published(division) >= condition.first:
            raise NeedsConfirmation(follows, code="confirm", field="confirmed")

    def answered(self, division: Division, said: str) -> Row:
        """Returns the answer: what the condition says, and how many rounds were published then."""
        return {"says": said, "published": last_published(division)}

    def check_undo(self, entry: JournalEntry) -> None:
        """Refuses to change who is a house player under rounds published since."""
        super().check_undo(entry)
        now = last_published(self.find_division())
        if self.kind == "house" and now >= self.first and now != entry.answer["published"]:
            raise Refused(
                phrase(
                    "Round {now} has been published since, and the condition decides whether "
                    "its games are rated. Set or lift the condition instead.",
                    now=now,
                ),
                code="undo.published",
            )

    check_redo = check_undo


def _begun(said: str) -> str:
    """Returns a condition as the beginning of a sentence."""
    return f"{said[0].upper()}{said[1:]}"


@register
@dataclass(frozen=True, kw_only=True)
class SetCondition(ConditionCommand):
    """Sets a condition on one entry or two, named by their numbers; it is kept by their keys.

    The fields are those of `Condition` in `tournaments.pairing.terms.conditions`. Rounds paired
    already stay as they are.
    """

    code = "condition.set"
    one: int
    two: int | None = None
    last: int | None = None
    place: int | None = None
    seat: int | None = None
    note: str = ""

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        self.allow(division)
        condition = self._condition(division)
        conditions = conditions_from_values(division.conditions)
        names = called_by_key(division)
        said = condition_sentence(condition, names)
        clash = conflict_of(condition, conditions)
        if clash is not None:
            other = condition_sentence(clash.other, names)
            text = (
                phrase("This condition already holds: {other}.", other=other)
                if clash.how == "there"
                else (
                    phrase(
                        "{condition}: this contradicts an existing condition, {other}.",
                        condition=_begun(said),
                        other=other,
                    )
                )
            )
            raise Refused(text, code=f"condition.{clash.how}", field="one")
        self.confirm_house(
            division,
            condition,
            phrase(
                "{condition}: they are not ranked, and none of their games is rated, "
                "including those already played.",
                condition=_begun(said),
            ),
        )
        self.write(work.ledger, division, (*conditions, condition))
        return self.answered(division, said)

    def _condition(self, division: Division) -> Condition:
        self._check_who()
        self._check_rounds(division)
        self._check_board()
        one = find_entry(division, self.one, "one")
        two = None if self.two is None else find_entry(division, self.two, "two")
        if len(self.note.strip()) > LONGEST_NOTE:
            raise Refused(
                phrase("A note can have at most {characters} characters.", characters=LONGEST_NOTE),
                code="condition.note",
                field="note",
            )
        return Condition(
            kind=self.kind,
            one=one.key,
            two=None if two is None else two.key,
            first=self.first,
            last=self.last,
            place=self.place,
            seat=self.seat,
            note=self.note.strip(),
        )

    def _check_who(self) -> None:
        if self.kind in OF_TWO and self.two is None:
            raise Refused(
                phrase("Give the other entry too."), code="condition.one_only", field="two"
            )
        if self.kind not in OF_TWO and self.two is not None:
            raise Refused(
                phrase("This is a condition on one entry, not two."),
                code="condition.two",
                field="two",
            )
        if self.one == self.two:
            raise Refused(
                phrase("No. {one} cannot be their own opponent.", one=self.one),
                code="pairing.own_opponent",
                field="two",
            )

    def _check_rounds(self, division: Division) -> None:
        rounds = division.planned_rounds
        if not 1 <= self.first <= rounds:
            raise Refused(
                phrase(
                    "Division {division} has rounds 1 to {rounds}; there is no round {round}.",
                    division=division.name,
                    rounds=rounds,
                    round=self.first,
                ),
                code="round.unknown",
                field="first",
            )
        if self.last is None:
            return
        if self.kind == "house":
            raise Refused(
                phrase("A house player stays one to the end of the event."),
                code="condition.house",
                field="last",
            )
        if not self.first <= self.last <= rounds:
            raise Refused(
                phrase(
                    "The last round can be {first} to {rounds}.", first=self.first, rounds=rounds
                ),
                code="round.unknown",
                field="last",
            )
        published = last_published(division)
        if self.last <= published:
            raise Refused(
                phrase(
                    "Round {round} is already published; a condition can only apply to later "
                    "rounds.",
                    round=published,
                ),
                code="round.published",
                field="last",
            )

    def _check_board(self) -> None:
        if self.kind != "board":
            if self.place is not None or self.seat is not None:
                raise Refused(
                    phrase("Only the condition that fixes a board has a board."),
                    code="condition.place",
                    field="place",
                )
            return
        if self.place is None or not 1 <= self.place <= HIGHEST_BOARD:
            raise Refused(
                phrase("Board numbers go from 1 to {highest}.", highest=HIGHEST_BOARD),
                code="board.number",
                field="place",
            )
        if self.seat not in (None, 1, 2):
            raise Refused(phrase("A board has chairs 1 and 2."), code="board.chair", field="seat")

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Condition in {division}: {condition}",
            division=self.division,
            condition=answer["says"],
        )


@register
@dataclass(frozen=True, kw_only=True)
class LiftCondition(ConditionCommand):
    """Lifts a condition, named by its kind, the keys of its entries, and its first round.

    Keys and not numbers, because a condition can outlive the number of an entry.
    """

    code = "condition.lifted"
    key: int
    other_key: int | None = None

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        self.allow(division)
        conditions = conditions_from_values(division.conditions)
        mine = self._find(conditions)
        said = condition_sentence(mine, called_by_key(division))
        self.confirm_house(
            division,
            mine,
            phrase(
                "The condition will no longer hold: {condition}. The entry is ranked, and all "
                "of its games are rated, including those already played.",
                condition=said,
            ),
        )
        self.write(
            work.ledger, division, [condition for condition in conditions if condition != mine]
        )
        return self.answered(division, said)

    def _find(self, conditions: Sequence[Condition]) -> Condition:
        wanted = Condition(kind=self.kind, one=self.key, two=self.other_key, first=self.first)
        for condition in conditions:
            mine = (condition.kind, condition.pair, condition.first)
            if mine == (wanted.kind, wanted.pair, wanted.first):
                return condition
        raise Refused(phrase("This condition no longer holds."), code="condition.unknown")

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Condition lifted in {division}: {condition}",
            division=self.division,
            condition=answer["says"],
        )
