"""The names of the pairing methods, and the meaning of each in a line."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.pairing.catalogue.method import Variant
from tournaments.pairing.methods import METHODS


@dataclass(frozen=True, slots=True)
class MethodWords:
    """The name of a method with one of its variants, and its meaning in a line."""

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
    kind = method.kind(variant) or Variant(variant)
    called = kind.name or kind.key.replace("_", " ")
    is_usual = not called or kind in method.kinds[:1]
    name = method.name if is_usual else f"{method.name}, {called}"
    return MethodWords(name, kind.meaning or method.meaning)
