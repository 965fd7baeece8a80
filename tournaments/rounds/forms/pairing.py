"""The form that pairs a round by a method."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError

from core.journal.errors import Refused
from core.models import Job
from core.phrases import phrase, phrase_count
from tournaments.kernel.queries.play import last_published
from tournaments.kernel.queries.standings_and_starts import complete_rounds
from tournaments.models import Round
from tournaments.pairing.answer import Option
from tournaments.pairing.methods import METHODS, methods
from tournaments.rounds.commands.pairing import OptionGiven, PairRound, Together, check_in_is_done
from tournaments.rounds.forms.rounds import RoundForm
from tournaments.rounds.jobs import ask_to_pair, takes_long
from tournaments.rounds.queries.planned import Planned, planned, planned_row
from tournaments.rounds.wording.methods import method_words

_TOGETHER = re.compile(r"(\d{1,5})\s*-\s*(\d{1,5})", re.ASCII)
OPENINGS = (
    ("fold", phrase("by rating: the top half meets the bottom half")),
    ("random", phrase("drawn by lot")),
)
REPEATS = (
    ("", phrase("as few as possible")),
    ("0", phrase("none at all")),
    ("1", phrase("up to one")),
    ("2", phrase("up to two")),
)


def method_choices() -> list[tuple[str, str]]:
    """Returns the methods with their variants, each with what it means."""
    return [
        (f"{method.key} {variant}".strip(), str(method_words(method.key, variant)))
        for method in methods()
        for variant in method.variants or ("",)
    ]


def method_name(pairing: Mapping[str, Any]) -> str:
    """Returns the name of the method that paired a round; by hand where nothing is kept."""
    key = pairing.get("method")
    return METHODS[key].name if key in METHODS else str(key) if key else phrase("by hand")


class MethodNumbers(NamedTuple):
    """The fields for the numbers that one method asks for."""

    key: str
    name: str
    fields: tuple[forms.BoundField, ...]


class PairRoundForm(RoundForm):
    """Pairs a round by a method, or what is not kept of its draft."""

    command_class = PairRound
    below = ("tournaments/rounds/_method_numbers.html",)
    beside = "tournaments/rounds/_active.html"
    fold_title = phrase("Pairs, byes and absences already settled")
    unmarked: tuple[str, ...] = ("method", "opening", "based_on", "repeats", "keep")
    method = forms.ChoiceField(label=phrase("Method"), required=False)
    opening = forms.ChoiceField(
        choices=OPENINGS, required=False, label=phrase("Before the first results, pair a Swiss")
    )
    based_on = forms.TypedChoiceField(
        coerce=int, required=False, label=phrase("On the results through")
    )
    repeats = forms.TypedChoiceField(
        coerce=int,
        empty_value=None,
        required=False,
        choices=REPEATS,
        label=phrase("Earlier meetings"),
    )
    since = forms.IntegerField(
        required=False,
        min_value=1,
        label=phrase("Meetings count from round"),
        help_text=phrase("Earlier meetings are forgiven. Leave it empty to count all."),
    )
    keep = forms.MultipleChoiceField(
        required=False, label=phrase("Keep these"), widget=forms.CheckboxSelectMultiple
    )
    together = forms.CharField(
        required=False,
        max_length=4000,
        label=phrase("These must meet"),
        help_text=phrase("For example 7-18, 3-5."),
    )
    byes = forms.CharField(
        required=False,
        max_length=2000,
        label=phrase("A bye for"),
        help_text=phrase("Numbers, such as 5."),
    )
    absent = forms.CharField(
        required=False,
        max_length=2000,
        label=phrase("Absent in this round"),
        help_text=phrase("Numbers."),
    )

    def prepare(self) -> None:
        fields: Any = self.fields
        fields["method"].choices = [*self._as_planned(), *method_choices()]
        self.option_names = [*self._add_options()]
        self.unmarked = (*self.unmarked, *self.option_names)
        self.folded = ("together", "byes", "absent", "since", *self.option_names)
        fields["keep"].choices = self._kept()
        if not fields["keep"].choices:
            del fields["keep"]
        if self.where.the_round == 1:
            del fields["based_on"]
        else:
            del fields["opening"]
            fields["based_on"].choices = [*self._planned_base(), *self._bases()]

    @cached_property
    def planned(self) -> Planned | None:
        """The plan's row for the round, None if it has none."""
        row = planned_row(self.where.the_division, self.where.the_round)
        return None if row is None else planned(self.sheet, row, self.where.the_round)

    def _as_planned(self) -> list[tuple[str, str]]:
        if self.planned is None:
            return []
        row = self.planned.row
        name = method_words(row.method, row.variant).name
        return [("", phrase("as planned: {method}", method=name))]

    def _planned_base(self) -> list[tuple[str, str]]:
        if self.planned is None:
            return []
        through = self.planned.based_on
        if not through:
            return [("", phrase("as planned: none; the numbers decide"))]
        return [("", phrase("as planned: round {round}", round=through))]

    def _add_options(self) -> Iterator[str]:
        """Adds a field for every number that a method asks for; yields their names."""
        for method in methods():
            for option in method.options:
                name = _option_name(method.key, option)
                self.fields[name] = forms.IntegerField(
                    required=False,
                    min_value=option.least,
                    max_value=option.most,
                    label=option.label,
                    help_text=_usual(option),
                )
                yield name

    def prefilled(self) -> Mapping[str, Any]:
        used = self._used()
        method = METHODS.get(used.get("method", ""))
        usual = next(iter(method.variants), "") if method else ""
        wanted = f"{method.key if method else ''} {used.get('variant') or usual}".strip()
        known = dict(method_choices())
        values: dict[str, Any] = {"method": wanted if wanted in known else next(iter(known))}
        if self.planned is not None:
            values["method"] = ""
        absent = [str(b.one.entry) for b in self.board_lines if b.reason == "absent"]
        values["absent"] = ", ".join(absent)
        if "based_on" in self.fields and self.planned is None:
            values["based_on"] = min(self.complete, self.where.the_round - 1)
        if "opening" in self.fields:
            values["opening"] = used.get("opening", "fold")
        return values

    @cached_property
    def complete(self) -> int:
        """The number of complete rounds from 1 on."""
        return complete_rounds(self.sheet)

    def obstacle(self) -> str:
        return super().obstacle() or self._not_ready()

    def folded_fields(self) -> list[forms.BoundField]:
        """Returns the fields of what is settled before; the numbers are with their methods."""
        return [f for f in super().folded_fields() if f.name not in self.option_names]

    def method_numbers(self) -> list[MethodNumbers]:
        """Returns the fields for the numbers of every method that asks for any."""
        return [
            MethodNumbers(
                method.key,
                method.name,
                tuple(self[_option_name(method.key, option)] for option in method.options),
            )
            for method in methods()
            if method.options
        ]

    def has_numbers(self) -> bool:
        """Returns whether a number was filled in for some method."""
        return any(self[name].errors or self[name].value() for name in self.option_names)

    def counted(self) -> str:
        """Returns how many there are to pair: "13 players on 6 boards and a bye"."""
        house = sum(self.sheet.is_house(e.number, self.where.the_round) for e in self.active())
        others = len(self.active()) - house
        # A house player plays only where somebody would sit out otherwise.
        players = others + (others % 2 if house else 0)
        boards = phrase_count("{count} board", "{count} boards", count=players // 2)
        if players % 2:
            return phrase("{players} players on {boards} and a bye", players=players, boards=boards)
        return phrase("{players} players on {boards}", players=players, boards=boards)

    def clean_method(self) -> str:
        """Returns the method and its variant, empty to follow the plan."""
        method: str = self.cleaned_data["method"]
        if not method and self.planned is None:
            raise ValidationError(phrase("Choose a method; the plan does not cover this round."))
        return method

    def clean_together(self) -> tuple[Together, ...]:
        """Returns the pairs that must meet."""
        parts = [part.strip() for part in re.split(r"[,;\n]", self.cleaned_data["together"])]
        pairs = []
        for part in filter(None, parts):
            found = _TOGETHER.fullmatch(part)
            if found is None:
                raise ValidationError(
                    phrase("{part!r} is not a pair of players; write 7-18.", part=part[:40])
                )
            pairs.append(Together(one=int(found[1]), two=int(found[2])))
        return tuple(pairs)

    def clean_byes(self) -> tuple[int, ...]:
        """Returns the numbers of those who get a bye."""
        return _numbers(self.cleaned_data["byes"])

    def clean_absent(self) -> tuple[int, ...]:
        """Returns the numbers of those who are absent in this round."""
        return _numbers(self.cleaned_data["absent"])

    def payload(self) -> dict[str, Any]:
        given = self.cleaned_data
        method, _, variant = given["method"].partition(" ")
        kept = [text.split("-") for text in given.get("keep", ())]
        pairs = [Together(one=int(pair[0]), two=int(pair[1])) for pair in kept if len(pair) == 2]
        based_on = given.get("based_on")
        return {
            "method": method,
            "variant": variant,
            "since": given["since"] or 1,
            "options": self._options(method),
            "opening": given.get("opening") or "fold",
            "repeats": given["repeats"],
            "based_on": None if based_on == "" else based_on,
            "fixed": (*given["together"], *pairs),
            "byes": (*given["byes"], *(int(pair[0]) for pair in kept if len(pair) == 1)),
            "absent": given["absent"],
        }

    def _options(self, method: str) -> tuple[OptionGiven, ...]:
        """Returns the numbers given for the method that was chosen; others say nothing."""
        prefix = f"option_{method}_"
        given = {name: self.cleaned_data[name] for name in self.option_names}
        return tuple(
            OptionGiven(key=name.removeprefix(prefix), value=value)
            for name, value in sorted(given.items())
            if name.startswith(prefix) and value is not None
        )

    def as_job(self, asked_by: str) -> Job | None:
        command = self.build()
        assert isinstance(command, PairRound)
        method = command.method or (self.planned.row.method if self.planned else "")
        if not takes_long(method, len(self.active())):
            return None
        return ask_to_pair(command, key=self.idempotency_key, asked_by=asked_by)

    def _not_ready(self) -> str:
        division, number = self.where.the_division, self.where.the_round
        published = last_published(division)
        if published < number - 1:
            return phrase("Publish round {published} first.", published=published + 1)
        if len(self.active()) < 2:
            return phrase("There are fewer than two players to pair.")
        if published:
            return ""
        try:
            check_in_is_done(division)
        except Refused as refused:
            return refused.message
        return ""

    def _bases(self) -> list[tuple[int, str]]:
        """Returns the rounds whose results can count, the last first."""
        last, done = self.where.the_round - 1, self.complete
        rounds = range(min(last, done), max(min(last, done) - 2, -1), -1)
        return [
            (
                number,
                phrase("round {round}", round=number)
                if number
                else phrase("no round: the numbers decide"),
            )
            for number in rounds
        ]

    def _kept(self) -> list[tuple[str, str]]:
        row = self.where.round_row
        if row is None or row.stage != Round.Stage.DRAFT:
            return []
        kept = []
        for board in self.board_lines:
            names = [f"#{s.entry} {self.sheet.entries[s.entry].entered_name}" for s in board.seats]
            if board.two is not None:
                kept.append(
                    (
                        kept_key(board.seats),
                        phrase(
                            "Board {number}: {one} and {two}",
                            number=board.number,
                            one=names[0],
                            two=names[1],
                        ),
                    )
                )
            elif board.reason == "bye":
                kept.append((kept_key(board.seats), phrase("The bye of {player}", player=names[0])))
        return kept

    def _used(self) -> Mapping[str, Any]:
        """Returns how this round, or the last one before it that a method paired, was paired."""
        rows = self.where.the_division.rounds.filter(number__lte=self.where.the_round)
        paired = rows.exclude(pairing={}).order_by("-number").values_list("pairing", flat=True)
        return paired.first() or {}


def _option_name(method: str, option: Option) -> str:
    return f"option_{method}_{option.key}"


def _usual(option: Option) -> str:
    usual = phrase("Empty: {usual}.", usual=option.usual) if option.usual is not None else ""
    return f"{usual} {option.help}".strip()


def kept_key(seats: Any) -> str:
    """Returns the mark of a board that is kept: "7-18", or "5" for the bye of no. 5."""
    return "-".join(str(seat.entry) for seat in seats)


def _numbers(text: str) -> tuple[int, ...]:
    parts = re.findall(r"[^\s,;]+", text)
    wrong = next((p for p in parts if not re.fullmatch(r"\d{1,5}", p, re.ASCII)), None)
    if wrong is not None:
        raise ValidationError(phrase("{wrong!r} is not an entry number.", wrong=wrong[:40]))
    return tuple(int(part) for part in parts)
