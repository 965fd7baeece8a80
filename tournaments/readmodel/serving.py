"""A public page served, from one read model for all pages made one after the other."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from core.background import in_threads
from core.memo import memo_of
from core.web.pages import serve
from core.web.refusals import MissingWithin
from core.web.rendering import UNTIL_MORE_S, shared
from core.web.store import Made, NoSuchPage
from core.web.unchanged import remembered
from tournaments.models import Tournament
from tournaments.readmodel.addresses import hub_path
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.page_versions import (
    VersionedDivision,
    VersionedEvent,
    card_version,
    versioned_division,
    versioned_event,
)

_READ_MODEL = "read model"
_OPEN_FOR = timedelta(seconds=UNTIL_MORE_S)
_LATELY = timedelta(seconds=1)
"""How old the read model may be from which a page of one entry tells of all others."""


def open_read_model(versioned: VersionedDivision) -> DivisionReadModel:
    """Returns the read model of a division, or one of a moment before; for drafts only.

    With the same names in any case.
    """
    names, _, _ = versioned.version.partition("!")
    return shared(
        f"{_READ_MODEL} {versioned.division.pk} {names}",
        lambda: read_model_now(versioned),
    )


def read_model_now(versioned: VersionedDivision) -> DivisionReadModel:
    """Returns the read model that was opened last while it is of these versions, else a new one.

    For drafts only, as `open_read_model`; but never of a moment before.
    """
    memo = memo_of(("division", versioned.division.pk))
    opened: DivisionReadModel | None = memo.last(_READ_MODEL)
    if (
        opened is not None
        and timezone.now() - opened.at < _OPEN_FOR
        and _same(opened.versioned, versioned)
    ):
        return opened
    read_model = DivisionReadModel(versioned)
    memo.keep(_READ_MODEL, read_model)
    return read_model


def read_model_lately(
    versioned: VersionedDivision, is_right: Callable[[DivisionReadModel], bool]
) -> DivisionReadModel:
    """Returns the read model that was opened last where it is a second old at most and `is_right`
    for who asks, else one of now: phones of a hall ask many times a second while results come in.

    It has the same names in any case. Where no crowd is served it is always one of now.
    """
    opened: DivisionReadModel | None = memo_of(("division", versioned.division.pk)).last(
        _READ_MODEL
    )
    if opened is None or not in_threads():
        return read_model_now(versioned)
    # What is of a moment that is still to come was made before the clock was set back.
    if timedelta() <= timezone.now() - opened.at < _LATELY:
        names, now = (one.version.partition("!")[0] for one in (opened.versioned, versioned))
        if names == now and opened.names == versioned.names and is_right(opened):
            return opened
    return read_model_now(versioned)


def _same(one: VersionedDivision, other: VersionedDivision) -> bool:
    first, second = (
        (
            *(versioned.rated, versioned.foreseen, versioned.honoured),
            *(versioned.names, card_version(versioned, "")),
        )
        for versioned in (one, other)
    )
    return first == second


def show_page(
    request: HttpRequest,
    slug: str,
    division: str,
    make: Callable[[DivisionReadModel], str],
    *,
    version: Callable[[VersionedDivision], str] = lambda versioned: versioned.version,
) -> HttpResponse:
    """Returns a page of a division, 404 where there is none."""
    versioned = need_division(slug, division)

    def draft() -> Made:
        read_model = open_read_model(versioned)
        return Made(version(read_model.versioned), make(read_model))

    try:
        return serve(request, version=version(versioned), draft=draft)
    except NoSuchPage as missing:
        raise missing_in(versioned.division.tournament) from missing


def need_division(slug: str, division: str) -> VersionedDivision:
    """Returns the edition of a division, 404 where there is none."""
    versioned = remembered(("division", slug, division), lambda: versioned_division(slug, division))
    if versioned is None:
        raise missing_in(need_event(slug).event)
    return versioned


def need_event(slug: str) -> VersionedEvent:
    """Returns the edition of an event, 404 where there is none."""
    versioned = remembered(("event", slug), lambda: versioned_event(slug))
    if versioned is None:
        raise Http404
    return versioned


def missing_in(event: Tournament) -> Http404:
    """Returns what says that an event has no such page, with the way to its own."""
    return MissingWithin(hub_path(event.slug), event.name)
