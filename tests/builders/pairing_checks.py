"""The checks of any pairing, on positions with pairs that are fixed or forbidden."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from tests.builders.positions import a_field, shuffled
from tournaments.pairing.errors import PairingError
from tournaments.pairing.methods import Pairing, Request, pair
from tournaments.pairing.position import PairingPosition

REFUSALS = {"pairing.infeasible", "pairing.kept_apart", "koth.nothing_certain"}


def with_conditions(players: int, rounds: int, seed: int) -> PairingPosition:
    """Returns a field in which some are fixed on boards or to sit out, and some never meet."""
    random = Random(seed)
    position = a_field(players, rounds, seed, total_rounds=rounds + random.randint(1, 6))
    numbers = [player.number for player in position.players]
    random.shuffle(numbers)
    pairs, byes = random.randint(0, 2), random.randint(0, 1)
    fixed = tuple(zip(numbers[: 2 * pairs : 2], numbers[1 : 2 * pairs : 2], strict=True))
    free = numbers[2 * pairs + byes :]
    return replace(
        position,
        fixed=fixed,
        fixed_byes=tuple(numbers[2 * pairs : 2 * pairs + byes]),
        apart=tuple(zip(free[:4:2], free[1:4:2], strict=False)),
        avoid=tuple(zip(free[4:8:2], free[5:8:2], strict=False)),
    )


conditioned = st.builds(
    with_conditions,
    players=st.integers(9, 40),
    rounds=st.integers(0, 9),
    seed=st.integers(0, 10**6),
)


def pair_and_check(position: PairingPosition, request: Request) -> Pairing | None:
    """Returns the pairing, None where it is refused because a limit or conditions cannot be kept.

    Everybody has one board or one bye, what is fixed stands, nobody meets who must not, the reasons
    add up to the objective, and the order of rows makes no difference, to a refusal neither.
    """
    pairing = answer_of(position, request)
    assert answer_of(shuffled(position), request) == pairing
    if not isinstance(pairing, Pairing):
        assert pairing[0] in REFUSALS
        return None
    check_pairing(position, request, pairing)
    return pairing


def check_pairing(position: PairingPosition, request: Request, pairing: Pairing) -> None:
    """Checks all of that on an answer that is no refusal."""
    games = {frozenset((board.one, board.two)) for board in pairing.boards}
    seated = [number for game in games for number in game] + [*pairing.byes, *pairing.left]
    assert sorted(seated) == sorted(player.number for player in position.players)
    assert {frozenset(two) for two in position.fixed} <= games
    assert set(position.fixed_byes) <= set(pairing.byes)
    assert not {frozenset(two) for two in position.apart} & games
    for name, value in pairing.objective.items():
        assert sum(reason.terms.get(name, 0) for reason in pairing.explanation) == value
    if request.repeats is not None:
        assert all(why.meetings <= request.repeats for why in pairing.explanation if why.terms)


def answer_of(
    position: PairingPosition, request: Request
) -> Pairing | tuple[str, Mapping[str, object]]:
    """Returns the pairing, or why it is refused."""
    try:
        return pair(position, request)
    except PairingError as refused:
        return refused.code, refused.params
