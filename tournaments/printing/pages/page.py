"""A document as a page, for a browser that asks for it and for the worker that prints it."""

from __future__ import annotations

from typing import Any

from django.template.loader import render_to_string

from core.web.frame import Context
from tournaments.printing.pages.documents import BY_KEY, Document
from tournaments.printing.pages.packs import PACK_BY_KEY, Pack, sheets_of
from tournaments.printing.pages.reach import Reach
from tournaments.prizes.pages.paper import PRIZE_PAPERS, PrizePaper, prize_sheets
from tournaments.readmodel.page_versions import VersionedEvent

TEMPLATE = "tournaments/printing/_document.html"


def printable(key: str) -> Pack | Document | PrizePaper | None:
    """Returns what can be printed under a key, None where nothing is."""
    return PACK_BY_KEY.get(key) or BY_KEY.get(key) or PRIZE_PAPERS.get(key)


def document_context(
    versioned: VersionedEvent,
    key: str,
    *,
    division: str = "",
    number: int | None = None,
    size: str,
    address: str,
    reach: Reach,
) -> Context:
    """Returns what the template shows of a document that there is, or of a pack.

    `division` empty is all of them, `number` None the latest round. `address` is where the event
    can be read, empty where that is nowhere but here.
    """
    document = printable(key)
    if isinstance(document, PrizePaper):
        sheets: Any = prize_sheets(versioned.event, document)
        return {"event": versioned.event, "document": document, "size": size, "sheets": sheets}
    wanted = [one for one in versioned.divisions if division in ("", one.division.name)]
    return {
        "event": versioned.event,
        "document": document,
        "size": size,
        "sheets": sheets_of(key, wanted, number, address=address, reach=reach),
    }


def document_page(versioned: VersionedEvent, key: str, **how: Any) -> str:
    """Returns a document as a page without a way back, as it is printed: see `document_context`."""
    return render_to_string(TEMPLATE, document_context(versioned, key, **how))
