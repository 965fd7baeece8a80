"""What the pairing methods are called, and what each means in a line."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.pairing.methods import METHODS

_VARIANTS = {
    ("swiss", "fold"): ("", "equal wins, the top half against the bottom half"),
    ("swiss", "halves"): ("halves", "equal wins, the halves before anything else"),
    ("swiss", "nearest"): ("nearest rank", "equal wins, neighbours in rank"),
    ("swiss", "spread"): ("spread", "equal wins, the most different spreads"),
    ("koth", "early"): (
        "early",
        "neighbours whose ranks can no longer change, before the round is over",
    ),
    ("factor", "halves"): ("rest by halves", ""),
    ("factor", "nearest"): ("rest by nearest rank", ""),
    ("roundrobin", "berger"): ("", "everybody meets everybody, by Berger's tables"),
    ("roundrobin", "circle"): ("circle", "everybody meets everybody, number 2 meets number 1 last"),
    ("roundrobin", "kothlast"): ("hill last", "everybody meets everybody, 1-2, 3-4, 5-6 last"),
    ("groups", "clustered"): ("", "groups of neighbours in rank: 1-4, 5-8"),
    ("groups", "distributed"): ("distributed", "the top players spread over the groups"),
    ("groups", "snaked"): ("snaked", "groups of equal strength, dealt forth and back"),
    ("grr", "snaked"): ("", "groups of equal strength, everybody meets their group"),
    ("grr", "clustered"): (
        "clustered",
        "groups of neighbours in rank, everybody meets their group",
    ),
    ("grr", "distributed"): ("distributed", "the top players spread over the groups"),
    ("fontes", "snaked"): ("snaked", "small groups of every strength, dealt forth and back"),
}
_METHODS = {
    "koth": "1st meets 2nd, 3rd meets 4th",
    "queen": "1st meets 3rd, 2nd meets 4th",
    "random": "drawn by lot",
    "factor": "the leaders meet opponents some ranks below, the rest play a Swiss",
    "pair1324": "everybody meets somebody a fixed number of ranks away",
    "quartiles": "1st quarter against 3rd, 2nd against 4th",
    "fontes": "small groups, each with players of every strength",
    "australian": "from the top down, everybody meets the highest player they have not met",
    "cop": "players who can still win a prize meet those who matter for it",
    "schedule": "games from a file, drawn up elsewhere",
}


@dataclass(frozen=True, slots=True)
class MethodWords:
    """What a method with one of its variants is called, and what it means in a line."""

    name: str
    meaning: str

    def __str__(self) -> str:
        return f"{self.name}: {self.meaning}" if self.meaning else self.name


def method_words(key: str, variant: str = "") -> MethodWords:
    """Returns the words for a method; an empty variant is the method's first.

    A key that no method has stands for itself, so that an old plan can still be read.
    """
    method = METHODS.get(key)
    if method is None:
        return MethodWords(key, "")
    first = next(iter(method.variants), "")
    chosen = variant or first
    called, meaning = _VARIANTS.get((key, chosen), (chosen.replace("_", " "), ""))
    kind = f", {called}" if called and chosen != first else ""
    return MethodWords(f"{method.name}{kind}", meaning or _METHODS.get(key, ""))
