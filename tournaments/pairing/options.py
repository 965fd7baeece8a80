"""The numbers that methods ask for; those of COP are in `cop.settings`."""

from __future__ import annotations

from tournaments.pairing.answer import Option

USUAL_DISTANCE = 2
USUAL_QUARTILE = 3
USUAL_FONTES_ROUNDS = 3
LEAST_FOR_QUARTILES = 4
"""Players."""

FACTOR = Option("factor", "Factor", None, 1, 999, "Usually the number of rounds left.")
DISTANCE = Option("distance", "Ranks apart", USUAL_DISTANCE, 1, 999)
QUARTILE = Option("quartile", "Quarter that the top quarter meets", USUAL_QUARTILE, 2, 4)
CYCLES = Option(
    "cycles",
    "Cycles",
    usual=None,
    least=1,
    most=20,
    help="How often everybody meets everybody: once, or twice back to back.",
)
ROUNDS = Option(
    "rounds",
    "Rounds",
    usual=None,
    least=1,
    most=200,
    help="How many rounds to play, if fewer than the table has or than are left.",
)
BACK_TO_BACK = Option(
    "back_to_back",
    "Back to back",
    usual=0,
    least=0,
    most=1,
    help="1 to meet the same opponent twice running, with sides swapped.",
)
GROUP_SIZE = Option(
    "size", "Group size", usual=4, least=4, most=12, help="4 for quads, 6 for sixes."
)
GROUP_ROUNDS = Option(
    "rounds",
    "Rounds",
    usual=None,
    least=1,
    most=11,
    help="Usually one less than the size.",
)
LARGEST_GROUP = Option("size", "Largest group", usual=6, least=3, most=40)
GROUP_CYCLES = Option(
    "cycles", "Cycles", usual=1, least=1, most=20, help="How often each two meet."
)
FONTES_ROUNDS = Option(
    "rounds", "Rounds", usual=USUAL_FONTES_ROUNDS, least=2, most=9, help="Usually 3."
)
