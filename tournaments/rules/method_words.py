"""What the pairing methods are called, and what each means in a line."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.pairing.methods import METHODS, methods

_VARIANTS = {
    ("swiss", "fold"): ("", "equal wins, the top half against the bottom half"),
    ("swiss", "halves"): ("halves", "equal wins, the halves before anything else"),
    ("swiss", "nearest"): ("nearest rank", "equal wins, neighbours in rank"),
    ("swiss", "spread"): ("spread", "equal wins, the most different spreads"),
    ("koth", "early"): ("early", "neighbours in rank who can no longer change places"),
    ("roundrobin", "berger"): ("", "everybody meets everybody, by Berger's tables"),
    ("roundrobin", "circle"): ("circle", "everybody meets everybody, neighbours in rank last"),
    ("roundrobin", "back_to_back"): ("back to back", "everybody meets everybody twice in a row"),
    ("roundrobin", "partial"): ("partial", "some rounds of a round robin, neighbours in rank last"),
    ("groups", "clustered"): ("clustered", "the top players together, then the next"),
    ("groups", "distributed"): ("distributed", "the top players spread over the groups"),
    ("groups", "snaked"): ("snaked", "the seeds dealt out forth and back"),
    ("fontes", "dealt"): ("", "small round robins, each with players of every strength"),
    ("fontes", "snaked"): ("snaked", "small round robins, the seeds dealt forth and back"),
}
_METHODS = {
    "koth": "1st meets 2nd, 3rd meets 4th",
    "queen": "1st meets 3rd, 2nd meets 4th",
    "random": "drawn by lot",
    "factor": "the leaders meet opponents a fixed number of ranks below, the rest a Swiss",
    "pair1324": "in fours of the standings 1st meets 3rd, 2nd meets 4th",
    "quartiles": "1st quarter against 2nd, 3rd against 4th",
    "groups": "fours or sixes of the standings, everybody meets his group",
    "fontes": "small round robins, each with players of every strength",
    "australian": "from the top down, everybody meets the nearest he has not met",
    "cop": "who can still win a prize meets somebody who matters for it",
    "schedule": "the games of a file, drawn up elsewhere",
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


def method_choices() -> list[tuple[str, str]]:
    """Returns every method with every variant, as "swiss nearest" with its words."""
    return [
        (f"{method.key} {variant}".strip(), str(method_words(method.key, variant)))
        for method in methods()
        for variant in method.variants or ("",)
    ]
