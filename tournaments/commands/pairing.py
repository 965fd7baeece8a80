"""Pair a round by a method: a draft that the director may change before it is published."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from core.journal.command import Row, Work, register
from core.journal.errors import NeedsConfirmation, Refused
from tournaments.commands.awards import SitOut
from tournaments.commands.base import RoundCommand
from tournaments.commands.rounds import drafted
from tournaments.commands.seating import Table, write_round
from tournaments.models import Division
from tournaments.pairing.answer import REPEATS_NEEDED
from tournaments.pairing.errors import PairingError
from tournaments.pairing.methods import METHODS, Pairing, Request, pair
from tournaments.pairing.wording import in_words
from tournaments.selectors.pairing import lacking, position_for, renamed, unfinished
from tournaments.selectors.play import last_published, waiting
from tournaments.selectors.sheet import load_sheet
from tournaments.standings.attendance import takes_part


@dataclass(frozen=True, kw_only=True)
class Together:
    """Two entries that the director wants to meet, whatever the method says."""

    one: int
    two: int


@register
@dataclass(frozen=True, kw_only=True)
class PairRound(RoundCommand):
    """Drafts a round by a method; what the director fixed is taken out first and kept.

    `based_on` is the last round whose results count (None: the round before); it asks back where
    the one after it is not complete, so that no result is left out unseen. `repeats` is how often
    two may have met before; None takes as few repeats as possible and asks about them.
    """

    code = "round.paired"
    method: str
    variant: str = ""
    opening: Literal["fold", "random"] = "fold"
    repeats: int | None = None
    based_on: int | None = None
    fixed: tuple[Together, ...] = ()
    byes: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        held = self.find_round(division)
        self._check(division)
        fact = work.facts.decide("pairing", lambda: self._pair(division))
        self._ask(fact)
        round_row = drafted(work.ledger, division, self.round, held)
        tables = [
            Table(number, one, two, first, fixed_by="table")
            for number, one, two, first in fact["boards"]
        ]
        alone: list[tuple[int, SitOut]] = [(number, "bye") for number in fact["byes"]]
        alone += [(number, "absent") for number in self.absent]
        write_round(work.ledger, round_row, tables, alone)
        kept = {name: fact[name] for name in ("objective", "warnings", "explanation", "repeats")}
        kept["incomplete"] = _left_out(fact)
        keys = dict(division.entries.values_list("number", "key"))
        work.ledger.update(round_row, pairing=renamed(kept | self._options(), keys))
        return {
            "boards": len(tables),
            "byes": fact["byes"],
            "waiting": waiting(division, round_row),
        }

    @property
    def based(self) -> int:
        """The last round whose results count."""
        return self.round - 1 if self.based_on is None else self.based_on

    def _check(self, division: Division) -> None:
        if last_published(division) < self.round - 1:
            raise Refused(
                f"Round {last_published(division) + 1} is to be published first.",
                code="round.order",
                field="round",
            )
        if not 0 <= self.based < self.round:
            raise Refused(
                f"Round {self.round} can be based on rounds 0 to {self.round - 1}.",
                code="round.based_on",
                field="based_on",
            )
        if last_published(division) == 0:
            check_in_is_done(division)
        self._check_absent(division)

    def _check_absent(self, division: Division) -> None:
        active = {
            number
            for number, away in division.entries.values_list("number", "away")
            if takes_part(away, self.round)
        }
        strange = sorted(set(self.absent) - active)
        if strange:
            raise Refused(
                f"No. {strange[0]} does not take part in round {self.round} anyway.",
                code="entry.away",
                field="absent",
            )

    def _pair(self, division: Division) -> dict[str, Any]:
        sheet = load_sheet(division)
        left_out = unfinished(sheet, self.round - 1)
        open_round = unfinished(sheet, self.based)
        if open_round is not None:
            raise Refused(
                f"Round {open_round} is not complete; enter its missing results, or base the"
                f" pairing on round {open_round - 1}.",
                code="round.based_on_open",
                field="based_on",
            )
        position = position_for(
            sheet,
            self.round,
            based_on=self.based,
            fixed=tuple((pair.one, pair.two) for pair in self.fixed),
            fixed_byes=self.byes,
            absent=self.absent,
        )
        request = Request(
            method=self.method,
            variant=self.variant,
            opening=self.opening,
            repeats=self.repeats,
            seed=f"{self.event}/{self.division}/{self.round}",
        )
        try:
            fact = _fact(pair(position, request))
        except PairingError as wrong:
            raise Refused(in_words(wrong), code=wrong.code, field=_field(wrong)) from wrong
        # Fewer results than there are complete rounds for were chosen by the director.
        if left_out is None or left_out > self.based + 1:
            return fact
        return fact | {"incomplete": left_out, "lacks": lacking(sheet, left_out)}

    def _ask(self, fact: Mapping[str, Any]) -> None:
        if self.confirmed:
            return
        asked = [self._without_results(fact)] if _left_out(fact) else []
        if self.repeats is None:
            texts = [text for code, text in fact["warnings"] if code == REPEATS_NEEDED]
            asked += [f"{text} Accept?" for text in texts]
        if asked:
            raise NeedsConfirmation(" ".join(asked), code="confirm", field="confirmed")

    def _without_results(self, fact: Mapping[str, Any]) -> str:
        first, last = fact["incomplete"], self.round - 1
        rounds = f"round {first}" if first == last else f"rounds {first} to {last}"
        return f"{fact['lacks']} Pair round {self.round} without any result of {rounds}?"

    def _options(self) -> dict[str, Any]:
        return {
            "method": self.method,
            "variant": self.variant,
            "opening": self.opening,
            "allowed": self.repeats,
            "based_on": self.based,
            "fixed": [[pair.one, pair.two] for pair in self.fixed],
            "byes": list(self.byes),
        }

    def sentence(self, answer: Row) -> str:
        byes = ", ".join(f"no. {number}" for number in answer["byes"])
        based = f" on the results through round {self.based}" if self.based else ""
        boards = f"{answer['boards']} board{'' if answer['boards'] == 1 else 's'}"
        return (
            f"Round {self.round} of {self.division} paired by {self._method()}{based}:"
            f" {boards}{f', bye for {byes}' if byes else ''}"
        )

    def _method(self) -> str:
        method = METHODS[self.method]
        usual = not self.variant or self.variant == method.variants[0]
        return method.name if usual else f"{method.name} ({self.variant})"


def _left_out(fact: Mapping[str, Any]) -> int | None:
    """Returns the first round left out because it was not complete, None where none was."""
    # Journals of before this was asked do not say.
    return fact.get("incomplete")


def check_in_is_done(division: Division) -> None:
    """Raises Refused, with names, while an entry of round 1 is ticked neither here nor not here."""
    left = [
        entry.name
        for entry in division.entries.filter(presence="").order_by("number")
        if takes_part(entry.away, 1)
    ]
    if not left:
        return
    more = f" and {len(left) - 8} more" if len(left) > 8 else ""
    raise Refused(
        f"Check-in is not finished: {'; '.join(left[:8])}{more} ticked neither here nor not here.",
        code="check_in.open",
    )


def _fact(pairing: Pairing) -> dict[str, Any]:
    """Returns a pairing in JSON values: boards as [number, one, two, first]."""
    return {
        "boards": [
            [number, board.one, board.two, board.first]
            for number, board in enumerate(pairing.boards, 1)
        ],
        "byes": list(pairing.byes),
        "objective": dict(pairing.objective),
        "warnings": [[warning.code, in_words(warning)] for warning in pairing.warnings],
        "explanation": [
            {**asdict(reason), "terms": dict(reason.terms)} for reason in pairing.explanation
        ],
        "repeats": pairing.repeats,
    }


def _field(wrong: PairingError) -> str:
    fields = {"method": "method", "repeats": "repeats", "fixed": "fixed", "bye": "byes"}
    return fields.get(wrong.code.partition(".")[0], "method")
