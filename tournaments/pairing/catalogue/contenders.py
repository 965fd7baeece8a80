"""COP: players who can still win a prize meet those who matter for it."""

from __future__ import annotations

from core.phrases import phrase
from tournaments.pairing.catalogue.method import Method
from tournaments.pairing.cop.settings import OPTIONS

COP = Method(
    "cop",
    "COP",
    "cop.method.pair_cop",
    meaning=phrase("players who can still win a prize meet those who matter for it"),
    options=OPTIONS,
    quick_up_to=60,
    sentences={
        "cop.total_rounds": phrase("COP needs to know how many rounds the event has."),
        "cop.no_rounds_left": (
            phrase("Round {round} cannot be paired by COP; the event has {total} rounds.")
        ),
        "cop.overconstrained": (
            phrase(
                "By COP, player {leader} leads and must meet one of these, but a settled board "
                "prevents it: {numbers}. Release that board, or let loss of control count from a "
                "later round."
            )
        ),
        "cop.rules_given_up": (
            phrase(
                "With players kept apart or a limit of repeats, there is no complete pairing by the"
                " rules of COP; boards that break one of them: {boards}."
            )
        ),
        "cop.prizes_assumed": (
            phrase(
                "No place prizes are set, so COP assumes a quarter of the field; places: {places}."
            )
        ),
        "cop.control": (
            phrase(
                "Player {leader} leads and meets one of these, who could otherwise win everything "
                "and still not come first: {numbers}."
            )
        ),
        "cop.repeats": (
            phrase("COP lets players meet again where it matters; boards that repeat: {boards}.")
        ),
        "cop.hill": phrase("In the last round neighbours who can still win a prize meet."),
        "cop.class_hill": phrase(
            "In the last round neighbours who can still win a prize of a class meet."
        ),
        "cop.factor_three": (
            phrase("In the last round but one the first three meet the next three in order.")
        ),
        "cop.gibson_group": phrase("A clinched place separates the two from everybody else."),
        "cop.gibson_bye": phrase("Only a player who has clinched a place sits out."),
        "cop.bye_policy": phrase("The bye follows the rules of the division."),
        "cop.leader": (
            phrase(
                "The leader meets a player who could otherwise win everything and "
                "still not come first."
            )
        ),
    },
    criteria={
        "bye_cost": phrase("cost of earlier byes"),
        "repeat_cost": phrase("cost of earlier meetings"),
        "back_to_back_cost": phrase("cost of a meeting in the round before"),
        "ranks": phrase("ranks between them, by contention"),
        "contention": phrase("pairs a contender with somebody out of contention"),
        "rules": phrase("breaks a rule of COP"),
        "gibson": phrase("a clinched player meets a player who can win a prize"),
    },
)
