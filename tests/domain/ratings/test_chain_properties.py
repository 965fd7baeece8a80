"""A history rated anew in part is the history rated from its beginning, whatever was changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.systems.career import (
    Career,
    CareerStep,
    EventCard,
    EventCards,
    Recomputation,
    Revision,
    rate_event,
)
from ratings.systems.field import RatedGame
from ratings.systems.registry import SYSTEMS, RatingSystem
from tests.depth import examples

DAY = date(2020, 2, 1)
PLAYERS = [f"p{number}" for number in range(9)]
KEYS = [f"event-{number}/A" for number in range(7)]

Steps = dict[str, CareerStep]
History = dict[str, EventCards]


@dataclass
class Ledger:
    """The content of a list: by event, what was rated and the result."""

    rated: History = field(default_factory=dict)
    steps: dict[str, Steps] = field(default_factory=dict)
    openings: dict[str, Career] = field(default_factory=dict)


def in_order(history: Mapping[str, EventCards]) -> list[str]:
    return sorted(history, key=lambda key: (history[key].held_on, key))


def from_scratch(history: History, openings: dict[str, Career], system: RatingSystem) -> Ledger:
    """Rates everything in order of date, the simplest way there is."""
    careers: dict[str, Career] = {}
    ledger = Ledger(dict(history), {}, openings)
    for key in in_order(history):
        steps = rate_event(history[key], careers, openings, system)
        careers |= {step.player: step.after for step in steps}
        ledger.steps[key] = {step.player: step for step in steps}
    return ledger


def revise(
    ledger: Ledger, history: History, openings: dict[str, Career], system: RatingSystem
) -> int:
    """Brings the ledger up to date by what changed alone; returns how many events it rated."""
    anew = openings != ledger.openings
    stale = {key for key in history if anew or ledger.rated.get(key) != history[key]}
    gone = ledger.rated.keys() - history.keys()
    touched = [h[key].held_on for key in stale | gone for h in (history, ledger.rated) if key in h]
    if not touched:
        return 0
    walk, rated = Recomputation(system, lambda _: openings), 0
    old = dict(ledger.steps)
    revisions: list[tuple[str, Revision]] = []
    for held_on, key, here in _stops(ledger, history, min(touched)):
        stored = old.get(key, {})
        moved = key in ledger.rated and key in history and ledger.rated[key].held_on != held_on
        if not here:
            walk.take_out(stored)
        elif key in gone:
            revisions.append((key, walk.drop(stored)))
        elif key not in stale and walk.is_settled(stored):
            walk.skip(stored)
        else:
            event = history[key]
            for player in walk.unknown(event, stored, moved=moved):
                walk.now[player] = _stood(ledger, player, (held_on, key))
            revisions.append((key, walk.rate(event, stored, moved=moved)))
            rated += 1
    for key, revision in revisions:
        held = ledger.steps.setdefault(key, {})
        held |= {step.player: step for step in revision.rated}
        for step in revision.removed:
            del held[step.player]
    ledger.steps = {key: ledger.steps[key] for key in history}
    ledger.rated, ledger.openings = dict(history), openings
    return rated


def _stops(ledger: Ledger, history: History, first: date) -> list[tuple[date, str, bool]]:
    """Returns the places to pass: where events are, and where moved ones were rated."""
    stops = {(event.held_on, key, True) for key, event in history.items()}
    for key, event in ledger.rated.items():
        here = key not in history or history[key].held_on == event.held_on
        stops.add((event.held_on, key, here))
    return sorted(stop for stop in stops if stop[0] >= first)


def _stood(ledger: Ledger, player: str, place: tuple[date, str]) -> Career | None:
    """Returns a player's state after the last rating before a place, as it was stored."""
    last = None
    for key in in_order(ledger.rated):
        if (ledger.rated[key].held_on, key) < place and player in ledger.steps[key]:
            last = ledger.steps[key][player].after
    return last


def told(ledger: Ledger) -> dict[str, dict[str, tuple[object, ...]]]:
    """Returns everything that a list says; with what somebody opened is said by his change."""
    return {
        key: {
            player: (step.opens, step.opens or step.before, step.change, step.after)
            for player, step in steps.items()
        }
        for key, steps in ledger.steps.items()
    }


def an_event(seed: int, day: int) -> EventCards:
    """Returns an invented event of a few of the players, some of whom sit out."""
    dice = Random(seed)
    chosen = dice.sample(PLAYERS, dice.randint(2, 6))
    played = dice.randint(1, 4)
    games: dict[int, list[RatedGame]] = {number: [] for number in range(1, len(chosen) + 1)}
    for number in range(1, played + 1):
        order = dice.sample(list(games), len(games))
        for one, two in zip(order[::2], order[1::2], strict=False):
            scores = dice.randint(250, 550), dice.randint(250, 550)
            credit = 1 + (scores[0] > scores[1]) - (scores[0] < scores[1])
            games[one].append(RatedGame(number, two, credit, *scores))
            games[two].append(RatedGame(number, one, 2 - credit, *scores[::-1]))
    cards = [
        EventCard(
            player,
            number,
            dice.choice((0, 0, 700, 1300, 1795, 1990, 2100)),
            dice.choice((None, 0, 45, 300, 1100)),
            played,
            tuple(games[number]),
        )
        for number, player in enumerate(chosen, start=1)
    ]
    return EventCards(DAY + timedelta(days=40 * day), dice.choice((played, 17, 36)), tuple(cards))


def some_openings(seed: int) -> dict[str, Career]:
    dice = Random(seed)
    chosen = dice.sample(PLAYERS, seed % 5)
    return {player: Career(dice.choice((0, 900, 1900)), None, 30) for player in chosen}


seeds = st.integers(0, 10_000)
days = st.integers(0, 4)
histories = st.dictionaries(st.sampled_from(KEYS), st.builds(an_event, seeds, days), max_size=6)
changes = st.lists(st.tuples(st.sampled_from(KEYS), seeds, days), min_size=1, max_size=4)
systems = pytest.mark.parametrize("key", sorted(SYSTEMS))


@dataclass
class Changed:
    """A history while it is changed."""

    history: History
    openings: dict[str, Career]

    def put(self, key: str, seed: int, day: int) -> None:
        """Inserts an event, or corrects all of it on its day."""
        held = self.history.get(key)
        event = an_event(seed, day)
        self.history[key] = event if held is None else replace(event, held_on=held.held_on)

    def correct(self, key: str, seed: int, day: int) -> None:
        """Turns the winner of one game about."""
        if key in self.history:
            self.history[key] = turned(self.history[key], Random(seed))

    def move(self, key: str, seed: int, day: int) -> None:
        if key in self.history:
            held_on = DAY + timedelta(days=40 * day)
            self.history[key] = replace(self.history[key], held_on=held_on)

    def remove(self, key: str, seed: int, day: int) -> None:
        self.history.pop(key, None)

    def open(self, key: str, seed: int, day: int) -> None:
        """Gives the list other opening ratings."""
        self.openings = some_openings(seed)


ways: st.SearchStrategy[Callable[[Changed, str, int, int], None]] = st.sampled_from(
    (Changed.put, Changed.correct, Changed.move, Changed.remove, Changed.open)
)


def turned(event: EventCards, dice: Random) -> EventCards:
    """Returns the event with one of its games won by the other one."""
    card = dice.choice([card for card in event.cards if card.games])
    wrong = dice.choice(card.games)

    def right(game: RatedGame) -> RatedGame:
        round_, opponent, credit, own, other = game
        return RatedGame(round_, opponent, 2 - credit, other, own)

    cards = tuple(
        EventCard(*held[:-1], tuple(right(g) if g.round == wrong.round else g for g in held.games))
        if held.number in (card.number, wrong.opponent)
        else held
        for held in event.cards
    )
    return replace(event, cards=cards)


@systems
@examples(60)
@given(history=histories, steps=st.lists(st.tuples(ways, changes), min_size=1, max_size=4))
def test_a_history_rated_in_part_after_every_change_is_the_one_rated_from_its_beginning(
    key: str, history: History, steps: list[tuple[Callable[..., None], list[tuple[str, int, int]]]]
) -> None:
    system = SYSTEMS[key]
    changed = Changed(dict(history), {})
    ledger = Ledger()
    revise(ledger, changed.history, changed.openings, system)
    assert told(ledger) == told(from_scratch(changed.history, {}, system))
    for way, places in steps:
        for place in places:
            way(changed, *place)
        revise(ledger, changed.history, changed.openings, system)
        expected = from_scratch(changed.history, changed.openings, system)
        assert told(ledger) == told(expected)


@systems
@examples(30)
@given(history=histories)
def test_a_history_that_did_not_change_is_not_rated_again(key: str, history: History) -> None:
    ledger = from_scratch(history, {}, SYSTEMS[key])
    before = told(ledger)
    assert revise(ledger, history, {}, SYSTEMS[key]) == 0
    assert told(ledger) == before


@systems
@examples(40)
@given(history=histories, seed=seeds)
def test_the_order_in_which_events_cards_and_games_are_given_does_not_matter(
    key: str, history: History, seed: int
) -> None:
    dice = Random(seed)
    shuffled: History = {}
    for name in dice.sample(list(history), len(history)):
        event = history[name]
        cards = [
            EventCard(*card[:-1], tuple(dice.sample(card.games, len(card.games))))
            for card in dice.sample(event.cards, len(event.cards))
        ]
        shuffled[name] = replace(event, cards=tuple(cards))
    one, other = (from_scratch(given, {}, SYSTEMS[key]) for given in (history, shuffled))
    assert told(one) == told(other)


@systems
@examples(30)
@given(history=histories.filter(bool), stranger=seeds)
def test_an_event_of_strangers_changes_nobody_elses_ratings_and_has_no_event_rated_again(
    key: str, history: History, stranger: int
) -> None:
    system = SYSTEMS[key]
    event = an_event(stranger, 0)
    names = {card.player: f"stranger {card.player}" for card in event.cards}
    cards = tuple(EventCard(names[card.player], *card[1:]) for card in event.cards)
    ledger = from_scratch(history, {}, system)
    before = told(ledger)
    inserted = {**history, "a-first/A": replace(event, cards=cards, held_on=DAY)}
    assert revise(ledger, inserted, {}, system) == 1
    assert {name: rows for name, rows in told(ledger).items() if name != "a-first/A"} == before
