"""The pairing methods there are, and the one door to them: `pair`.

A method is described by a module of `catalogue`, with all its words, and is a line in `METHODS`.
What only tells of methods, such as a page or the journal, computes nothing: numpy and what else it
takes to pair are loaded by the first that pairs.
"""

from __future__ import annotations

from dataclasses import replace

from tournaments.pairing.answer import (
    BoardReason,
    PairedBoard,
    Pairing,
    PairingWarning,
    Request,
)
from tournaments.pairing.catalogue.australian import AUSTRALIAN
from tournaments.pairing.catalogue.contenders import COP
from tournaments.pairing.catalogue.factor import BY_FACTOR
from tournaments.pairing.catalogue.fixed_schedule import FIXED_SCHEDULE
from tournaments.pairing.catalogue.fontes import FONTES
from tournaments.pairing.catalogue.groups import GROUP_ROUND_ROBIN, GROUPS
from tournaments.pairing.catalogue.hills import KING, QUEEN
from tournaments.pairing.catalogue.method import Method
from tournaments.pairing.catalogue.quartiles import QUARTILES
from tournaments.pairing.catalogue.random_draw import RANDOM
from tournaments.pairing.catalogue.ranks_apart import RANKS_APART
from tournaments.pairing.catalogue.round_robin import ROUND_ROBIN
from tournaments.pairing.catalogue.swiss import SWISS
from tournaments.pairing.errors import PairingError
from tournaments.pairing.position import PairingPosition, check_position

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

METHODS: dict[str, Method] = {
    method.key: method
    for method in (
        SWISS,
        KING,
        QUEEN,
        BY_FACTOR,
        RANKS_APART,
        QUARTILES,
        AUSTRALIAN,
        ROUND_ROBIN,
        GROUPS,
        GROUP_ROUND_ROBIN,
        FONTES,
        FIXED_SCHEDULE,
        RANDOM,
        COP,
    )
}
"""Every method by its key, in the order in which they are offered."""


def methods() -> tuple[Method, ...]:
    """Returns the methods in the order in which they are offered."""
    return tuple(METHODS.values())


def pair(position: PairingPosition, request: Request) -> Pairing:
    """Returns the pairing of the round; the same for the same rows in any order, on any machine.

    Raises PairingError: those of `check_request` and `check_position`, and what the method itself
    refuses.
    """
    checked = check_request(request)
    check_position(position)
    from tournaments.pairing.assembling import paired  # noqa: PLC0415 - see the head of the module

    method = METHODS[checked.method]
    return paired(
        position,
        checked,
        method.pair,
        pairs_out=method.pairs_out,
        spares_repeats=method.spares_repeats,
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
