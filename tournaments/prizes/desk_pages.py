"""The table of the commands on prizes: each with its address, form and words."""

from __future__ import annotations

from dataclasses import dataclass

from core.phrases import phrase
from desk.context import DeskContext
from tournaments.kernel.desk.context import EventContext, desk_link
from tournaments.kernel.desk.pages import EventPage
from tournaments.prizes.forms import money, offers, terms, winners


@dataclass(frozen=True)
class PrizePage(EventPage):
    """A command on the prizes of an event: it comes from the page of prizes and leads back."""

    leads_to: str = "desk-prizes"

    def back(self, where: DeskContext) -> str:
        assert isinstance(where, EventContext)
        return desk_link("prizes", where.the_event.slug)


@dataclass(frozen=True)
class EventMoneyPage(PrizePage):
    """A command on the money of an event: it comes from the page of money and leads back."""

    leads_to: str = "desk-event-money"

    def back(self, where: DeskContext) -> str:
        assert isinstance(where, EventContext)
        return desk_link("event-money", where.the_event.slug)


LIST_PAGES: tuple[EventPage, ...] = (
    PrizePage(
        "prize-terms",
        terms.PrizeTermsForm,
        phrase("Terms of the prizes"),
        phrase("In what currency the event pays, from what, and how prizes are won."),
    ),
    PrizePage(
        "add-prizes",
        offers.AddPrizesForm,
        phrase("Add prizes"),
        phrase("One prize, or those of several places in a row."),
    ),
    PrizePage(
        "exclude-from-prizes",
        terms.ExcludeForm,
        phrase("Who wins no prizes"),
        phrase("Such as staff who play. House players and whoever withdrew win none anyway."),
    ),
    PrizePage(
        "publish-prizes",
        terms.PublishPrizesForm,
        phrase("Show or hide the prizes"),
        phrase("Everybody can read the prizes and who wins them, until you hide them again."),
    ),
)

MONEY_PAGES: tuple[EventPage, ...] = (
    EventMoneyPage(
        "take-entry-fees",
        money.TakeFeesForm,
        phrase("Take entry fees"),
        phrase("Tick everybody who has paid."),
    ),
    EventMoneyPage(
        "record-money",
        money.RecordMoneyForm,
        phrase("Write down money"),
        phrase("What a sponsor or the organiser adds to the fund, and what the event costs."),
    ),
    EventMoneyPage(
        "pay-prizes",
        money.PayPrizesForm,
        phrase("Pay prizes"),
        phrase("A winner gets all prizes in money that are due, and a receipt."),
    ),
    EventMoneyPage(
        "remove-money",
        money.RemoveMoneyForm,
        phrase("Remove a receipt"),
        phrase("For what was written down by mistake. The log keeps it."),
        danger=True,
    ),
)

PRIZE_PAGES: tuple[EventPage, ...] = (
    PrizePage(
        "change-prize",
        offers.ChangePrizeForm,
        phrase("Change the prize"),
        phrase("What it is for, and what it is."),
    ),
    PrizePage(
        "move-prize",
        offers.MovePrizeForm,
        phrase("Move the prize"),
        phrase("To another line of the list."),
    ),
    PrizePage(
        "draw-prize",
        winners.DrawPrizeForm,
        phrase("Draw the prize"),
        phrase("Among those who are here and have won no other door prize. You can draw again."),
    ),
    PrizePage(
        "name-winners",
        winners.NameWinnersForm,
        phrase("Name the winners"),
        phrase("For what no figure tells, such as the best play."),
    ),
    PrizePage(
        "remove-prize",
        offers.RemovePrizeForm,
        phrase("Remove the prize"),
        phrase("It is no longer on the list."),
        danger=True,
    ),
)
"""Those about one prize, which their address names."""
