"""The round robin: everybody meets everybody."""

from __future__ import annotations

from collections.abc import Iterator

from core.phrases import phrase
from tournaments.pairing.answer import Option
from tournaments.pairing.catalogue.method import Method, Numbers, Unfit, Variant, cycle_of

CYCLES = Option(
    "cycles",
    phrase("Cycles"),
    usual=None,
    least=1,
    most=20,
    help=phrase("How often everybody meets everybody: once, or twice back to back."),
)
ROUNDS = Option(
    "rounds",
    phrase("Rounds"),
    usual=None,
    least=1,
    most=200,
    help=phrase("How many rounds to play, if fewer than the table has or than are left."),
)
BACK_TO_BACK = Option(
    "back_to_back",
    phrase("Back to back"),
    usual=0,
    least=0,
    most=1,
    help=phrase("1 to meet the same opponent twice running, with sides swapped."),
)


def _unfitting(given: Numbers, rounds: int, players: int) -> Iterator[Unfit]:
    times = given.get("cycles", 1 + given.get("back_to_back", 0))
    cycle = times * cycle_of(players)
    params = {"players": players, "rounds": rounds, "cycle": cycle}
    if rounds < cycle:
        yield "roundrobin.short", params
    elif rounds > cycle:
        yield "roundrobin.long", params


ROUND_ROBIN = Method(
    "roundrobin",
    phrase("Round robin"),
    "blocks.round_robin.pair_round_robin",
    kinds=(
        Variant("berger", phrase("everybody meets everybody, by Berger's tables")),
        Variant(
            "circle",
            phrase("everybody meets everybody, number 2 meets number 1 last"),
            name=phrase("circle"),
        ),
        Variant(
            "kothlast",
            phrase("everybody meets everybody, 1-2, 3-4, 5-6 last"),
            name=phrase("hill last"),
        ),
    ),
    options=(CYCLES, ROUNDS, BACK_TO_BACK),
    is_block=True,
    unfitting=_unfitting,
    sentences={
        "roundrobin.too_few": phrase("A round robin needs two players; there are {players}."),
        "roundrobin.too_many_rounds": (
            phrase(
                "A round robin of {players} players has only {most} rounds with {cycles} cycles, "
                "not {rounds}. Choose more cycles or fewer rounds."
            )
        ),
        "roundrobin.odd_cycles": (
            phrase(
                "Back to back, everybody meets everybody an even number of times: give an even "
                "number of cycles instead of {cycles}."
            )
        ),
    },
    plan_sentences={
        "roundrobin.short": (
            phrase(
                "Row {row} plays {rounds} of the {cycle} rounds that a round robin of "
                "{players} has."
            )
        ),
        "roundrobin.long": (
            phrase(
                "Row {row} has {rounds} rounds; a round robin of {players} players "
                "ends after {cycle}."
            )
        ),
    },
)
