"""The layout of an event that there is, to set up another one like it: no entries, no results."""

from __future__ import annotations

from tournaments.models import Division, Entry, EventPrize, PrizeTerms, Tournament
from tournaments.pairing.plans.plan import plan_to_values
from tournaments.pairing.terms.presets import preset_rules
from tournaments.pairing.terms.rules import rules_from_values, rules_to_values
from tournaments.prizes.forms.typed import worth_text
from tournaments.prizes.queries.offered import rows_of, terms_of
from tournaments.prizing.records import PrizeKind
from tournaments.rounds.queries.planned import plan_of
from tournaments.setup.queries.layout import AS_BEFORE, DivisionLayout, Layout, PrizeLayout

_TERMS = (
    *("currency", "fund", "entry_fee", "division_fees", "back", "one_money", "thing_ties"),
    *("unit", "tax_percent", "tax_from"),
)


def from_event(event: Tournament) -> Layout:
    """Returns the layout of an event: rules, plans, lexica, prizes and how pairings are ruled.

    A fixed schedule is left out, and a bounty: they are about players. Nothing is paid yet, and
    winners that somebody named are not taken over.
    """
    rows = list(event.divisions.order_by("position", "name"))
    places = {row.pk: at for at, row in enumerate(rows)}
    terms = terms_of(event)
    offered = [row for row in rows_of(event) if row.kind != PrizeKind.BOUNTY]
    return Layout(
        divisions=tuple(map(_division, rows)) or (DivisionLayout(name="A"),),
        prizes=tuple(_prize(row, places, terms) for row in offered),
        terms={name: getattr(terms, name) for name in _TERMS} if terms.currency else {},
        timetable=event.timetable,
    )


def _division(row: Division) -> DivisionLayout:
    plan = [one for one in plan_of(row) if one.schedule is None]
    rules = rules_from_values(row.pairing_rules)
    own_rules = row.pairing_rules and rules != preset_rules(row.ruleset)
    entries = Entry.objects.filter(division=row).exclude(prize_class="")
    classes = entries.values_list("prize_class", flat=True).order_by("prize_class").distinct()
    return DivisionLayout(
        name=row.name,
        rounds=row.planned_rounds,
        ruleset=row.ruleset,
        overrides=row.overrides,
        rating_system=row.rating_system,
        plan=AS_BEFORE if plan else "",
        rows=tuple(plan_to_values(plan)),
        pairing_rules=rules_to_values(rules) if own_rules else None,
        lexicon=row.lexicon,
        second_opinion=row.second_lexicon,
        closes_word_tools=row.closes_word_tools,
        takes_games=row.takes_games,
        classes=tuple(classes) if len(classes) > 1 else (),
    )


def _prize(row: EventPrize, places: dict[int, int], terms: PrizeTerms) -> PrizeLayout:
    return PrizeLayout(
        kind=PrizeKind(row.kind),
        worth=worth_text(row, terms.currency),
        division=None if row.division_id is None else places[row.division_id],
        prize_class=row.prize_class,
        place=row.place,
        games=row.games,
        first_round=row.first_round,
        last_round=row.last_round,
    )
