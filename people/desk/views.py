"""The register of players and clubs at the desk: from A to Z, searched, a page at a time."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils.http import urlencode

from core.roles.access import is_operator
from core.web.page_strip import page_strip
from core.web.view_access import reads
from desk.access import for_staff
from desk.log import log_page
from people.desk.pages import PAGES
from people.models import Club, Player
from people.searching import filed_in_full, found, in_order
from people.selectors import REGISTER

AT_ONCE = 100
QUERY_LIMIT = 80


@reads
@for_staff
def register_desk(request: HttpRequest) -> HttpResponseBase:
    """Shows the register of players and clubs; to operators also numbers and its journal."""
    operator = is_operator(request.user)
    query = " ".join(request.GET.get("q", "")[:QUERY_LIMIT].split())
    search = {"q": query} if query else {}
    everybody = Player.objects.select_related("club", "merged_into").order_by()
    players = found(everybody, query, by_number=operator) if query else in_order(everybody)
    part = Paginator(players, AT_ONCE).get_page(request.GET.get("part"))
    context: dict[str, Any] = {
        "query": query,
        "count": len(players),
        "lines": [(filed_in_full(player), player) for player in part.object_list],
        "parts": page_strip(
            part.number,
            part.paginator.num_pages,
            lambda number: "?" + urlencode(search | {"part": number}),
        ),
        "clubs": Club.objects.all(),
        "pages": [page for page in PAGES if not page.asks],
        "log": log_page(REGISTER, request.GET.get("page")) if operator else None,
        "operator": operator,
    }
    return render(request, "people/desk/register.html", context)
