"""How an entry's rating comes about, and what its next game would do to it: for everybody."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from core.web.doors import reads
from core.web.site import WEB
from tournaments.pages.rating_steps import rating_steps_page
from tournaments.pages.rating_what_if import Asked
from tournaments.views.public import show_page


@reads
def show_rating_steps(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """Shows the steps of an entry's rating, stored; with a question, made for who asks it."""
    asked = Asked(spread=request.GET.get("spread"), opponent=request.GET.get("opponent"))
    return show_page(
        request,
        slug,
        division,
        lambda book: rating_steps_page(book, WEB, number, asked),
        stored=not any(asked),
    )
