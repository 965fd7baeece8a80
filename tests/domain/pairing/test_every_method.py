"""The promises of every method of the registry, whatever the field went through before.

The checks know no method: what a method promises beyond them stands in three sets. Matchings that
prove or disprove a promise are those of networkx, on a graph that is written down here once more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from random import Random

import networkx as nx
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.builders.pairing_checks import answer_of, check_pairing, with_conditions
from tests.builders.positions import a_field, shuffled
from tests.depth import examples
from tournaments.pairing.answer import Option
from tournaments.pairing.errors import PairingError
from tournaments.pairing.methods import METHODS, Pairing, Request, pair
from tournaments.pairing.position import BYE_POLICIES, PairingPlayer, PairingPosition, rank_order
from tournaments.pairing.terms.prizes import GibsonRules, Prizes
from tournaments.pairing.wording import in_words, rule_in_words

Refusal = tuple[str, Mapping[str, object]]

KINDS = [
    (key, variant) for key, method in METHODS.items() for variant in (method.variants or ("",))
]
BY_ONE = [(key, variant) for key, variant in KINDS if not METHODS[key].is_block]
BLOCKS = [kind for kind in KINDS if kind not in BY_ONE]

NO_REPEATS = {
    *(("swiss", variant) for variant in ("fold", "halves", "nearest")),
    *(("quartiles", ""), ("random", ""), ("australian", "")),
}
"""Those that let nobody meet again while the others and the odd bye leave a way round it.

An Australian draw does so unless it is given a limit, up to which earlier meetings are as good.
"""
BYE_BY_POLICY = {
    *NO_REPEATS - {("australian", "")},
    *(("koth", "whole"), ("koth", "early"), ("queen", ""), ("pair1324", "")),
    *(("factor", variant) for variant in METHODS["factor"].variants),
}
"""Those that give the odd bye to the first choice of the policy, or say to whom else and why."""
TAKES_ANY_WAY = set(BY_ONE) - {("queen", "")}
"""Those that refuse a field only where no pairing keeps the conditions: queen knows but one."""

FEW_SIMULATIONS = {"simulations": 40, "control_simulations": 20}
"""Few of them: what is checked here holds for any number."""
PATTERN = {
    "block.apart",
    "block.apart_not_found",
    "block.fixed",
    "fixed.too_many",
    "fontes.too_few",
    "koth.nothing_certain",
}
"""The reasons for which a block, or a hill by ranks, may refuse what another method can pair."""
MISFIT = {
    "cop.overconstrained",
    "distance.too_large",
    "factor.too_large",
    "groups.odd_size",
    "groups.too_many_rounds",
    "roundrobin.odd_cycles",
    "roundrobin.too_many_rounds",
}
"""The reasons for which a method may refuse the numbers that it was asked for."""
STANDS_IN_THE_WAY = {"pairing.infeasible", "pairing.kept_apart"}

thorough, few = examples(14), examples(5)
"""Of every kind of history, and for what draws up many rounds at once."""


def a_history(players: int, rounds: int, seed: int, *, conditions: bool) -> PairingPosition:
    """Returns a field after some rounds: byes by one of the policies, and not taken by everybody.

    With conditions some are fixed on boards or to sit out, some never meet, some rather not.
    """
    random = Random(seed)
    if conditions:
        position = with_conditions(players, rounds, seed)
    else:
        position = a_field(players, rounds, seed, total_rounds=rounds + random.randint(1, 6))
    field = tuple(
        replace(
            player,
            takes_bye=random.random() < 0.9,
            rating=random.choice((0, random.randint(300, 2100))),
            prize_class=random.choice(("", "B", "C")),
        )
        for player in position.players
    )
    position = replace(position, players=field, bye_policy=random.choice(BYE_POLICIES))
    rules = GibsonRules((100,), pairs_out=random.random() < 0.4)
    return replace(position, prizes=Prizes(random.randint(1, 3)), gibson=rules)


# In small fields limits of repeats bind, and new opponents run out.
histories = st.builds(
    a_history,
    players=st.integers(4, 14) | st.integers(4, 60),
    rounds=st.integers(0, 12),
    seed=st.integers(0, 10**6),
    conditions=st.just(False),
)
conditioned = st.builds(
    a_history,
    players=st.integers(4, 14) | st.integers(4, 40),
    rounds=st.integers(0, 12),
    seed=st.integers(0, 10**6),
    conditions=st.just(True),
)


def given_a_schedule(key: str, position: PairingPosition) -> PairingPosition:
    """Returns the position with a schedule for the method that plays only what it is given."""
    if key != "schedule":
        return position
    bare = replace(position, fixed=(), fixed_byes=(), apart=(), avoid=())
    return replace(position, schedule=pair(bare, Request("roundrobin")).schedule)


def asked(
    key: str, variant: str, repeats: int | None = None, options: Mapping[str, int] | None = None
) -> Request:
    """Returns a request for a method, of few simulations where it makes any."""
    known = {option.key for option in METHODS[key].options}
    few = {name: count for name, count in FEW_SIMULATIONS.items() if name in known}
    given = tuple(sorted({**few, **(options or {})}.items()))
    return Request(key, variant, repeats=repeats, seed="s", options=given)


def some_of(option: Option) -> st.SearchStrategy[int | None]:
    """Returns numbers for an option, small ones as people ask for them, or none."""
    return st.none() | st.integers(option.least, min(option.most, option.least + 7))


def told(position: PairingPosition, request: Request) -> Pairing | Refusal:
    """Returns the answer to a request, which is the same whatever the order of the rows.

    Every code that it holds has words; a pairing has what any pairing has to keep.
    """
    answer = answer_of(position, request)
    assert answer_of(shuffled(position), request) == answer
    if not isinstance(answer, Pairing):
        code, params = answer
        assert in_words(PairingError(code, **params)).endswith(".")
        return answer
    check_pairing(position, request, answer)
    check_account(position, answer)
    return answer


def check_account(position: PairingPosition, pairing: Pairing) -> None:
    """Checks what a pairing says of itself against the history: ranks, meetings, floats, sides."""
    players = {player.number: player for player in position.players}
    rank = {p.number: at for at, p in enumerate(rank_order(position.players), start=1)}
    assert pairing.left == ()
    assert [rank[b.one] for b in pairing.boards] == sorted(rank[b.one] for b in pairing.boards)
    repeats = floats = 0
    for reason in pairing.explanation:
        one, two = players[reason.one], players[reason.two]
        rounds = [m.round for m in position.meetings if {m.one, m.two} == {one.number, two.number}]
        assert (reason.meetings, reason.last_met) == (len(rounds), max(rounds, default=None))
        assert (reason.rank_one, reason.rank_two) == (rank[one.number], rank[two.number])
        assert (reason.balance_one, reason.balance_two) == (one.balance, two.balance)
        assert set(reason.terms) <= set(pairing.objective)
        assert not reason.rule or rule_in_words(reason.rule).endswith(".")
        repeats += bool(rounds)
        floats += one.half_wins != two.half_wins
    assert (pairing.repeats, pairing.floats) == (repeats, floats)
    explained = {(r.one, r.two) for r in pairing.explanation if r.one != r.two}
    assert explained == {(b.one, b.two) for b in pairing.boards}
    for warning in pairing.warnings:
        assert in_words(warning).endswith(".")


def to_pair(position: PairingPosition) -> list[PairingPlayer]:
    """Returns those whom the method has to pair, best first."""
    out = {number for two in position.fixed for number in two} | set(position.fixed_byes)
    return [player for player in rank_order(position.players) if player.number not in out]


def choices(position: PairingPosition) -> list[int]:
    """Returns who may get the odd bye by the policy, the first choice first, nobody if all play."""
    field = to_pair(position)
    takers = [player for player in reversed(field) if player.takes_bye]
    if len(field) % 2 == 0 or not takers:
        return []
    if position.bye_policy == "always_bottom":
        return [player.number for player in takers]
    fewest = min(player.byes for player in takers)
    takers = [player for player in takers if player.byes == fewest]
    numbers = [player.number for player in takers]
    if position.bye_policy == "top_down":
        numbers.reverse()
    if position.bye_policy == "german":
        to_go = max(position.total_rounds - position.round_number + 1, 1)
        wanted = min(to_go, len(numbers)) - 1
        by_nearness = sorted(range(len(numbers)), key=lambda at: (abs(at - wanted), at))
        numbers = [numbers[at] for at in by_nearness]
    return numbers


def has_pairing(position: PairingPosition, repeats: int | None, byes: list[int]) -> bool:
    """Returns whether all can be paired within a limit of repeats, the bye going to one of these.

    Nodes are those to be paired and, where they are odd in number, the bye as 0.
    """
    field = [player.number for player in to_pair(position)]
    apart = {frozenset(two) for two in position.apart}
    met: dict[frozenset[int], int] = {}
    for meeting in position.meetings:
        two = frozenset((meeting.one, meeting.two))
        met[two] = met.get(two, 0) + 1
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(field)
    graph.add_edges_from(
        two
        for two in combinations(field, 2)
        if frozenset(two) not in apart
        and (repeats is None or met.get(frozenset(two), 0) <= repeats)
    )
    if len(field) % 2:
        graph.add_edges_from((0, number) for number in byes)
    return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == len(field) + (
        len(field) % 2
    )


def is_told_of_gibsons(pairing: Pairing) -> bool:
    """Returns whether a pairing says that its repeats come of clinched players paired out."""
    return any(warning.code == "gibson.repeats" for warning in pairing.warnings)


def has_gibson_boards(pairing: Pairing) -> bool:
    """Returns whether clinched players were paired out, and the odd bye with them perhaps."""
    return any(why.rule.startswith("gibson.") for why in pairing.explanation)


@pytest.mark.parametrize(("key", "variant"), BY_ONE)
@thorough
@given(position=histories)
def test_a_field_without_conditions_is_paired_and_told_of_truly(
    key: str, variant: str, position: PairingPosition
) -> None:
    answer = told(position, asked(key, variant))
    byes = choices(position)
    if not isinstance(answer, Pairing):
        assert answer[0] == "bye.nobody_takes_it"
        assert len(position.players) % 2
        assert not byes
        return
    assert len(answer.byes) == len(position.players) % 2
    if (key, variant) in NO_REPEATS and answer.repeats and not is_told_of_gibsons(answer):
        assert not has_pairing(position, 0, byes)


@pytest.mark.parametrize(("key", "variant"), BLOCKS)
@few
@given(position=histories)
def test_a_block_begins_with_a_round_that_seats_everybody(
    key: str, variant: str, position: PairingPosition
) -> None:
    position = given_a_schedule(key, position)
    answer = told(position, asked(key, variant))
    if not isinstance(answer, Pairing):
        assert (key, answer[0]) == ("fontes", "fontes.too_few")
        return
    block = answer.schedule or position.schedule
    assert block is not None
    games = block.of_round(position.round_number) or ()
    assert {(game.one, game.two) for game in games if game.two is not None} == {
        tuple(sorted((board.one, board.two))) for board in answer.boards
    }


@pytest.mark.parametrize(("key", "variant"), BLOCKS)
@few
@given(position=conditioned)
@example(position=a_history(4, 0, 57943, conditions=True))
def test_a_block_keeps_conditions_or_says_which_it_cannot(
    key: str, variant: str, position: PairingPosition
) -> None:
    answer = told(given_a_schedule(key, position), asked(key, variant))
    if not isinstance(answer, Pairing):
        assert answer[0] in PATTERN


@pytest.mark.parametrize(("key", "variant"), BY_ONE)
@thorough
@given(position=conditioned, repeats=st.none() | st.integers(0, 2))
def test_conditions_are_kept_or_refused_for_want_of_any_pairing(
    key: str, variant: str, position: PairingPosition, repeats: int | None
) -> None:
    answer = told(position, asked(key, variant, repeats=repeats))
    byes = choices(position)
    if not isinstance(answer, Pairing):
        if answer[0] == "bye.nobody_takes_it":
            assert len(to_pair(position)) % 2
            assert not byes
        elif (key, variant) in TAKES_ANY_WAY and answer[0] not in MISFIT:
            assert answer[0] in STANDS_IN_THE_WAY
            assert not has_pairing(position, repeats, byes)
        return
    out = {frozenset(two) for two in position.fixed}
    again = any(
        reason.meetings
        for reason in answer.explanation
        if frozenset((reason.one, reason.two)) not in out
    )
    if is_told_of_gibsons(answer):
        return
    if (key, variant) in NO_REPEATS and again and (key != "australian" or not repeats):
        assert not has_pairing(position, 0, byes)


@pytest.mark.parametrize(("key", "variant"), sorted(BYE_BY_POLICY))
@thorough
@given(position=conditioned | histories, repeats=st.none() | st.integers(0, 1))
def test_the_odd_bye_goes_by_policy_or_to_the_next_who_helps(
    key: str, variant: str, position: PairingPosition, repeats: int | None
) -> None:
    answer = answer_of(position, asked(key, variant, repeats=repeats))
    byes = choices(position)
    if not isinstance(answer, Pairing) or not byes or has_gibson_boards(answer):
        return
    (bye,) = set(answer.byes) - set(position.fixed_byes)
    if bye == byes[0]:
        return
    moved = {warning.code: warning.params for warning in answer.warnings}
    why = moved.get("bye.moved_up") or moved["bye.keeps_apart"]
    assert (why["instead_of"], why["number"]) == (byes[0], bye)
    limits = {repeats, 0} if (key, variant) in NO_REPEATS else {repeats}
    for other in byes[: byes.index(bye)] if bye in byes else byes:
        assert not all(has_pairing(position, limit, [other]) for limit in limits)
    if bye in byes:
        assert any(has_pairing(position, limit, [bye]) for limit in limits)


@pytest.mark.parametrize("key", [key for key, method in METHODS.items() if method.options])
@thorough
@given(data=st.data(), position=conditioned)
def test_whatever_numbers_a_method_is_asked_for_it_pairs_or_says_what_does_not_fit(
    key: str, data: st.DataObject, position: PairingPosition
) -> None:
    method = METHODS[key]
    numbers = {option.key: data.draw(some_of(option), option.key) for option in method.options}
    options = {name: number for name, number in numbers.items() if number is not None}
    variant = data.draw(st.sampled_from(method.variants or ("",)), "variant")
    answer = told(position, asked(key, variant, options=options))
    if not isinstance(answer, Pairing):
        known = MISFIT | PATTERN | STANDS_IN_THE_WAY | {"bye.nobody_takes_it"}
        assert answer[0] in known
