"""Whatever is tied and pooled: the money of the prizes is given away once, and books balance."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.depth import examples
from tournaments.prizing.awarding import awarded
from tournaments.prizing.books import EventAccount, Money, MoneyRow, statement
from tournaments.prizing.records import (
    BY_HAND,
    Contestant,
    CountedGame,
    Field,
    OneMoney,
    Prize,
    PrizeKind,
    Terms,
)
from tournaments.prizing.splitting import (
    WHOLE,
    equal_shares,
    parts_of_fund,
    shares_of_prizes,
    withheld,
)

AMOUNTS = st.integers(1, 100_000)
UNITS = st.sampled_from((1, 5, 10, 25, 100, 1000))


@st.composite
def fields(draw: st.DrawFn) -> Field:
    """Returns some contestants with ties among them, and games."""
    count = draw(st.integers(1, 9))
    records = sorted(
        draw(st.lists(st.integers(0, 4), min_size=count, max_size=count)), reverse=True
    )
    contestants = tuple(
        Contestant(
            key=at + 1,
            division="A",
            rank=records.index(record) + 1,
            standing=at,
            half_wins=record,
            half_losses=8 - record,
            spread=record,
            seed=count - at,
            games=4,
            prize_class=draw(st.sampled_from("AB")),
            is_newcomer=draw(st.booleans()),
        )
        for at, record in enumerate(records)
    )
    keys = st.integers(1, count)
    scores = st.integers(300, 306)
    games = [
        CountedGame("A", number, 1, one, two, max(scored), min(scored), 1000, 1010)
        for number, (one, two, *scored) in enumerate(
            draw(st.lists(st.tuples(keys, keys, scores, scores), max_size=12)), 1
        )
        if one != two
    ]
    return Field(contestants, tuple(games))


@st.composite
def prize_lists(draw: st.DrawFn) -> list[Prize]:
    """Returns prizes in money of every kind, some for the same place."""
    drawn = draw(
        st.lists(
            st.tuples(
                st.sampled_from(PrizeKind),
                st.sampled_from(("", "A")),
                st.sampled_from(("", "A", "B")),
                st.integers(1, 4),
                AMOUNTS,
            ),
            max_size=12,
        )
    )
    return [
        Prize(
            number,
            kind,
            division,
            prize_class,
            place,
            amount,
            games=2,
            target=1,
            winners=(2, 1) if kind in BY_HAND else (),
        )
        for number, (kind, division, prize_class, place, amount) in enumerate(drawn, 1)
    ]


@given(fields(), prize_lists(), st.sampled_from(OneMoney), UNITS, st.integers(0, 100_000))
@examples(300)
def test_what_is_won_and_what_nobody_wins_sum_to_the_fund(
    field: Field, prizes: list[Prize], one_money: OneMoney, unit: int, spare: int
) -> None:
    fund = sum(prize.amount for prize in prizes) + spare
    awards = awarded(prizes, field, Terms(one_money, unit=unit))
    assert [award.prize for award in awards] == prizes
    for award in awards:
        given_away = sum(share.amount for share in award.winners)
        assert given_away == (award.prize.amount if award.winners else 0)
        assert all(share.amount > 0 for share in award.winners)
    won = sum(share.amount for award in awards for share in award.winners)
    unwon = sum(award.prize.amount for award in awards if not award.winners)
    assert won + unwon + spare == fund


@given(fields(), prize_lists(), UNITS)
@examples(200)
def test_nobody_wins_two_prizes_in_money_of_different_groups_where_one_is_the_rule(
    field: Field, prizes: list[Prize], unit: int
) -> None:
    awards = awarded(prizes, field, Terms(OneMoney.ALL, unit=unit))
    held: dict[int, tuple[int, ...]] = {}
    for award in awards:
        if award.prize.kind in BY_HAND:
            continue
        for share in award.winners:
            group = award.pooled or (award.prize.number,)
            assert held.setdefault(share.key, group) == group


@given(fields(), prize_lists())
@examples(200)
def test_a_better_place_never_wins_less_where_better_places_are_worth_more(
    field: Field, prizes: list[Prize]
) -> None:
    amounts = sorted((prize.amount for prize in prizes), reverse=True)
    ladder = [
        Prize(at, PrizeKind.PLACE, "A", place=at, amount=amount)
        for at, amount in enumerate(amounts, 1)
    ]
    won = dict.fromkeys((c.key for c in field.contestants), 0)
    for award in awarded(ladder, field, Terms()):
        for share in award.winners:
            won[share.key] += share.amount
    in_order = [won[contestant.key] for contestant in field.contestants]
    assert in_order == sorted(in_order, reverse=True)


@given(AMOUNTS, st.integers(1, 12), UNITS)
@examples(200)
def test_equal_shares_sum_to_the_pool_and_differ_by_less_than_two_units(
    pool: int, count: int, unit: int
) -> None:
    shares = equal_shares(pool, count, unit)
    assert sum(shares) == pool
    assert shares == sorted(shares, reverse=True)
    assert max(shares) - min(shares) < 2 * unit


@given(st.lists(AMOUNTS, min_size=1, max_size=6), st.integers(1, 7), UNITS)
@examples(200)
def test_every_prize_is_given_away_whole_and_everybody_gets_an_equal_share(
    amounts: list[int], count: int, unit: int
) -> None:
    table = shares_of_prizes(amounts, count, unit)
    assert [sum(row) for row in table] == amounts
    assert all(share >= 0 for row in table for share in row)
    totals = [sum(row[at] for row in table) for at in range(count)]
    assert totals == equal_shares(sum(amounts), count, unit)


@given(AMOUNTS, st.lists(st.integers(1, 4000), min_size=1, max_size=8), UNITS)
@examples(200)
def test_parts_of_a_fund_are_never_more_than_it_and_all_of_it_where_they_make_it_up(
    fund: int, parts: list[int], unit: int
) -> None:
    fitting = [part for at, part in enumerate(parts) if sum(parts[: at + 1]) <= WHOLE]
    assert sum(parts_of_fund(fund, fitting, unit)) <= fund
    whole = [*fitting, WHOLE - sum(fitting)]
    assert sum(parts_of_fund(fund, whole, unit)) == fund


def test_tax_is_kept_back_from_the_stated_amount_on_and_rounded_half_up() -> None:
    assert withheld(59_999, 3000, 60_000) == 0
    assert withheld(60_000, 3000, 60_000) == 18_000
    assert withheld(5, 1000, 0) == 1
    assert withheld(4, 1000, 0) == 0


@st.composite
def money_rows(draw: st.DrawFn) -> MoneyRow:
    amount = draw(AMOUNTS)
    kind = draw(st.sampled_from(Money))
    kept = draw(st.integers(0, amount)) if kind is Money.PRIZE else 0
    return MoneyRow(
        kind, amount, kept, draw(st.sampled_from((EventAccount.CASH, EventAccount.BANK)))
    )


@given(st.lists(money_rows(), max_size=30), st.integers(0, 5000), st.integers(0, 5000))
@examples(200)
def test_the_books_of_an_event_balance_whatever_happens(
    rows: list[MoneyRow], fees_due: int, prizes_due: int
) -> None:
    for row in rows:
        assert sum(amount for _, amount in row.postings) == 0
    books = statement(rows, fees_due=fees_due, prizes_due=prizes_due)
    assert books.balances
    there = books.cash + books.bank - books.withheld
    assert books.left == there + fees_due - prizes_due


def test_a_row_says_where_its_money_went() -> None:
    books = statement(
        [
            MoneyRow(Money.FEE, 2000),
            MoneyRow(Money.ADDED, 5000, place=EventAccount.BANK),
            MoneyRow(Money.EXPENSE, 1500),
            MoneyRow(Money.PRIZE, 1000, 300, EventAccount.BANK),
        ],
        prizes_due=400,
    )
    assert (books.cash, books.bank, books.withheld) == (500, 4300, 300)
    assert (books.fees, books.added, books.expenses, books.prizes) == (2000, 5000, 1500, 1000)
    assert books.left == 4100
