"""The templates of events: the data in `templates.json` as layouts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from core.phrases import phrase
from tournaments.prizing.records import PrizeKind
from tournaments.setup.queries.layout import DivisionLayout, Layout, PrizeLayout, class_names

USUAL = "club"


@cache
def _data() -> Mapping[str, Mapping[str, Any]]:
    text = files("tournaments.setup.queries").joinpath("templates.json").read_text("utf-8")
    read: Mapping[str, Mapping[str, Any]] = json.loads(text)
    return read


def template_keys() -> tuple[str, ...]:
    """Returns the keys of the templates in the order in which they are offered."""
    return tuple(_data())


def from_template(
    key: str, *, ruleset: str = "", currency: str = "", names: Sequence[str] = ()
) -> Layout:
    """Returns the layout of a template.

    `ruleset` takes the place of the template's, and `names` that of its divisions. Without a
    currency nothing can be paid in money, so the prizes are things that are still to be named.
    """
    data = _data()[key]
    divisions = tuple(
        DivisionLayout(
            name=name,
            rounds=data["rounds"],
            plan=data["plan"],
            ruleset=ruleset or data["ruleset"],
            classes=class_names(data.get("classes", 0)),
        )
        for name in names or data["divisions"]
    )
    return Layout(
        divisions=divisions,
        prizes=prizes_of_template(key, divisions, currency),
        terms={"currency": currency} if currency else {},
    )


def prizes_of_template(
    key: str, divisions: Sequence[DivisionLayout], currency: str
) -> tuple[PrizeLayout, ...]:
    """Returns the prizes of a template, each in every division, in the order of the divisions."""
    data = _data().get(key, {"prizes": ()})
    return tuple(
        prize
        for at, division in enumerate(divisions)
        for line in data["prizes"]
        for prize in _prizes(line, at, division, len(divisions) if currency else 0)
    )


def _prizes(
    line: Mapping[str, Any], at: int, division: DivisionLayout, divisions: int
) -> Iterator[PrizeLayout]:
    """Yields a prize of a division: that of a class once for every class but the first."""
    kind = PrizeKind(line["kind"])
    classes = division.classes[1:] if kind is PrizeKind.CLASS else ("",)
    for prize_class in classes:
        yield PrizeLayout(
            kind=kind,
            division=at,
            prize_class=prize_class,
            place=line.get("place", 1),
            worth=_worth(line.get("percent", 0), divisions * len(classes)),
        )


def _worth(percent: int, among: int) -> str:
    """Returns the part of the fund of one of so many equal prizes, as it is typed."""
    part = percent * 100 // among if among else 0
    return f"{part / 100:g} %" if part else phrase("Prize")
