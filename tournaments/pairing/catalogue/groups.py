"""Groups that play among themselves: quads and sixes, and group round robins."""

from __future__ import annotations

from collections.abc import Iterator

from core.phrases import phrase
from tournaments.pairing.answer import Option
from tournaments.pairing.catalogue.method import (
    Method,
    Numbers,
    Unfit,
    Variant,
    cycle_of,
    numbers_of,
)

GROUP_SIZE = Option(
    "size",
    phrase("Group size"),
    usual=4,
    least=4,
    most=12,
    help=phrase("4 for quads, 6 for sixes."),
)
GROUP_ROUNDS = Option(
    "rounds",
    phrase("Rounds"),
    usual=None,
    least=1,
    most=11,
    help=phrase("Usually one less than the size."),
)
LARGEST_GROUP = Option("size", phrase("Largest group"), usual=6, least=3, most=40)
GROUP_CYCLES = Option(
    "cycles", phrase("Cycles"), usual=1, least=1, most=20, help=phrase("How often each two meet.")
)


def _most_rounds(numbers: Numbers) -> int:
    """Returns how many rounds a group has: it is through after one less than its size."""
    return numbers["size"] - 1


def _unfitting(given: Numbers, rounds: int, players: int) -> Iterator[Unfit]:
    numbers = numbers_of(GROUP_ROUND_ROBIN, given)
    groups = -(-players // numbers["size"])
    cycle = numbers["cycles"] * cycle_of(-(-players // groups))
    if rounds % cycle:
        yield "grr.cut", {"rounds": rounds, "cycle": cycle}


GROUPS = Method(
    "groups",
    phrase("Quads and sixes"),
    "blocks.groups.pair_groups",
    kinds=(
        Variant("clustered", phrase("groups of neighbours in rank: 1-4, 5-8")),
        Variant(
            "distributed",
            phrase("the top players spread over the groups"),
            name=phrase("distributed"),
        ),
        Variant(
            "snaked",
            phrase("groups of equal strength, dealt forth and back"),
            name=phrase("snaked"),
        ),
    ),
    options=(GROUP_SIZE, GROUP_ROUNDS),
    is_block=True,
    least_players=GROUP_SIZE.least,
    most_rounds=_most_rounds,
    sentences={
        "groups.odd_size": (
            phrase(
                "Groups of {size} leave somebody out in every round; choose an even size, or the "
                "group round robin."
            )
        ),
        "groups.too_many_rounds": (
            phrase(
                "Players in a group of {size} have new opponents for fewer than {size} rounds, not "
                "for {rounds}."
            )
        ),
    },
)

GROUP_ROUND_ROBIN = Method(
    "grr",
    phrase("Group round robin"),
    "blocks.groups.pair_group_round_robin",
    kinds=(
        Variant("snaked", phrase("groups of equal strength, everybody meets their group")),
        Variant(
            "clustered",
            phrase("groups of neighbours in rank, everybody meets their group"),
            name=phrase("clustered"),
        ),
        Variant(
            "distributed",
            phrase("the top players spread over the groups"),
            name=phrase("distributed"),
        ),
    ),
    options=(LARGEST_GROUP, GROUP_CYCLES),
    is_block=True,
    unfitting=_unfitting,
    plan_sentences={
        "grr.cut": phrase("Row {row} has {rounds} rounds; its groups play {cycle}."),
    },
)
