"""Printing by a worker: the document as a PDF, and that sent to a printer of this machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.utils import translation

from core.errors import UserError
from core.jobs import Progress, enqueue, job_kind
from core.models import Job
from core.pdf import browser, write_pdf
from core.phrases import phrase
from core.printers import MOST_COPIES, print_file, printers
from core.roles.access import account_may
from core.roles.table import Permission
from core.web.languages import offered
from tournaments.kernel.queries.rights import event_scope
from tournaments.models import Tournament
from tournaments.printing.pages.page import document_page, printable
from tournaments.printing.pages.reach import Reach
from tournaments.readmodel.page_versions import versioned_event

PRINT = "print_paper"
_STEPS = 2


@dataclass(frozen=True, slots=True)
class PrintOrder:
    """What is printed where, as `document_page` takes it, and on how many copies.

    `language` empty is that of the installation, and `site` is the address under which phones
    reach this installation, empty where none do.
    """

    document: str
    printer: str
    division: str = ""
    round: int | None = None
    size: str = "a4"
    language: str = ""
    copies: int = 1
    site: str = ""
    address: str = ""


def direct_printers() -> list[str]:
    """Returns the printers on which this machine prints by itself, the usual one first."""
    return printers() if browser() else []


def ask_to_print(event: Tournament, order: PrintOrder, *, asked_by: str) -> Job:
    """Queues a document for a printer of this machine; UserError where it could not be printed."""
    if printable(order.document) is None:
        raise UserError(
            phrase("There is no such document."), code="paper.unknown", field="document"
        )
    if order.printer not in direct_printers():
        raise UserError(
            phrase("There is no printer {name} here: print from the browser.", name=order.printer),
            code="printer.missing",
            field="printer",
        )
    if order.language and order.language not in offered():
        raise UserError(
            phrase("There is no such language."), code="paper.language", field="language"
        )
    if not 1 <= order.copies <= MOST_COPIES:
        raise UserError(
            phrase("Print 1 to {most} copies.", most=MOST_COPIES),
            code="printer.copies",
            field="copies",
        )
    arguments = {"event": event.slug, **asdict(order), "asked_by": asked_by}
    return enqueue(PRINT, event_scope(event.slug), arguments, asked_by=asked_by)


@job_kind(PRINT, phrase("Printing"), is_passing=True, is_of_its_moment=True)
def print_paper(progress: Progress, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Makes the PDF and hands it to the printer; the result has the number in its queue.

    Raises UserError, which is the outcome of the job, where the event is gone, no PDF can be made
    or the printer refuses. Where an earlier worker fell silent while it handed the paper over, it
    prints nothing, and says to look at the printer: CUPS tells of a finished job no title.
    """
    asked = dict(arguments)
    slug, asked_by = asked.pop("event"), asked.pop("asked_by")
    order = PrintOrder(**asked)
    versioned = versioned_event(slug)
    if versioned is None:
        raise UserError(phrase("There is no event {slug}.", slug=slug), code="event.unknown")
    user = get_user_model().objects.filter(username=asked_by).first()
    links = account_may(user, Permission.DIRECT, event_scope(slug))
    with translation.override(order.language or settings.LANGUAGE_CODE):
        page = document_page(
            versioned,
            order.document,
            division=order.division,
            number=order.round,
            size=order.size,
            address=order.address,
            reach=Reach(order.site, links=links),
        )
    progress(0, _STEPS)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "paper.pdf"
        write_pdf(page, path)
        progress(1, _STEPS)
        if not progress.begins_once():
            raise UserError(
                phrase(
                    "This may have been printed: the worker fell silent while {printer} took it."
                    " Look at the printer, and print again only if it is not there.",
                    printer=order.printer,
                ),
                code="printer.perhaps",
            )
        title = f"{slug} {order.document}"
        number = print_file(path, order.printer, title=title, size=order.size, copies=order.copies)
    progress(_STEPS, _STEPS)
    return {"printer": order.printer, "number": number}
