"""Prizes that a random director offers and takes off the list, whatever has been played."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.scenarios.director import Director
from tournaments.models import EventPrize
from tournaments.prizes.commands.offers import AddPrizes, PrizeLine, RemovePrize
from tournaments.prizes.commands.terms import SetPrizeTerms
from tournaments.prizes.queries.now import prizes_now
from tournaments.prizing.records import PrizeKind

FUND = 10_000
OFFERED = sorted(set(PrizeKind) - {PrizeKind.BOUNTY, PrizeKind.CLASS})


class WithPrizes(Director):
    """The rules of prizes: what is won is never more than there is, and each says why."""

    @rule(
        data=st.data(),
        kind=st.sampled_from(OFFERED),
        amount=st.sampled_from([0, 0, 1_999, 7_000]),
        ranged=st.sampled_from([0, 0, 1, 2]),
        one_money=st.sampled_from(["no", "standings", "all"]),
    )
    def offer_a_prize(
        self, data: st.DataObject, kind: PrizeKind, amount: int, ranged: int, one_money: Any
    ) -> None:
        event = self.named["event"]
        terms = SetPrizeTerms(event=event, currency="EUR", fund=FUND, one_money=one_money)
        if amount:
            self.try_to(terms)
        line = PrizeLine(
            kind=kind,
            division=self.named["division"],
            place=data.draw(st.integers(1, 3)),
            amount=amount,
            text="" if amount else "Cup",
            first_round=ranged,
        )
        self.try_to(AddPrizes(event=event, prizes=(line,)))
        self.prizes_add_up()

    @rule(data=st.data())
    def take_a_prize_off_the_list(self, data: st.DataObject) -> None:
        numbers = list(EventPrize.objects.order_by("number").values_list("number", flat=True))
        if numbers:
            number = data.draw(st.sampled_from(numbers))
            self.try_to(RemovePrize(event=self.named["event"], number=number))

    def prizes_add_up(self) -> None:
        now = prizes_now(self.division().tournament)
        assert now.total <= FUND
        assert sum(now.due.values()) <= now.total
        for one in now.list:
            assert one.why
            won = sum(winner.amount for winner in one.winners)
            assert won in (0, one.prize.amount) or one.award.pooled or len(one.winners) > 1
            assert won <= one.prize.amount
