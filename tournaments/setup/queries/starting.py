"""What an event is set up from: a template or an event before, fitted to the day and the roster."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

import msgspec

from core.errors import UserError
from core.phrases import phrase
from lexicon.selectors.editions import in_force
from lexicon.selectors.installed import installed_lexica
from tournaments.cut_offs import LEAST_OF_A_DIVISION
from tournaments.kernel.queries.lexicon import ASSOCIATIONS, is_that
from tournaments.models import Division, PrizeTerms, Tournament
from tournaments.setup.queries.layout import (
    DivisionLayout,
    Layout,
    with_classes,
    with_cut_offs,
)
from tournaments.setup.queries.past import from_event
from tournaments.setup.queries.templates import from_template, prizes_of_template, template_keys

EVENT_BEFORE = "event:"


def event_before(start: str) -> str:
    """Returns the short name of the event that another is set up from, empty for a template."""
    return start.removeprefix(EVENT_BEFORE) if start.startswith(EVENT_BEFORE) else ""


def layout_from(start: str, *, account: str, day: date) -> Layout:
    """Returns the layout to begin with: `start` is the key of a template, or `event:` and a slug.

    A template has the rule set and the currency of the account's last event, and the lexicon that
    is in force on the day. Raises UserError where there is nothing of that name.
    """
    slug = event_before(start)
    if slug:
        event = Tournament.objects.filter(slug=slug, night_of="").first()
        if event is None:
            raise _unknown(phrase("There is no event {slug}.", slug=slug))
        return from_event(event)
    if start not in template_keys():
        known = ", ".join(template_keys())
        raise _unknown(
            phrase("There is no template {start}; choose one of {known}.", start=start, known=known)
        )
    own = {"tournament__director": account, "tournament__rehearsal": False}
    last = Division.objects.filter(**own).order_by("-tournament__pk", "position").first()
    paid = PrizeTerms.objects.filter(**own).exclude(currency="").order_by("-tournament__pk")
    currency = paid.values_list("currency", flat=True).first()
    layout = from_template(start, ruleset=last.ruleset if last else "", currency=currency or "")
    return with_lexica(layout, day)


def with_lexica(layout: Layout, day: date) -> Layout:
    """Returns the layout with the lexicon in force in every division that has none yet."""
    divisions = tuple(
        one
        if one.lexicon
        else msgspec.structs.replace(one, lexicon=usual_lexicon(one.ruleset, day))
        for one in layout.divisions
    )
    return msgspec.structs.replace(layout, divisions=divisions)


def usual_lexicon(ruleset: str, day: date) -> str:
    """Returns the code of the list that is here and in force for a rule set, empty without one."""
    association = ASSOCIATIONS.get(ruleset, "")
    window = in_force(day, association) if association else None
    if window is None:
        return ""
    return next((one.code for one in installed_lexica() if is_that(window, one)), "")


def with_divisions(layout: Layout, names: Sequence[str], start: str) -> Layout:
    """Returns the layout with divisions of these names, each as the one of its name or place was.

    Those that are new are as the last one was. A template gives each of them its prizes, another
    event those of the divisions that it had.
    """
    by_name: Mapping[str, int] = {
        one.name.casefold(): at for at, one in enumerate(layout.divisions)
    }
    last = len(layout.divisions) - 1
    sources = [by_name.get(name.casefold(), min(at, last)) for at, name in enumerate(names)]
    divisions = tuple(
        _named(layout.divisions[source], name) for name, source in zip(names, sources, strict=True)
    )
    if event_before(start):
        places: dict[int | None, int] = {None: -1}
        places |= {source: at for at, source in reversed([*enumerate(sources)])}
        prizes = tuple(
            one if one.division is None else msgspec.structs.replace(one, division=at)
            for one in layout.prizes
            if (at := places.get(one.division)) is not None
        )
    else:
        prizes = prizes_of_template(start, divisions, layout.currency)
    return msgspec.structs.replace(layout, divisions=divisions, prizes=prizes, unrated=None)


def _named(division: DivisionLayout, name: str) -> DivisionLayout:
    """Returns a division under a name, to be cut anew; a roster calls it as it did, or so."""
    is_same = division.name.casefold() == name.casefold()
    said = division.said if is_same and division.said else name
    return msgspec.structs.replace(division, name=name, said=said, cut_off=None, class_cut_offs=())


def division_names(layout: Layout, count: int) -> tuple[str, ...]:
    """Returns the names of so many divisions: those there are, and the next letters or numbers."""
    names = list(layout.names[:count])
    numbered = all(name.isdecimal() for name in names) and bool(names)
    spare = (str(n) if numbered else chr(ord("A") + n - 1) for n in range(1, 27))
    names += [name for name in spare if name not in names][: count - len(names)]
    return tuple(names)


def fitted(layout: Layout, ratings: Sequence[int], start: str) -> Layout:
    """Returns the layout with cut-offs for these ratings, and as many divisions as they fill.

    Without players it stays as it is.
    """
    if not ratings:
        return layout
    count = min(len(layout.divisions), max(1, len(ratings) // LEAST_OF_A_DIVISION))
    for parts in range(count, 0, -1):
        fewer = layout
        if parts < len(layout.divisions):
            fewer = with_divisions(layout, division_names(layout, parts), start)
        try:
            cut = with_cut_offs(fewer, ratings) if parts > 1 else fewer
        except UserError:
            continue
        return with_all_classes(cut, ratings)
    return layout


def with_all_classes(layout: Layout, ratings: Sequence[int], among: Sequence[int] = ()) -> Layout:
    """Returns the layout with the cut-offs of classes proposed in every division.

    `among` are the places of the divisions of these ratings, empty where cut-offs say them. A
    division whose players cannot be parted into its classes has none, and no prizes for them.
    """
    parts = among or layout.parts_of(ratings)
    divisions, without = [], set()
    for at, one in enumerate(layout.divisions):
        own = [rating for rating, part in zip(ratings, parts, strict=True) if part == at]
        try:
            divisions.append(with_classes(one, own))
        except UserError:
            divisions.append(msgspec.structs.replace(one, classes=(), class_cut_offs=()))
            without.add(at)
    prizes = tuple(
        one for one in layout.prizes if not (one.prize_class and one.division in without)
    )
    return msgspec.structs.replace(layout, divisions=tuple(divisions), prizes=prizes)


def _unknown(said: str) -> UserError:
    return UserError(said, code="set_up.start", field="start")
