"""The protocol of a pairing method, for those who call it, describe it or plan with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING

from tournaments.pairing.answer import Draw, Option, Request

if TYPE_CHECKING:
    from tournaments.pairing.pool import Pool

Words = Mapping[str, str]
Numbers = Mapping[str, int]
Unfit = tuple[str, Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class Variant:
    """One of the ways in which a method pairs.

    `name` follows that of the method, its key where it is empty; `meaning` tells in a line who
    meets whom, the method's own where it is empty.
    """

    key: str
    meaning: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Method:
    """One way to pair a round, with all the words it needs.

    `key` is what requests call it, `name` what directors do, `meaning` who meets whom, in a line.
    `function` is what pairs, by its module of `tournaments.pairing`: numpy and what else it takes
    is loaded when something is paired, so a module that describes a method imports none of it. The
    first of `kinds` is the one that an empty request means; there are none if there is only one
    way. `options` are the numbers it asks for. A block draws up several rounds at once, before any
    of them is played.

    `sentences` are those of its refusals, warnings and reasons by code, `plan_sentences` those of
    what is wrong with a row of a plan, `criteria` what the costs that no other method has are
    called. Clinched players are paired out before one that `pairs_out`, where `GibsonRules` say so;
    one that `spares_repeats` lets nobody meet again while there is a way round it.
    """

    key: str
    name: str
    function: str
    meaning: str = ""
    kinds: tuple[Variant, ...] = ()
    options: tuple[Option, ...] = ()
    is_block: bool = False
    pairs_out: bool = False
    spares_repeats: bool = False
    sentences: Words = field(default_factory=dict)
    plan_sentences: Words = field(default_factory=dict)
    criteria: Words = field(default_factory=dict)
    least_players: int = 2
    quick_up_to: int | None = None
    """Up to this many players it takes less than two seconds, if fewer than usual."""
    unfitting: Callable[[Numbers, int, int], Iterator[Unfit]] | None = None
    """Yields what does not fit, given the numbers asked for, the rounds and the players."""
    most_rounds: Callable[[Numbers], int] | None = None
    """Returns how many rounds a block draws up at most with its numbers, where that depends."""

    @property
    def variants(self) -> tuple[str, ...]:
        """The keys of its kinds."""
        return tuple(kind.key for kind in self.kinds)

    def kind(self, variant: str) -> Variant | None:
        """Returns the kind with this key, the first for none, None where there is none such."""
        return next((kind for kind in self.kinds if variant in ("", kind.key)), None)

    def pair(self, pool: Pool, request: Request) -> Draw:
        """Returns the boards and byes of everybody in the pool; raises what the function does."""
        module, _, name = self.function.rpartition(".")
        function = getattr(import_module(f"tournaments.pairing.{module}"), name)
        drawn: Draw = function(pool, request)
        return drawn


def numbers_of(method: Method, given: Numbers) -> dict[str, int]:
    """Returns the numbers that are given to a method, with the usual ones for those left out."""
    usual = {o.key: o.usual for o in method.options if o.usual is not None}
    return usual | dict(given)


def cycle_of(players: int) -> int:
    """Returns how many rounds a round robin of so many players takes; in an odd one each byes."""
    return players - 1 if players % 2 == 0 else players


def at_most_half(option: str, code: str) -> Callable[[Numbers, int, int], Iterator[Unfit]]:
    """Returns a check that yields `code` where the number is more than half of the players."""

    def unfitting(given: Numbers, rounds: int, players: int) -> Iterator[Unfit]:
        del rounds
        number = given.get(option)
        if number is not None and number > players // 2:
            yield code, {option: number, "players": players, "most": players // 2}

    return unfitting
