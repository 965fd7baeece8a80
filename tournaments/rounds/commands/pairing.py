"""Pair a round by a method: a draft that the director may change before it is published."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from core.journal.command import Row, Work, register
from core.journal.errors import NeedsConfirmation, Refused
from core.names import shown_name
from core.phrases import phrase, phrase_count
from tournaments.kernel.commands.awards import SitOut
from tournaments.kernel.commands.base import RoundCommand
from tournaments.kernel.commands.contested import refuse_contested
from tournaments.kernel.commands.seating import NewBoard, write_round
from tournaments.kernel.queries.play import called, last_published, waiting
from tournaments.kernel.queries.sheet import Sheet, load_sheet
from tournaments.kernel.queries.standings_and_starts import complete_rounds
from tournaments.models import Division
from tournaments.pairing.answer import (
    GIBSON_REPEATS,
    REPEATS_NEEDED,
    PairingWarning,
    reason_to_values,
)
from tournaments.pairing.errors import PairingError
from tournaments.pairing.methods import METHODS, Pairing, Request, pair
from tournaments.pairing.plans.plan import PlanRow
from tournaments.pairing.position import pair_key
from tournaments.pairing.schedule import schedule_to_values
from tournaments.pairing.terms.board_wishes import Seated, boards_with_wishes
from tournaments.pairing.terms.conditions_in_round import RoundConditions
from tournaments.pairing.wording import in_words
from tournaments.rounds.commands.rounds import drafted, rest
from tournaments.rounds.queries.pairing import (
    conditions_for,
    lacking,
    position_for,
    renamed,
    unfinished,
)
from tournaments.rounds.queries.planned import Planned, interrupted, planned, planned_row
from tournaments.rounds.wording.pairing import paired_sentence, question_without
from tournaments.standings.attendance import takes_part

EARLY = "early"
"""The variant of king of the hill that pairs before its round is complete."""
_NOT_KEPT = frozenset({"boards", "sides", "byes", "rests"})


@dataclass(frozen=True, kw_only=True)
class Together:
    """Two entries that the director wants to meet, whatever the method says."""

    one: int
    two: int


@dataclass(frozen=True, kw_only=True)
class OptionGiven:
    """A number given for an option of the method, such as the factor of factor pairing."""

    key: str
    value: int


@register
@dataclass(frozen=True, kw_only=True)
class PairRound(RoundCommand):
    """Drafts a round by a method; what the director fixed is taken out first and kept.

    `method` empty follows the plan of the division, whole. `based_on` is the last round whose
    results count (None: the round before, or before the block that the round belongs to); it asks
    back where the one after it is not complete, so that no result is left out unseen. `repeats` is
    how often two may have met before; None takes as few repeats as possible and asks about them.
    Meetings before round `since` are forgiven.
    """

    code = "round.paired"
    method: str = ""
    variant: str = ""
    opening: Literal["fold", "random"] = "fold"
    repeats: int | None = None
    based_on: int | None = None
    since: int = 1
    options: tuple[OptionGiven, ...] = ()
    fixed: tuple[Together, ...] = ()
    byes: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        row = self.find_round(division)
        self._check(division)
        # What was paired once is paired again in a replay.
        if not work.facts.are_recorded:
            refuse_contested(division)
        fact = work.facts.decide("pairing", lambda: self.paired(division))
        self._ask(fact)
        round_row = drafted(work.ledger, division, self.round, row)
        sides = fact.get("sides", "table")
        tables = [
            NewBoard(number, one, two, first, fixed_by=sides)
            for number, one, two, first in fact["boards"]
        ]
        alone: list[tuple[int, SitOut]] = [(number, "bye") for number in fact["byes"]]
        alone += [(number, "absent") for number in self.absent]
        alone += [(number, "rest") for number in fact.get("rests", ())]
        write_round(work.ledger, round_row, tables, alone)
        rest(work, division, round_row)
        kept = {name: value for name, value in fact.items() if name not in _NOT_KEPT}
        rows = division.entries.values_list("number", "key", "name")
        keys = {number: key for number, key, _ in rows}
        names = {number: shown_name(name) for number, _, name in rows}
        work.ledger.update(round_row, pairing=renamed(self._options() | kept, keys))
        return {
            "boards": len(tables),
            "byes": fact["byes"],
            "bye_names": [names[number] for number in fact["byes"]],
            "waiting": waiting(division, round_row),
            "method": fact.get("method", self.method),
            "variant": fact.get("variant", self.variant),
            "based_on": fact.get("based_on", self.based),
            "planned": not self.method,
        }

    @property
    def based(self) -> int:
        """The last round whose results count where the method and the plan say nothing else."""
        return self.round - 1 if self.based_on is None else self.based_on

    def _check(self, division: Division) -> None:
        if last_published(division) < self.round - 1:
            raise Refused(
                phrase(
                    "Publish round {last_published} first.",
                    last_published=last_published(division) + 1,
                ),
                code="round.order",
                field="round",
            )
        if not 0 <= self.based < self.round:
            raise Refused(
                phrase(
                    "Round {round} can be based on rounds 0 to {last}.",
                    round=self.round,
                    last=self.round - 1,
                ),
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
                phrase(
                    "No. {strange} does not take part in round {round}.",
                    strange=strange[0],
                    round=self.round,
                ),
                code="entry.away",
                field="absent",
            )

    def paired(self, division: Division) -> dict[str, Any]:
        """Returns the pairing as it is recorded, writing nothing; Refused where there is none."""
        self._check(division)
        refuse_contested(division)
        sheet = load_sheet(division)
        how = self._how(sheet)
        refuse_contested(division, how.based_on)
        early = how.row.variant == EARLY
        open_round = unfinished(sheet, how.based_on)
        if open_round is not None:
            raise Refused(
                phrase(
                    "Round {round} is not complete; enter its missing results, or base the"
                    " pairing on round {before}.",
                    round=open_round,
                    before=open_round - 1,
                ),
                code="round.based_on_open",
                field="based_on",
            )
        fact = self._drawn_or_refused(sheet, how)
        left_out = unfinished(sheet, self.round - 1)
        # Fewer results than there are complete rounds for were chosen by the director or the plan.
        if left_out is None or left_out > how.based_on + 1 or self._is_meant(how) or early:
            return fact
        return fact | {"incomplete": left_out, "lacks": lacking(sheet, left_out)}

    def drawn_on(self, sheet: Sheet) -> dict[str, Any]:
        """Returns the pairing that this draws on a sheet, whatever is open; Refused for none."""
        return self._drawn_or_refused(sheet, self._how(sheet))

    def _drawn_or_refused(self, sheet: Sheet, how: Planned) -> dict[str, Any]:
        seed = f"{sheet.division.tournament.seed}/{self.division}/{self.round}"
        try:
            return self._drawn(sheet, how, how.request(seed), early=how.row.variant == EARLY)
        except PairingError as wrong:
            raise Refused(in_words(wrong), code=wrong.code, field=_field(wrong)) from wrong

    def _drawn(
        self, sheet: Sheet, how: Planned, request: Request, *, early: bool
    ) -> dict[str, Any]:
        fixed = tuple((two.one, two.two) for two in self.fixed)
        conditions = conditions_for(
            sheet, self.round, fixed=fixed, fixed_byes=self.byes, absent=self.absent
        )
        position = position_for(
            sheet,
            self.round,
            conditions,
            based_on=how.based_on,
            absent=self.absent,
            schedule=how.schedule,
            early=early,
        )
        drawn = pair(position, request)
        order = [(board.one, board.two) for board in drawn.boards]
        seated, unmet = boards_with_wishes(order, conditions.boards)
        warnings = (*conditions.warnings, *drawn.warnings, *unmet, *interrupted(sheet, how))
        fact = _fact(drawn, seated, warnings) | _request_values(how, request)
        self._say_what_was_fixed(fact, conditions)
        if sheet.rules.start_mode == "draw":
            fact["boards"] = [[*board[:3], None] for board in fact["boards"]]
        return fact | {"rests": list(conditions.rests)}

    def _say_what_was_fixed(self, fact: dict[str, Any], conditions: RoundConditions) -> None:
        """Gives the boards that no method chose their reason: by hand, or by a condition."""
        by_hand = {pair_key(two.one, two.two) for two in self.fixed}
        for reason in fact["explanation"]:
            pair_of = pair_key(reason["one"], reason["two"])
            if pair_of in conditions.fixed and not reason["rule"]:
                reason["rule"] = "fixed.by_hand" if pair_of in by_hand else "fixed.condition"

    def _how(self, sheet: Sheet) -> Planned:
        """Returns how the round is paired: as asked, or by the plan where no method is named."""
        row = self._given_row() if self.method else planned_row(sheet.division, self.round)
        if row is None:
            raise Refused(
                phrase(
                    "The plan of division {division} does not cover round {round}; "
                    "choose a method.",
                    division=self.division,
                    round=self.round,
                ),
                code="plan.says_nothing",
                field="method",
            )
        how = planned(sheet, row, self.round)
        if row.variant == EARLY and self.based_on is None:
            return replace(how, based_on=min(how.based_on, complete_rounds(sheet)))
        return how if self.based_on is None else replace(how, based_on=self.based_on)

    def _given_row(self) -> PlanRow:
        return PlanRow(
            first=self.round,
            last=self.round,
            method=self.method,
            variant=self.variant,
            opening=self.opening,
            repeats=self.repeats,
            since=self.since,
            options=tuple(sorted((given.key, given.value) for given in self.options)),
        )

    def _is_meant(self, how: Planned) -> bool:
        """Returns whether results are left out because a block or the plan wants it so."""
        return how.schedule is not None or (self.based_on is None and how.based_on < self.round - 1)

    def _ask(self, fact: Mapping[str, Any]) -> None:
        if self.confirmed:
            return
        questions = []
        first = _left_out(fact)
        if first:
            questions = [fact["lacks"], question_without(self.round, first, self.round - 1)]
        if fact.get("allowed", self.repeats) is None:
            texts = [
                text for code, text in fact["warnings"] if code in (REPEATS_NEEDED, GIBSON_REPEATS)
            ]
            questions += [f"{text} {phrase('Accept?')}" for text in texts]
        if questions:
            raise NeedsConfirmation(" ".join(questions), code="confirm", field="confirmed")

    def _options(self) -> dict[str, Any]:
        """Returns the request's fields, which the fact spells out; older journals say only this."""
        return {
            "method": self.method,
            "variant": self.variant,
            "opening": self.opening,
            "allowed": self.repeats,
            "based_on": self.based,
            "fixed": [[pair.one, pair.two] for pair in self.fixed],
            "byes": list(self.byes),
            "incomplete": None,
        }

    def sentence(self, answer: Row) -> str:
        # Journals from before names were kept have none.
        names = answer.get("bye_names") or [""] * len(answer["byes"])
        byes = ", ".join(map(called, answer["byes"], names))
        based = answer.get("based_on", self.based)
        boards = [phrase_count("{count} board", "{count} boards", count=answer["boards"])]
        if byes:
            boards.append(phrase("bye for {players}", players=byes))
        return paired_sentence(
            self.round,
            self.division,
            self._method(answer),
            ", ".join(boards),
            based=based,
            planned=bool(answer.get("planned")),
        )

    def _method(self, answer: Row) -> str:
        method = METHODS[answer.get("method", self.method)]
        variant = answer.get("variant", self.variant)
        usual = not variant or variant == method.variants[0]
        return method.name if usual else f"{method.name} ({variant})"


def _left_out(fact: Mapping[str, Any]) -> int | None:
    """Returns the first round left out because it was not complete, None where none was."""
    # Journals from before this was asked do not say.
    return fact.get("incomplete")


def check_in_is_done(division: Division) -> None:
    """Raises Refused, with names, while an entry of round 1 is ticked neither here nor not here."""
    left = [
        entry.shown_name
        for entry in division.entries.filter(presence="").order_by("number")
        if takes_part(entry.away, 1)
    ]
    if not left:
        return
    names = "; ".join(left[:8])
    if len(left) > 8:
        names = phrase("{names} and {more} more", names=names, more=len(left) - 8)
    raise Refused(
        phrase(
            "Check-in is not finished: {players} ticked neither here nor not here.", players=names
        ),
        code="check_in.open",
    )


def _fact(
    pairing: Pairing, seated: Iterable[Seated], warnings: Iterable[PairingWarning]
) -> dict[str, Any]:
    """Returns a pairing in JSON values: boards as [number, one, two, first]."""
    return {
        "boards": [
            [seat.number, seat.one, seat.two, board.first]
            for seat, board in zip(seated, pairing.boards, strict=True)
        ],
        "byes": list(pairing.byes),
        "criteria": list(pairing.objective),
        "objective": dict(pairing.objective),
        "warnings": [[warning.code, in_words(warning)] for warning in warnings],
        "explanation": [reason_to_values(reason) for reason in pairing.explanation],
        "repeats": pairing.repeats,
        "floats": pairing.floats,
        "same_debts": pairing.same_debts,
        "gibsonized": list(pairing.gibsonized),
        "schedule": pairing.schedule and schedule_to_values(pairing.schedule),
    }


def _request_values(how: Planned, request: Request) -> dict[str, Any]:
    """Returns how a round was paired, everything spelt out that the director or the plan asked."""
    return {
        "method": request.method,
        "variant": request.variant or next(iter(METHODS[request.method].variants), ""),
        "opening": request.opening,
        "allowed": request.repeats,
        "since": request.since,
        "options": dict(request.options),
        "based_on": how.based_on,
        "sides": "table" if request.method == "roundrobin" else "flow",
    }


def _field(wrong: PairingError) -> str:
    if wrong.code == "block.limit":
        return "repeats"
    fields = {"repeats": "repeats", "fixed": "fixed", "bye": "byes", "since": "since"}
    return fields.get(wrong.code.partition(".")[0], "method")
