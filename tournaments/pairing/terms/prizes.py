"""The prizes: places and classes with a prize, and when a place counts as clinched."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Prizes:
    """The number of places with a prize, and of players in each class, by the class's name.

    With `assumed` a quarter of the field is taken to have one while `places` is 0, not said.
    """

    places: int = 0
    classes: tuple[tuple[str, int], ...] = ()
    assumed: bool = False


NO_PRIZES = Prizes()


@dataclass(frozen=True, slots=True)
class GibsonRules:
    """When a rank is clinched, and what follows for the pairing.

    `spread` is what one game can do to the spread of one side, by the rounds left: the first for
    one round, the last for as many as there are or more. With `equality_clinches` a lead of just
    that is enough (NASPA); otherwise it must be more. `equivalent` are runs of ranks, from 1, that
    are worth the same, such as the places of a final: [1, 2] is written (1, 2). With `pairs_out` a
    method that can pairs clinched players out of the others' way; whoever has to meet the odd one
    of them is of prize class `victims`, if that is not empty and somebody of it can be had.
    """

    spread: tuple[int, ...] = (500,)
    equality_clinches: bool = False
    equivalent: tuple[tuple[int, int], ...] = ()
    pairs_out: bool = False
    victims: str = ""

    def allowance(self, rounds_left: int) -> int:
        """Returns the spread that two players can make up between them in so many rounds."""
        if rounds_left <= 0:
            return 0
        game = self.spread[min(rounds_left, len(self.spread)) - 1]
        return 2 * game * rounds_left


USUAL_GIBSONS = GibsonRules()


def quarter_of(players: int) -> int:
    """Returns how many places are assumed to have a prize where nobody said it."""
    return max(1, players // 4)


def places_played_for(prizes: Prizes, players: int) -> int:
    """Returns how many places have a prize, said or assumed, in a field of so many players."""
    return prizes.places or (quarter_of(players) if prizes.assumed and players else 0)
