"""An event that is wanted in one go, by a program or at the console: what is asked, as a set-up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import msgspec
from django.utils import timezone
from django.utils.text import slugify

from core.errors import UserError
from core.names import in_ascii
from core.phrases import phrase
from tournaments.cut_offs import MOST_PARTS, faults
from tournaments.setup.forms.roster import DraftRosterForm
from tournaments.setup.queries.layout import Layout
from tournaments.setup.queries.starting import (
    division_names,
    fitted,
    layout_from,
    with_all_classes,
    with_divisions,
)
from tournaments.setup.setting_up import Heading, SetUp


@dataclass(frozen=True, slots=True, kw_only=True)
class EventWanted:
    """An event as it is asked for; `event` empty is a short name made of the name.

    `start` is the key of a template, or `event:` and the short name of an event before.
    `divisions` 0 are those of the start, and `cut_offs` empty are proposed from the ratings.
    Players without one are in the division `unrated`, empty for the last.
    """

    name: str
    start: str = "club"
    event: str = ""
    dates: str = ""
    starts_on: date | None = None
    place: str = ""
    roster: str = ""
    divisions: int = 0
    cut_offs: Sequence[int] = ()
    unrated: str = ""


def set_up_wanted(wanted: EventWanted, *, account: str) -> SetUp:
    """Returns the set-up of an event that is asked for in one go.

    Raises UserError for a roster with a line that leaves something to decide, and for divisions
    that cannot be meant.
    """
    day = wanted.starts_on or timezone.localdate()
    layout = layout_from(wanted.start, account=account, day=day)
    form = DraftRosterForm.of(account, wanted.roster, {}) if wanted.roster.strip() else None
    if not 0 <= wanted.divisions <= MOST_PARTS:
        raise UserError(
            phrase("An event has 1 to {most} divisions.", most=MOST_PARTS),
            code="set_up.divisions",
            field="divisions",
        )
    if wanted.divisions:
        layout = with_divisions(layout, division_names(layout, wanted.divisions), wanted.start)
    if wanted.unrated:
        layout = msgspec.structs.replace(layout, unrated=_place(layout, wanted.unrated))
    if form is not None:
        _must_be_clear(form)
        layout = _parted(layout, form, wanted)
    return SetUp(
        heading=Heading(
            event=wanted.event or short_name(wanted.name),
            name=wanted.name,
            dates=wanted.dates,
            starts_on=wanted.starts_on,
            place=wanted.place,
        ),
        layout=layout,
        entries=form.entries_in(layout) if form else [[] for _ in layout.divisions],
        director=account,
    )


def short_name(name: str) -> str:
    """Returns the short name in addresses that is made of the name of an event."""
    return slugify(in_ascii(name))[:60].strip("-")


def _place(layout: Layout, name: str) -> int:
    """Returns the place of a division; UserError where the event would have none of this name."""
    if name not in layout.names:
        raise UserError(
            phrase("There is no division {name}.", name=name),
            code="division.unknown",
            field="unrated",
        )
    return layout.names.index(name)


def _must_be_clear(form: DraftRosterForm) -> None:
    """Raises UserError with the first sentence on what is wrong in a roster, or left to choose."""
    for messages in form.errors.values():
        raise UserError(str(messages[0]), code="set_up.roster", field="roster")
    for line in form.needy():
        said = line.unchosen or line.odd or line.faults[0]
        raise UserError(
            phrase("Line {line}: {fault}", line=line.person.line, fault=said),
            code="set_up.roster",
            line=line.person.line,
            field="roster",
        )


def _parted(layout: Layout, form: DraftRosterForm, wanted: EventWanted) -> Layout:
    """Returns the layout with the divisions that the roster or the cut-offs make."""
    ratings = form.ratings
    if form.says_divisions:
        layout = with_divisions(layout, form.division_names(), wanted.start)
        form.part_into(layout)
        return with_all_classes(layout, ratings, form.parts_in(layout))
    if not wanted.cut_offs:
        layout = fitted(layout, ratings, wanted.start)
        form.part_into(layout)
        return layout
    if len(wanted.cut_offs) != len(layout.divisions) - 1:
        raise UserError(
            phrase(
                "{divisions} divisions have {many} cut-offs: all but the last one.",
                divisions=len(layout.divisions),
                many=len(layout.divisions) - 1,
            ),
            code="set_up.cut_offs",
            field="cut_offs",
        )
    cut: list[int | None] = [*wanted.cut_offs, None]
    rows = zip(layout.divisions, cut, strict=True)
    divisions = tuple(msgspec.structs.replace(one, cut_off=lowest) for one, lowest in rows)
    layout = with_all_classes(msgspec.structs.replace(layout, divisions=divisions), ratings)
    form.part_into(layout)
    sizes = [len(lines) for lines in form.entries_in(layout)]
    for said in faults(layout.names, sizes, layout.cut_offs):
        raise UserError(said, code="set_up.cut_offs", field="cut_offs")
    return layout
