"""Initial Fontes: opening rounds in small groups that are spread over the whole seeding."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from tournaments.pairing.answer import Draw, Request
from tournaments.pairing.blocks.drawing import pair_block, ranked
from tournaments.pairing.blocks.groups import dealt, played_in_groups
from tournaments.pairing.catalogue.fontes import USUAL_FONTES_ROUNDS
from tournaments.pairing.errors import PairingError
from tournaments.pairing.matching.weighing import round_seed
from tournaments.pairing.pool import Pool
from tournaments.pairing.position import PairingPlayer
from tournaments.pairing.schedule import Schedule


def pair_initial_fontes(pool: Pool, request: Request) -> Draw:
    """Groups of four for three rounds, one member from each quarter of the seeding.

    For k rounds the groups have k + 1 members, one more where that is odd. Players over form one
    group of another size. Variants: `drawn`, in which each quarter is shuffled by the seed;
    `snaked`, in which the quarters are dealt forwards and backwards in turn.

    Returns the games of the round in all groups.

    Raises PairingError `fontes.too_few` (players, rounds) where not everybody can have a new
    opponent in every round but for one bye, and those of `fit_slots`.
    """
    return pair_block(pool, request, _draw_up)


def _draw_up(pool: Pool, request: Request) -> Schedule:
    players, rounds = ranked(pool), request.option("rounds") or USUAL_FONTES_ROUNDS
    if len(players) > 1 and len(players) - 1 + len(players) % 2 < rounds:
        raise PairingError("fontes.too_few", players=len(players), rounds=rounds)
    seed = round_seed(pool, request.seed)
    snaked = request.variant == "snaked"
    groups = fontes_groups(players, rounds, "" if snaked else seed, snaked=snaked)
    return played_in_groups(pool, request, groups, [rounds] * len(groups))


def fontes_groups(
    players: Sequence[PairingPlayer], rounds: int, seed: str, *, snaked: bool
) -> list[list[int]]:
    """Returns groups of places, from 1, best first within each; the one of another size is last.

    Everybody is in one group up to twice as many players as rounds. Source: tsh InitFontes.
    """
    places = list(range(1, len(players) + 1))
    odd = _odd_size(len(players), rounds)
    if odd == len(players):
        return [places] if places else []
    apart = _odd_ones(players, odd, seed, snaked=snaked)
    rest = [place for place in places if place not in apart]
    size = _size(rounds)
    groups = len(rest) // size
    quantiles = [rest[at * groups : (at + 1) * groups] for at in range(size)]
    if not snaked:
        quantiles = [sorted(row, key=lambda p: _lot(seed, players[p - 1])) for row in quantiles]
    dealing = dealt([p for row in quantiles for p in row], groups, "snaked" if snaked else "drawn")
    return [sorted(group) for group in dealing] + ([apart] if apart else [])


def _size(rounds: int) -> int:
    """Returns the usual size of a group, the smallest even one in which nobody meets twice."""
    return rounds + 2 - rounds % 2


def _odd_size(players: int, rounds: int) -> int:
    """Returns how many are in the group of another size: 0, all, or what is over.

    One less than the usual size do as they are, with a bye each; any others take a group along.
    """
    size = _size(rounds)
    over = players % size
    if players <= 2 * rounds:
        return players
    return over if over in (0, size - 1) else size + over


def _odd_ones(
    players: Sequence[PairingPlayer], count: int, seed: str, *, snaked: bool
) -> list[int]:
    """Returns the places of the group of another size, one from each of so many parts of the field.

    For an odd group there is one part more, and the best part gives nobody: somebody of the group
    sits out in every round, so that those are taken first who have had the fewest byes.
    """
    parts = count + count % 2
    numbers = []
    for part in range(count % 2, parts):
        begin, end = part * len(players) // parts, (part + 1) * len(players) // parts
        places = range(begin + 1, end + 1)
        middle = (begin + 1 + end) / 2

        def wish(place: int, middle: float = middle) -> tuple[bool, int, float, int]:
            player = players[place - 1]
            chance = abs(place - middle) if snaked else _lot(seed, player)
            if count % 2 == 0:
                return False, 0, chance, place
            return not player.takes_bye, player.byes, chance, place

        numbers.append(min(places, key=wish))
    return numbers


def _lot(seed: str, player: PairingPlayer) -> int:
    """Returns a number that depends on the seed and the player alone, on any machine."""
    return int.from_bytes(sha256(f"{seed}|{player.number}".encode()).digest()[:6], "big")
