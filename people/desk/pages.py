"""The commands on the register of players and clubs, as the desk offers them."""

from __future__ import annotations

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse

from core.models import JournalEntry
from core.phrases import phrase
from core.web.query_values import query
from desk.context import DeskContext
from desk.journal_forms import UndoEntryForm
from desk.pages import UNDO, UNDO_TEXT, Choice, CommandPage, Link, entry_of_address
from people.desk.context import RegisterContext
from people.desk.forms import AddClubForm, AddPlayerForm, ChangePlayerForm
from people.models import Player
from people.portraits.forms import HidePlayerForm, ShowOnPaperForm
from people.searching import filed_in_full, in_order
from people.selectors import REGISTER

PLAYER = "player"


class RegisterPage(CommandPage):
    """A command on the register."""

    def choice(self, where: DeskContext) -> Choice | None:
        assert isinstance(where, RegisterContext)
        if self.asks != PLAYER or where.player is not None:
            return super().choice(where)
        players = in_order(Player.objects.order_by())
        return Choice(
            phrase("Which player?"),
            [Link(f"{filed_in_full(one)} ({one.key})", query(player=one.key)) for one in players],
        )

    def after(self, where: DeskContext, entry: JournalEntry) -> str:
        return reverse("desk-register")


PAGES: tuple[RegisterPage, ...] = (
    RegisterPage(
        "add-player",
        AddPlayerForm,
        phrase("Add a player"),
        phrase("A player in the register can be entered in any event."),
    ),
    RegisterPage(
        "change-player",
        ChangePlayerForm,
        phrase("Change a player"),
        phrase("Only what you change is recorded."),
        asks=PLAYER,
    ),
    RegisterPage(
        "show-player",
        ShowOnPaperForm,
        phrase("Show with picture and country"),
        phrase("Beside the name on public pages. Players do it themselves through their own link."),
        asks=PLAYER,
    ),
    RegisterPage(
        "hide-player",
        HidePlayerForm,
        phrase("Remove picture and country"),
        phrase("The picture is gone then. To show it again, somebody has to send it again."),
        asks=PLAYER,
    ),
    RegisterPage("add-club", AddClubForm, phrase("Add a club"), ""),
    RegisterPage("register-undo", UndoEntryForm, phrase("Undo"), UNDO_TEXT, asks=UNDO),
)


def find_in_register(request: HttpRequest, page: CommandPage) -> RegisterContext:
    """Returns the context of a page of the register. Raises Http404 for what is not there."""
    player = None
    if page.asks == PLAYER and "player" in request.GET:
        player = get_object_or_404(Player, key=request.GET["player"])
    return RegisterContext(
        request.user.get_username(),
        undoing=entry_of_address(request, page, REGISTER),
        player=player,
    )
