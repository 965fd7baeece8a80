"""Initial Fontes: small groups with players of every strength."""

from __future__ import annotations

from collections.abc import Iterator

from core.phrases import phrase
from tournaments.pairing.answer import Option
from tournaments.pairing.catalogue.method import Method, Numbers, Unfit, Variant, cycle_of

USUAL_FONTES_ROUNDS = 3
FONTES_ROUNDS = Option(
    "rounds",
    phrase("Rounds"),
    usual=USUAL_FONTES_ROUNDS,
    least=2,
    most=9,
    help=phrase("Usually 3."),
)


def _unfitting(given: Numbers, rounds: int, players: int) -> Iterator[Unfit]:
    wanted = given.get("rounds", rounds)
    if cycle_of(players) < wanted:
        yield "fontes.too_few", {"players": players, "rounds": wanted}


FONTES = Method(
    "fontes",
    phrase("Initial Fontes"),
    "blocks.fontes.pair_initial_fontes",
    meaning=phrase("small groups, each with players of every strength"),
    kinds=(
        Variant("drawn"),
        Variant(
            "snaked",
            phrase("small groups of every strength, dealt forth and back"),
            name=phrase("snaked"),
        ),
    ),
    options=(FONTES_ROUNDS,),
    is_block=True,
    unfitting=_unfitting,
    sentences={
        "fontes.too_few": (
            phrase(
                "{players} players cannot have {rounds} rounds with a new opponent in each; play "
                "fewer rounds, or a round robin."
            )
        ),
    },
)
