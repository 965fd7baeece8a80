"""Who is perhaps in the register twice, for operators: the list, and what is done about it."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from clubs.membership.forms.merging import MergePlayersForm, TwoPeople, TwoPeopleForm
from clubs.membership.queries.duplicates import found_twice, merged_people
from core.models import JournalEntry
from core.phrases import phrase
from core.web.page_strip import page_strip
from core.web.view_access import reads
from desk.access import for_operator, number_in
from desk.context import DeskContext
from desk.pages import CommandPage
from people.desk.pages import RegisterPage
from people.models import Player

AT_ONCE = 100


class TwoPeoplePage(RegisterPage):
    """A command about two people of the register."""

    def after(self, where: DeskContext, entry: JournalEntry) -> str:
        return reverse("desk-duplicates")


PAGES: tuple[TwoPeoplePage, ...] = (
    TwoPeoplePage(
        "merge-players",
        MergePlayersForm,
        phrase("Merge two players"),
        phrase("The one who stays stands for both, with the name that they show in public."),
        danger=True,
    ),
    TwoPeoplePage(
        "keep-apart",
        TwoPeopleForm,
        phrase("These are two people"),
        phrase("They are not listed again as perhaps the same."),
    ),
)


def find_two(request: HttpRequest, _page: CommandPage) -> TwoPeople:
    """Returns the two people of the address. Raises Http404 for who is not there."""
    one, other = (
        get_object_or_404(Player, pk=number_in(request.GET[name])) if name in request.GET else None
        for name in ("one", "other")
    )
    return TwoPeople(request.user.get_username(), one=one, other=other)


@reads
@for_operator
def duplicates_desk(request: HttpRequest) -> HttpResponseBase:
    """Lists who is perhaps in the register twice and why, and who was merged."""
    part = Paginator(found_twice(), AT_ONCE).get_page(request.GET.get("part"))
    context = {
        "found": part.object_list,
        "parts": page_strip(
            part.number, part.paginator.num_pages, lambda number: f"?part={number}"
        ),
        "merged": merged_people(),
    }
    return render(request, "clubs/membership/duplicates.html", context)
