"""Round robin: everybody meets everybody, by a table that is drawn up before play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.pairing.answer import Draw, Option, PairedBoard, PairingWarning, Request
from tournaments.pairing.errors import PairingError
from tournaments.pairing.pool import Pool, pair_key
from tournaments.pairing.weighing import TOTAL

Game = tuple[int, int]


def berger_round(slots: int, round_number: int) -> list[Game]:
    """Returns the games (first, second) of a round of the Berger table, numbers from 1.

    `slots` is even; rounds after the last of a cycle repeat it, with sides swapped in every second
    cycle. Source: the FIDE Berger tables in closed form: two meet in the round that is their sum
    less 1, modulo the rounds; the lower number goes first where the sum is odd.
    """
    cycle, table_round = divmod(round_number - 1, slots - 1)
    games = []
    for one in range(1, slots):
        two = (table_round + 2 - one - 1) % (slots - 1) + 1
        if one == two:
            games.append((one, slots) if one <= slots // 2 else (slots, one))
        elif one < two:
            games.append((one, two) if (one + two) % 2 else (two, one))
    return [game[::-1] for game in games] if cycle % 2 else games


def circle_round(slots: int, round_number: int) -> list[Game]:
    """Returns the pairs of a round in which number 1 stays and the others move round the table.

    In the rounds of a cycle number 1 meets the last, the last but one, ..., number 2.
    """
    turned = (round_number - 1) % (slots - 1)
    ring = [1, *((place - turned) % (slots - 1) + 2 for place in range(slots - 1))]
    return [(ring[place], ring[-1 - place]) for place in range(slots // 2)]


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """A round of a table of all entries; the bye is a slot of its own in an odd table.

    Variants: `berger`, whose table says who goes first; `circle`, in which the first slot meets the
    last one first and its neighbour at the end, and sides are left to the rule of starts.
    """

    key: str = "roundrobin"
    name: str = "Round robin"
    variants: tuple[str, ...] = ("berger", "circle")
    options: tuple[Option, ...] = ()
    is_block: bool = True

    def pair(self, pool: Pool, request: Request) -> Draw:
        """Returns the games of the round that the table has for those who play.

        A slot whose player does not play gives the opponent a bye, with a warning. A player beside
        the table takes its free slot. Raises PairingError `roundrobin.no_slot` (numbers, slots),
        `roundrobin.too_few` (players), `roundrobin.fixed` (one, two, round) for a fixed pair that
        the table does not have in this round.
        """
        slots = _slots(pool)
        playing = {player.number for player in pool.position.players}
        byes_given = set(pool.position.fixed_byes)
        fixed = {pair_key(one, two) for one, two in pool.position.fixed}
        boards, byes, warnings = [], [], []
        for first, second in _games(slots, pool.position.table_round, request.variant):
            here = [number for number in (first, second) if number in playing - byes_given]
            if len(here) == 2:
                if pair_key(here[0], here[1]) not in fixed:
                    boards.append((here[0], here[1]))
            elif here:
                byes.append(here[0])
                missing = second if here[0] == first else first
                if missing is not None:
                    params = {"number": here[0], "missing": missing}
                    warnings.append(PairingWarning("roundrobin.opponent_missing", params))
        _check_fixed(pool, boards, byes)
        sides = request.variant == "berger"
        return Draw(
            tuple(PairedBoard(one, two, one if sides else None) for one, two in boards),
            tuple(byes),
            {TOTAL: 0},
            warnings=tuple(warnings),
        )


def _slots(pool: Pool) -> list[int | None]:
    """Returns the numbers in their slots, even in count, None where there is nobody."""
    players = sorted(player.number for player in pool.position.players)
    table = list(pool.position.table) or players
    late = [number for number in players if number not in set(table)]
    if len(late) > len(table) % 2:
        raise PairingError("roundrobin.no_slot", numbers=tuple(late), slots=len(table))
    if len(table) + len(late) < 2:
        raise PairingError("roundrobin.too_few", players=len(table))
    slots: list[int | None] = [*table, *late]
    return slots if len(slots) % 2 == 0 else [*slots, None]


def _games(
    slots: Sequence[int | None], table_round: int, variant: str
) -> Iterator[tuple[int | None, int | None]]:
    table = circle_round if variant == "circle" else berger_round
    for first, second in table(len(slots), table_round):
        yield slots[first - 1], slots[second - 1]


def _check_fixed(pool: Pool, boards: Sequence[Game], byes: Sequence[int]) -> None:
    """Raises PairingError where a fixed pair takes somebody from an opponent in the table."""
    needed = {number for board in boards for number in board} | set(byes)
    for one, two in pool.position.fixed:
        if one in needed or two in needed:
            round_number = pool.position.table_round
            raise PairingError("roundrobin.fixed", one=one, two=two, round=round_number)
