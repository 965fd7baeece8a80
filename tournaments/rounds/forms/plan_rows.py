"""The fields of one row of a round plan, and what they say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from core.phrases import phrase
from tournaments.pairing.methods import METHODS
from tournaments.pairing.plans.plan import PlanRow
from tournaments.pairing.plans.plan_check import MOST_LAG, SCHEDULE
from tournaments.rounds.commands.planning import PlannedGame, PlannedRounds, planned_games
from tournaments.rounds.forms.pairing import OPENINGS, REPEATS, method_choices
from tournaments.rounds.wording.plans import lag_words, options_words

NAMES = ("first", "last", "method", "lag", "repeats", "since", "opening", "options", "out")
MORE = ("since", "opening", "options")
_OPTION = re.compile(r"([a-z_]{1,30})\s*=\s*(-?\d{1,6})", re.ASCII)
_REPEATS = [
    *REPEATS,
    *((str(many), phrase("up to {repeats}", repeats=many)) for many in range(3, 10)),
]
_LAGS = [(lag, lag_words(lag)) for lag in range(MOST_LAG + 1)]


class OptionsField(forms.CharField):
    """Numbers for a method, as "factor=3, rounds=2"."""

    def __init__(self) -> None:
        super().__init__(required=False, max_length=200, label=phrase("Numbers for the method"))

    def clean(self, value: Any) -> dict[str, int]:
        """Returns the numbers by their keys."""
        text = super().clean(value)
        options = {}
        for part in filter(None, re.split(r"[,;\s]+", re.sub(r"(?<!\s)\s*+=\s*+", "=", text))):
            found = _OPTION.fullmatch(part)
            if found is None:
                raise ValidationError(
                    phrase("{part!r} is not a number for a method; write factor=3.", part=part[:40])
                )
            options[found[1]] = int(found[2])
        return options


def row_fields(at: int, method: str) -> dict[str, forms.Field]:
    """Returns the fields of the row at a place, from 0.

    `method` is what the row says now; it stays a choice even if the method no longer exists.
    """
    choices = [("", phrase("choose a method")), *method_choices()]
    if method and method not in dict(choices):
        choices.append((method, phrase("{method}, which no longer exists", method=method)))
    fields: dict[str, forms.Field] = {
        "first": _round(phrase("From round")),
        "last": _round(phrase("To round")),
        "method": forms.ChoiceField(required=False, choices=choices, label=phrase("Method")),
        "lag": forms.TypedChoiceField(
            coerce=int,
            required=False,
            empty_value=None,
            choices=_LAGS,
            label=phrase("On the results of"),
        ),
        "repeats": forms.TypedChoiceField(
            coerce=int,
            required=False,
            empty_value=None,
            choices=_REPEATS,
            label=phrase("Earlier meetings"),
        ),
        "since": forms.IntegerField(
            required=False, min_value=1, label=phrase("Meetings count from round")
        ),
        "opening": forms.ChoiceField(
            required=False, choices=OPENINGS, label=phrase("Swiss before the first results")
        ),
        "options": OptionsField(),
        "out": forms.BooleanField(required=False, label=phrase("Leave this row out")),
    }
    return {f"{name}_{at}": field for name, field in fields.items()}


def row_values(at: int, row: PlanRow) -> dict[str, Any]:
    """Returns the first values of the fields of the row in this place, by their names."""
    values = {
        "first": row.first,
        "last": row.last,
        "method": method_value(row),
        "lag": row.lag,
        "repeats": "" if row.repeats is None else str(row.repeats),
        "since": row.since if row.since > 1 else None,
        "opening": row.opening,
        "options": options_words(row.options),
    }
    return {f"{name}_{at}": value for name, value in values.items()}


def method_value(row: PlanRow) -> str:
    """Returns the choice of method that a row stands for."""
    method = METHODS.get(row.method)
    usual = next(iter(method.variants), "") if method else ""
    return f"{row.method} {row.variant or usual}".strip()


def said_by(
    given: Mapping[str, Any], at: int, games: tuple[PlannedGame, ...]
) -> PlannedRounds | None:
    """Returns the row that cleaned fields say, None for one that is empty or left out."""
    said = {name: given.get(f"{name}_{at}") for name in NAMES}
    if said["out"] or not (said["first"] or said["last"] or said["method"]):
        return None
    first = said["first"] or said["last"] or 0
    method, _, variant = (said["method"] or "").partition(" ")
    usual = next(iter(METHODS[method].variants), "") if method in METHODS else ""
    return PlannedRounds(
        first=first,
        last=said["last"] or first,
        method=method,
        variant="" if variant == usual else variant,
        opening="random" if said["opening"] == "random" else "fold",
        lag=said["lag"] or 0,
        repeats=said["repeats"],
        since=said["since"] or 1,
        options=said["options"] or {},
        games=tuple(game for game in games if first <= game.round <= (said["last"] or first))
        if method == SCHEDULE
        else (),
    )


def written_games(rows: Iterable[PlanRow]) -> str:
    """Returns the games that rows hold as they are typed: "1, 7, 18, 18"; empty without any."""
    games = [game for row in rows if row.schedule for game in planned_games(row.schedule)]
    return "".join(
        f"{', '.join(str(n) for n in (game.round, game.one, game.two or 'bye', game.first) if n)}\n"
        for game in games
    )


def options_told(method: str) -> str:
    """Returns a line on the numbers that a method takes, empty where it takes none."""
    chosen = METHODS.get(method.partition(" ")[0])
    said = []
    for option in chosen.options if chosen else ():
        words = {
            "key": option.key,
            "label": option.label,
            "least": option.least,
            "most": option.most,
        }
        said.append(
            phrase("{key}: {label} ({least} to {most})", **words)
            if option.usual is None
            else phrase(
                "{key}: {label} ({least} to {most}, else {usual})", usual=option.usual, **words
            )
        )
    return "; ".join(said)


def _round(label: str) -> forms.IntegerField:
    return forms.IntegerField(required=False, min_value=1, max_value=200, label=label)
