"""The form that writes the round plan of a division: some rows of fields, and a few to spare."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from core.errors import UserError
from core.phrases import phrase
from tournaments.kernel.desk.context import EventContext, EventForm
from tournaments.kernel.queries.numbering import numbering_mark
from tournaments.pairing.plans.plan import PlanRow
from tournaments.pairing.plans.plan_check import SCHEDULE, PlanProblem
from tournaments.pairing.schedule_file import MAX_BYTES, ScheduleError, read_schedule
from tournaments.rounds.commands.planning import (
    PlannedGame,
    PlannedRounds,
    PlanPairing,
    planned_games,
)
from tournaments.rounds.forms.plan_rows import (
    MORE,
    NAMES,
    method_value,
    options_told,
    row_fields,
    row_values,
    said_by,
    written_games,
)
from tournaments.rounds.queries.planned import plan_of
from tournaments.rounds.queries.planning import plan_by_number, problems_of
from tournaments.rounds.wording.plans import plan_sentence, problem_sentence

MOST_ROWS = 60
SPARE = 3
_FIELDS = {"plan": "first", "method": "method", "variant": "method", "option": "options"}
_FIELDS |= {name: name for name in ("lag", "since", "repeats", "opening")}


class RowFields:
    """A row as the page shows it: its fields, and what does not fit who plays now."""

    def __init__(self, form: PlanForm, at: int) -> None:
        self.number = at + 1
        for name in NAMES:
            setattr(self, name, form[f"{name}_{at}"])
        self.more = [form[f"{name}_{at}"] for name in MORE]
        self.doubts = form.doubts.get(at, [])
        self.told = options_told(form[f"method_{at}"].value() or "")

    @property
    def is_unfolded(self) -> bool:
        """Whether the rarer fields have an unusual value, or a wrong one."""
        usual = ("", None, 1, "1", "fold")
        return any(field.errors or field.value() not in usual for field in self.more)

    @property
    def wrong(self) -> list[tuple[Any, str]]:
        """Every field that is wrong with what is wrong."""
        fields = (getattr(self, name) for name in NAMES)
        return [(field, error) for field in fields for error in field.errors]


class PlanForm(EventForm):
    """Writes the plan of a division.

    It starts from `proposed` rows, from what was `typed` where only more rows were asked for, or
    from the plan that there is. `doubts` are sentences about rows, by their place.
    """

    command_class = PlanPairing
    games = forms.CharField(
        required=False,
        max_length=MAX_BYTES,
        widget=forms.Textarea,
        label=phrase("Games, one a line"),
    )
    file = forms.FileField(required=False, label=phrase("Or a file of them"))

    def __init__(
        self,
        data: QueryDict | None = None,
        files: MultiValueDict[str, Any] | None = None,
        *,
        where: EventContext,
        proposed: Sequence[PlanRow] | None = None,
        typed: QueryDict | None = None,
    ) -> None:
        rows = plan_by_number(where.the_division) if proposed is None else proposed
        self._proposed = tuple(rows)
        self._kept = typed
        self._sent_games = ""
        self.doubts: dict[int, list[str]] = {}
        super().__init__(data, files, where=where)
        if data is None and proposed is None and typed is None:
            # The table above is what is read first; the cursor would scroll past it.
            for field in self.fields.values():
                field.widget.attrs.pop("autofocus", None)

    def prepare(self) -> None:
        sent = self._typed if self.is_bound else self._kept
        if sent is None:
            self.count = min(len(self._proposed) + 1, MOST_ROWS)
        else:
            more = 0 if self.is_bound else SPARE
            self.count = min(_number(sent.get("rows")) + more, MOST_ROWS)
        for at in range(self.count):
            said = str(sent.get(f"method_{at}", "")) if sent else self._method_at(at)
            self.fields.update(row_fields(at, said))
        if sent is None:
            for problem in problems_of(self.where.the_division, self._proposed):
                self.doubts.setdefault(problem.row, []).append(problem_sentence(problem))

    def prefilled(self) -> Mapping[str, Any]:
        if self._kept is not None:
            return {name: self._kept.get(name) for name in self.fields}
        values: dict[str, Any] = {"games": written_games(self._proposed)}
        for at, row in enumerate(self._proposed[: self.count]):
            values |= row_values(at, row)
        return values

    def rows(self) -> Iterator[RowFields]:
        """Yields the rows as they are shown."""
        return (RowFields(self, at) for at in range(self.count))

    @cached_property
    def numbering(self) -> str:
        """The current numbers of the entries, where games name entries by them."""
        return numbering_mark(self.where.the_division) if self.games_text else ""

    @property
    def games_text(self) -> str:
        """The games as they are typed, or as the file that was sent has them."""
        return self._sent_games or str(self["games"].value() or "")

    def is_of_games(self) -> bool:
        """Whether some row is a fixed schedule, or games were given for one."""
        methods = (self[f"method_{at}"].value() for at in range(self.count))
        return bool(self.games_text) or SCHEDULE in methods

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        self.said: dict[int, PlannedRounds] = {}
        games = self._read_games(given)
        for at in range(self.count):
            row = said_by(given, at, games)
            if row is not None:
                self._check_row(at, row)
                self.said[at] = row
        self._check_games(games)
        if not self.errors:
            self._check_rows()
        if self._typed.get("shown") != self.shown:
            now = plan_sentence(plan_of(self.where.the_division))
            self.add_error(
                None,
                phrase(
                    "The plan was changed in the meantime: {now}. Replace it with yours?", now=now
                ),
            )
        return given

    @cached_property
    def shown(self) -> str:
        """A mark of the plan as it is now, by which a form shown before it changed is known."""
        text = json.dumps(self.where.the_division.plan, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def payload(self) -> dict[str, Any]:
        return {"rows": tuple(self.said.values())}

    def refuse(self, refused: UserError) -> None:
        kind, _, place = (refused.field or "").partition(".")
        if kind == "rows" and place.isdecimal() and int(place) < len(self.said):
            at = list(self.said)[int(place)]
            self.add_error(_field_of(refused.code, at), refused.message)
        else:
            super().refuse(refused)

    def _read_games(self, given: Mapping[str, Any]) -> tuple[PlannedGame, ...]:
        """Returns the games that were typed or sent, none where there are none."""
        sent, text = given.get("file"), given.get("games", "")
        try:
            if sent is not None:
                data = sent.read(MAX_BYTES + 1)
                schedule = read_schedule(data, file=sent.name)
                self._sent_games = data.decode("utf-8-sig")
                return planned_games(schedule)
            if text.strip():
                return planned_games(read_schedule(text.encode(), file=phrase("Games")))
        except ScheduleError as wrong:
            self.add_error("file" if sent is not None else "games", wrong.message)
        return ()

    def _check_games(self, games: Sequence[PlannedGame]) -> None:
        """Says that games would be read by no row."""
        rows = [row for row in self.said.values() if row.method == SCHEDULE]
        read = {number for row in rows for number in range(row.first, row.last + 1)}
        left = sorted({game.round for game in games} - read)
        if left:
            said = phrase(
                "Round {left} of the games is in no row with a fixed schedule.", left=left[0]
            )
            self.add_error("games", said)

    def _check_row(self, at: int, row: PlannedRounds) -> None:
        if not row.first and f"first_{at}" not in self.errors:
            self.add_error(f"first_{at}", phrase("Row {at}: give its rounds.", at=at + 1))
        if not row.method and f"method_{at}" not in self.errors:
            self.add_error(f"method_{at}", phrase("Row {at}: choose a method.", at=at + 1))

    def _check_rows(self) -> None:
        """Puts what can never be beside its row; what only may not fit is asked about later."""
        places = list(self.said)
        division = self.where.the_division
        rows = [row.row(division.planned_rounds) for row in self.said.values()]
        for problem in problems_of(division, rows):
            sentence = problem_sentence(_placed(problem, places))
            at = places[problem.row]
            if problem.doubtful:
                self.doubts.setdefault(at, []).append(sentence)
            else:
                self.add_error(_field_of(problem.code, at), sentence)

    def _method_at(self, at: int) -> str:
        return method_value(self._proposed[at]) if at < len(self._proposed) else ""


def _placed(problem: PlanProblem, places: Sequence[int]) -> PlanProblem:
    """Returns the problem with rows counted as the page counts them, empty ones too."""
    params = dict(problem.params)
    if "other" in params:
        params["other"] = places[int(str(params["other"])) - 1] + 1
    return replace(problem, row=places[problem.row], params=params)


def _field_of(code: str, at: int) -> str:
    return f"{_FIELDS.get(code.partition('.')[0], 'method')}_{at}"


def _number(text: Any) -> int:
    return int(text) if isinstance(text, str) and text.isdecimal() and len(text) < 4 else 1
