"""All rating lists that everybody may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Count

from core.phrases import phrase
from core.web.frame import Context
from core.web.sharing import shared_as
from core.web.site import RATINGS, Site
from ratings.models import ImportedRating, ListImport, RatingList, Standing
from ratings.pages.frame import list_path, method_of, page_frame, rated_at, render


class ListedList(NamedTuple):
    """A list among the others."""

    name: str
    href: str | None
    method: Context
    family: str
    players: int
    as_of: str


def lists_page(lists: Sequence[RatingList], site: Site) -> str:
    """Returns the page of the lists, those that are computed here first."""
    players = _players(lists)
    shown = [
        ListedList(
            name=one.name,
            href=site.href(list_path(one.key)),
            method=method_of(one),
            family=one.lexicon_family,
            players=players.get(one.pk, 0),
            as_of=rated_at(one),
        )
        for one in sorted(lists, key=lambda one: one.is_imported)
    ]
    about = phrase("Rating lists, and how each of them is computed")
    shared = shared_as(site, RATINGS, title=phrase("Ratings"), about=about)
    return render("lists", {**page_frame(site, phrase("Ratings")), **shared, "lists": shown})


def _players(lists: Sequence[RatingList]) -> dict[int, int]:
    """Returns how many players each list holds, in three queries."""
    standings = Standing.objects.filter(rating_list__in=lists).order_by()
    players = dict(standings.values_list("rating_list").annotate(Count("pk")))
    imports = ListImport.objects.filter(rating_list__in=[one for one in lists if one.is_imported])
    last = {one.rating_list_id: one.pk for one in imports.order_by("effective_on", "number")}
    rows = ImportedRating.objects.filter(list_import__in=last.values()).order_by()
    lines = dict(rows.values_list("list_import").annotate(Count("pk")))
    return players | {of_list: lines.get(pk, 0) for of_list, pk in last.items()}
