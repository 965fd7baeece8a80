"""Round robin: everybody meets everybody, once or more often, by a table drawn up before play."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.pairing.answer import Draw, Request
from tournaments.pairing.blocks.demands import Demands
from tournaments.pairing.blocks.drawing import fit_slots, pair_block, scheduled
from tournaments.pairing.blocks.fixed_games import completed, permuted
from tournaments.pairing.blocks.playing import play_round
from tournaments.pairing.blocks.tables import (
    Game,
    Table,
    berger_round,
    circle_round,
    cycle,
    hill_round,
    sampled,
)
from tournaments.pairing.catalogue.round_robin import BACK_TO_BACK, CYCLES, ROUNDS
from tournaments.pairing.errors import PairingError
from tournaments.pairing.pool import Pool
from tournaments.pairing.position import pair_key
from tournaments.pairing.schedule import Schedule, ScheduledGame

_TABLES = {"berger": berger_round, "circle": circle_round, "kothlast": hill_round}


def pair_round_robin(pool: Pool, request: Request) -> Draw:
    """A table of all entries; the bye is a slot of its own in an odd one.

    Variants: `berger`; `circle`, in which the first slot meets the last one first and its neighbour
    at the end; `kothlast`, whose last round is 1-2, 3-4, 5-6, ... Fewer rounds than the table has
    are spread over it evenly, or are its last ones by `kothlast`. No more rounds than the event has
    left are drawn up, unless they are asked for.

    Returns the games of the round that the table has for those who play.

    A position that asks for a later round of a table without giving a schedule is of an event
    that began before schedules were kept: that round of the table is read. Raises PairingError
    `roundrobin.too_few` (players), `roundrobin.too_many_rounds` (rounds, players, cycles,
    most), `roundrobin.odd_cycles` (cycles), `fixed.pair_twice` (one, two), those of `completed`
    and `Demands.of`, `block.apart` (one, two) and `block.fixed` (one, two, round).
    """
    if pool.position.schedule is None and pool.position.table_round > 1:
        return _round_of_table(pool, request)
    return pair_block(pool, request, _draw_up)


@dataclass(frozen=True, slots=True)
class _Length:
    """The length of a round robin: `passes` through the table, each round `times` running."""

    rounds: int
    passes: int
    times: int

    @classmethod
    def of(
        cls, request: Request, slots: Sequence[int | None], rounds: int | None, left: int = 0
    ) -> _Length:
        """Returns the length as asked, else the whole table, but no more than `left` if known."""
        times = 1 + (request.option(BACK_TO_BACK.key) or 0)
        cycles = request.option(CYCLES.key) or times
        if cycles % times:
            raise PairingError("roundrobin.odd_cycles", cycles=cycles)
        most = cycles * (len(slots) - 1)
        whole = min(most, left) if left > 0 else most
        wanted = whole if rounds is None else rounds
        if wanted > most:
            players = sum(slot is not None for slot in slots)
            raise PairingError(
                "roundrobin.too_many_rounds",
                rounds=wanted,
                players=players,
                cycles=cycles,
                most=most,
            )
        return cls(wanted, cycles // times, times)

    def of_pass(self, number: int, table: int) -> int:
        """Returns how many rounds of a table of so many a pass has, the first counted as 0."""
        units = -(-self.rounds // self.times)
        return max(0, min(table, units - number * table))


def _draw_up(pool: Pool, request: Request) -> Schedule:
    slots = _slots(pool)
    length = _Length.of(request, slots, request.option(ROUNDS.key), pool.position.rounds_to_go)
    whole = cycle(len(slots), _TABLES[request.variant])
    demands = Demands.of(pool, length.rounds)
    rounds: Table = []
    sided = request.variant != "kothlast"
    for number in range(length.passes):
        wanted = _wanted(request, len(whole), length.of_pass(number, len(whole)))
        required = _required(demands, slots, length, number * len(whole))
        at = _permuted(whole, wanted, required, demands, slots, first=number == 0)
        rows = (
            completed(len(slots), len(wanted), required) if at is None else [whole[r] for r in at]
        )
        sided = sided and at is not None
        for row in rows:
            turned = [game[::-1] for game in row]
            both = [turned, row] if number % 2 else [row, turned]
            rounds += both[: length.times]
    rounds = rounds[: length.rounds]
    if length.rounds < len(whole):
        slots = list(fit_slots(pool, request, slots, rounds))
    _check_apart(pool, demands, slots, rounds)
    return scheduled(pool, slots, rounds, sided=sided)


def _slots(pool: Pool) -> list[int | None]:
    """Returns the numbers in their slots, even in count, None where there is nobody."""
    players = sorted(player.number for player in pool.position.players)
    table = pool.position.table
    slots: list[int | None] = [*table, *(number for number in players if number not in table)]
    if len(slots) < 2:
        raise PairingError("roundrobin.too_few", players=len(slots))
    return slots if len(slots) % 2 == 0 else [*slots, None]


def _wanted(request: Request, table: int, rounds: int) -> list[int]:
    """Returns which rounds of the table to play, in order."""
    if request.variant == "kothlast":
        return list(range(table - rounds, table))
    return sampled(table, rounds)


def _required(
    demands: Demands, slots: Sequence[int | None], length: _Length, begins: int
) -> dict[int, frozenset[Game]]:
    """Returns the games of slots that are fixed in a pass, by the place of their table round."""
    slot = {number: at for at, number in enumerate(slots, start=1)}
    games: dict[int, set[Game]] = defaultdict(set)
    places: dict[Game, int] = {}
    for game in demands.fixed:
        place = game.round // length.times - begins
        if not 0 <= place < len(slots) - 1:
            continue
        if places.setdefault(game.pair, place) != place:
            raise PairingError("fixed.pair_twice", one=game.one, two=game.two)
        games[place].add(pair_key(slot[game.one], slot[game.two]))
    return {place: frozenset(row) for place, row in games.items()}


def _permuted(
    whole: Table,
    wanted: Sequence[int],
    required: dict[int, frozenset[Game]],
    demands: Demands,
    slots: Sequence[int | None],
    *,
    first: bool,
) -> list[int] | None:
    """Returns the rounds of the table to play, the bye where somebody sits out if that can be."""
    if first and slots[-1] is None:
        for number in demands.sitting_out:
            bye = pair_key(slots.index(number) + 1, len(slots))
            with_bye = required | {0: required.get(0, frozenset()) | {bye}}
            at = permuted(whole, wanted, with_bye)
            if at is not None:
                return at
    return permuted(whole, wanted, required)


def _check_apart(pool: Pool, demands: Demands, slots: Sequence[int | None], rounds: Table) -> None:
    """Raises PairingError `block.apart` where two who are kept apart meet, unless that is fixed."""
    fixed = {game.pair for game in demands.fixed}
    for row in rounds:
        for game in row:
            one, two = slots[game[0] - 1], slots[game[1] - 1]
            if one is None or two is None:
                continue
            if pair_key(one, two) in pool.apart - fixed:
                low, high = pair_key(one, two)
                raise PairingError("block.apart", one=low, two=high)


def _round_of_table(pool: Pool, request: Request) -> Draw:
    """Returns a round of a table that was never drawn up, as it was before schedules were kept."""
    position = pool.position
    slots: list[int | None] = list(position.table) or _slots(pool)
    if len(slots) % 2:
        slots.append(None)
    if request.option(CYCLES.key) or request.option(ROUNDS.key):
        _Length.of(request, slots, position.table_round)
    games = []
    for first, second in _TABLES[request.variant](len(slots), position.table_round):
        one, two = slots[first - 1], slots[second - 1]
        if one is not None and two is not None:
            sided = one if request.variant == "berger" else None
            games.append(ScheduledGame(one, two, sided))
        else:
            games += [ScheduledGame(number) for number in (one, two) if number is not None]
    before = position.table_round - 1
    table = Schedule(position.round_number - before, (*[()] * before, tuple(games)))
    drawn = play_round(pool, table)
    return replace(drawn, schedule=None)
