"""The pairing methods there are, and the one door to them: `pair`.

A method is a function `(pool, request) -> Draw` and its line in `METHODS`, which names it. What
only tells of methods, such as a page or the journal, computes nothing: numpy and what else it takes
to pair are loaded by the first that pairs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING

from tournaments.pairing.answer import (
    BoardReason,
    Draw,
    Option,
    PairedBoard,
    Pairing,
    PairingWarning,
    Request,
)
from tournaments.pairing.cop.settings import OPTIONS as COP_OPTIONS
from tournaments.pairing.errors import PairingError
from tournaments.pairing.options import (
    BACK_TO_BACK,
    CYCLES,
    DISTANCE,
    FACTOR,
    FONTES_ROUNDS,
    GROUP_CYCLES,
    GROUP_ROUNDS,
    GROUP_SIZE,
    LARGEST_GROUP,
    QUARTILE,
    ROUNDS,
)
from tournaments.pairing.position import Position, check_position

if TYPE_CHECKING:
    from tournaments.pairing.pool import Pool

__all__ = [
    "METHODS",
    "OPENINGS",
    "BoardReason",
    "Method",
    "PairedBoard",
    "Pairing",
    "PairingWarning",
    "Request",
    "check_request",
    "methods",
    "pair",
]

OPENINGS = ("fold", "random")
PAIRING_OUT = frozenset({"swiss", "koth", "factor", "pair1324"})
"""The methods before which clinched players are paired out, where `GibsonRules` say so."""
SPARING = frozenset({"swiss"})
"""Those of them that let nobody meet again while there is a way round it."""


@dataclass(frozen=True, slots=True)
class Method:
    """One way to pair a round.

    `key` is what requests call it, `name` what directors do. `function` is what pairs, by its
    module of this package. The first of `variants` is the one that an empty request means; there
    are none if there is only one way. `options` are the numbers it asks for. A block draws up
    several rounds at once, before any of them is played.
    """

    key: str
    name: str
    function: str
    variants: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    is_block: bool = False

    def pair(self, pool: Pool, request: Request) -> Draw:
        """Returns the boards and byes of everybody in the pool; raises what the function does."""
        module, _, name = self.function.rpartition(".")
        function = getattr(import_module(f"tournaments.pairing.{module}"), name)
        drawn: Draw = function(pool, request)
        return drawn


METHODS: dict[str, Method] = {
    method.key: method
    for method in (
        Method(
            "swiss",
            "Swiss",
            "by_rank.swiss.pair_swiss",
            variants=("fold", "halves", "nearest", "spread"),
        ),
        Method(
            "koth",
            "King of the hill",
            "by_rank.hill.pair_king_of_the_hill",
            variants=("whole", "early"),
        ),
        Method("queen", "Queen of the hill", "by_rank.hill.pair_queen_of_the_hill"),
        Method(
            "factor",
            "Factor",
            "by_rank.factor.pair_factor",
            variants=("fold", "halves", "nearest"),
            options=(FACTOR,),
        ),
        Method(
            "pair1324",
            "Ranks apart (1-3, 2-4)",
            "by_rank.ranks_apart.pair_ranks_apart",
            options=(DISTANCE,),
        ),
        Method("quartiles", "Quartiles", "by_rank.quartiles.pair_quartiles", options=(QUARTILE,)),
        Method("australian", "Australian draw", "by_rank.australian.pair_australian"),
        Method(
            "roundrobin",
            "Round robin",
            "blocks.round_robin.pair_round_robin",
            variants=("berger", "circle", "kothlast"),
            options=(CYCLES, ROUNDS, BACK_TO_BACK),
            is_block=True,
        ),
        Method(
            "groups",
            "Quads and sixes",
            "blocks.groups.pair_groups",
            variants=("clustered", "distributed", "snaked"),
            options=(GROUP_SIZE, GROUP_ROUNDS),
            is_block=True,
        ),
        Method(
            "grr",
            "Group round robin",
            "blocks.groups.pair_group_round_robin",
            variants=("snaked", "clustered", "distributed"),
            options=(LARGEST_GROUP, GROUP_CYCLES),
            is_block=True,
        ),
        Method(
            "fontes",
            "Initial Fontes",
            "blocks.fontes.pair_initial_fontes",
            variants=("drawn", "snaked"),
            options=(FONTES_ROUNDS,),
            is_block=True,
        ),
        Method(
            "schedule",
            "Fixed schedule",
            "blocks.fixed_schedule.pair_fixed_schedule",
            is_block=True,
        ),
        Method("random", "Random", "by_rank.random_draw.pair_random_draw"),
        Method("cop", "COP", "cop.method.pair_cop", options=COP_OPTIONS),
    )
}


def methods() -> tuple[Method, ...]:
    """Returns the methods in the order in which they are offered."""
    return tuple(METHODS.values())


def pair(position: Position, request: Request) -> Pairing:
    """Returns the pairing of the round; the same for the same rows in any order, on any machine.

    Raises PairingError: those of `check_request` and `check_position`, and what the method itself
    refuses.
    """
    asked = check_request(request)
    check_position(position)
    from tournaments.pairing.assembling import paired  # noqa: PLC0415 - see the head of the module

    method = METHODS[asked.method]
    return paired(
        position,
        asked,
        method.pair,
        pairs_out=method.key in PAIRING_OUT,
        spares_repeats=method.key in SPARING,
    )


def check_request(request: Request) -> Request:
    """Returns the request with its variant spelt out.

    Raises PairingError: `method.unknown` (method, known), `variant.unknown` (method, variant,
    known), `opening.unknown` (opening, known), `repeats.negative` (repeats), `since.round` (round),
    `option.unknown` (method, option, known), `option.range` (option, value, least, most).
    """
    method = METHODS.get(request.method)
    if method is None:
        raise PairingError("method.unknown", method=request.method, known=tuple(METHODS))
    if request.variant and request.variant not in method.variants:
        raise PairingError(
            "variant.unknown",
            method=request.method,
            variant=request.variant,
            known=method.variants,
        )
    if request.opening not in OPENINGS:
        raise PairingError("opening.unknown", opening=request.opening, known=OPENINGS)
    if request.repeats is not None and request.repeats < 0:
        raise PairingError("repeats.negative", repeats=request.repeats)
    if request.since < 1:
        raise PairingError("since.round", round=request.since)
    _check_options(method, request)
    return replace(request, variant=request.variant or next(iter(method.variants), ""))


def _check_options(method: Method, request: Request) -> None:
    known = {option.key: option for option in method.options}
    for key, value in request.options:
        option = known.get(key)
        if option is None:
            raise PairingError(
                "option.unknown", method=method.key, option=key, known=tuple(known) or ("none",)
            )
        if not option.least <= value <= option.most:
            raise PairingError(
                "option.range", option=key, value=value, least=option.least, most=option.most
            )
