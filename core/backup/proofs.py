"""What else has to hold in a restored database: each app says what it can prove of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from core.registrars import PROOFS


@dataclass(frozen=True, slots=True)
class Proof:
    """What was proved of what: `wrong` is a sentence where it does not hold, else ""."""

    subject: str
    wrong: str = ""


Prove = Callable[[], Iterator[Proof]]
_proofs: list[Prove] = []


def proof(prove: Prove) -> Prove:
    """Registers a proof about the rows that are there; it changes nothing."""
    _proofs.append(prove)
    return prove


def proofs() -> tuple[Prove, ...]:
    """Returns every proof that any app registered."""
    PROOFS.load()
    return tuple(_proofs)
