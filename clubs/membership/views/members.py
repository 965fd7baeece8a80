"""The members of a club at its desk: the list, a member, and adding one."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import urlencode

from clubs.kernel.desk.access import in_club
from clubs.kernel.desk.context import club_link
from clubs.kernel.queries.clubs import KnownClub
from clubs.membership.commands.terms import AddMember
from clubs.membership.desk_pages import ADD, choice_of_member
from clubs.membership.forms.context import MemberContext, member_link
from clubs.membership.forms.members import AddMemberForm
from clubs.membership.queries.lists import found_among, listed, member_page
from core.errors import UserError
from core.journal.execute import execute
from core.models import JournalEntry
from core.phrases import phrase
from core.roles.table import Permission
from core.web.page_strip import page_strip
from core.web.query_values import search_text
from core.web.view_access import reads, writes
from desk.access import actor_of, number_in
from desk.forms import acceptance_of, doubt_accepted
from desk.giving import give
from people.models import Player

AT_ONCE = 100


@reads
@in_club(Permission.KEEP_MEMBERS)
def members_desk(request: HttpRequest, club: KnownClub) -> HttpResponseBase:
    """Lists the members, those whose membership ends first at the top; searched by name."""
    text = search_text(request.GET.get("q", ""))
    everybody = listed(club.home, timezone.localdate())
    lines = found_among(everybody, text) if text else everybody
    part = Paginator(lines, AT_ONCE).get_page(request.GET.get("part"))
    search = {"q": text} if text else {}
    context: dict[str, Any] = {
        "club": club,
        "tab": "members",
        "query": text,
        "count": len(lines),
        "lines": part.object_list,
        "parts": page_strip(
            part.number,
            part.paginator.num_pages,
            lambda number: "?" + urlencode(search | {"part": number}),
        ),
    }
    return render(request, "clubs/membership/members.html", context)


@reads
@in_club(Permission.KEEP_MEMBERS)
def member_desk(request: HttpRequest, club: KnownClub) -> HttpResponseBase:
    """Shows a member: terms, associations, suspensions, nights; without one, asks for whom."""
    context: dict[str, Any] = {"club": club, "tab": "members"}
    if "player" not in request.GET:
        page = {"title": phrase("A member"), "text": ""}
        back = club_link("club-members", club.slug)
        choice = choice_of_member(club)
        return render(
            request, "desk/choose.html", {**context, "page": page, "choice": choice, "back": back}
        )
    player = get_object_or_404(Player, pk=number_in(request.GET["player"]))
    shown = member_page(club.home, player, timezone.localdate())
    if shown is None:
        raise Http404(phrase("{club} has no such member.", club=club.name))
    return render(request, "clubs/membership/member.html", {**context, "shown": shown})


@writes(AddMember)
@in_club(Permission.KEEP_MEMBERS)
def add_member_desk(request: HttpRequest, club: KnownClub) -> HttpResponseBase:
    """Makes somebody a member, and puts who is new into the register in the same step."""
    where = MemberContext(request.user.get_username(), club=club)
    form = AddMemberForm(where=where)
    if request.method == "POST":
        form = AddMemberForm(request.POST, request.FILES, where=where)
        entry = _give(request, form)
        if entry is not None:
            player = Player.objects.get(key=entry.payload["player"])
            return redirect(member_link(club.slug, player))
    context = {
        "page": ADD,
        "title": ADD.title,
        "form": form,
        "where": where,
        "back": club_link("club-members", club.slug),
        **where.shown(),
    }
    return render(request, "desk/command.html", context, status=422 if form.is_wrong else 200)


def _give(request: HttpRequest, form: AddMemberForm) -> JournalEntry | None:
    """Adds who is new and gives the command: together, or not at all."""
    with transaction.atomic():
        if form.stored() is None and form.is_valid() and form.newcomer is not None:
            command = form.build()
            if form.accepted in (acceptance_of(command), doubt_accepted(command)):
                try:
                    key = f"{form.idempotency_key}-person"
                    execute(form.newcomer, actor=actor_of(request), key=key)
                except UserError as refused:
                    form.refuse(refused)
                    transaction.set_rollback(True)
                    return None
        entry = give(request, form)
        if entry is None:
            transaction.set_rollback(True)
    return entry
