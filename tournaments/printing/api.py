"""Paper for programs: what can be printed and where, and printing it by the machine itself."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from django.http import Http404
from django.urls import reverse

from api.operations import Act, Asked, One, register_api
from core.errors import UserError
from core.phrases import phrase
from core.roles.table import Permission
from core.web.hosts import is_only_here
from desk.api import JobTold, job_told
from desk.paper_size import SIZES
from tournaments.kernel.api_addresses import EVENT, event_stream
from tournaments.kernel.queries.play import event_named
from tournaments.models import Tournament
from tournaments.printing.jobs import PrintOrder, ask_to_print, direct_printers
from tournaments.printing.pages.documents import DOCUMENTS, Document
from tournaments.printing.pages.packs import PACKS, Pack
from tournaments.prizes.pages.paper import PRIZE_PAPERS, PrizePaper


@dataclass(frozen=True, slots=True)
class PaperShown:
    """What can be printed: its page at the desk, where a browser prints it, is at `address`."""

    key: str
    title: str
    purpose: str
    address: str


@dataclass(frozen=True, slots=True)
class PapersShown:
    """The paper of an event, packs of several documents first, and the printers of the machine."""

    documents: list[PaperShown]
    printers: list[str]


@dataclass(frozen=True, slots=True)
class PrintWanted:
    """What is printed, and on which printer of the machine.

    `division` empty is all of them, `round` null the latest; `size` is a4 or letter, `language`
    empty that of the installation.
    """

    document: str
    printer: str
    division: str = ""
    round: int | None = None
    size: str = "a4"
    language: str = ""
    copies: int = 1


def _papers(asked: Asked) -> PapersShown:
    event = _need(asked)
    papers: list[Pack | Document | PrizePaper]
    papers = [*PACKS, *DOCUMENTS, *PRIZE_PAPERS.values()]
    return PapersShown(
        documents=[
            PaperShown(
                one.key,
                str(one.title),
                str(one.purpose),
                reverse("desk-document", args=(event.slug, one.key)),
            )
            for one in papers
        ],
        printers=direct_printers(),
    )


def _print(asked: Asked, wanted: PrintWanted) -> JobTold:
    event = _need(asked)
    if wanted.size not in dict(SIZES):
        raise UserError(phrase("Print on a4 or letter."), code="paper.size", field="size")
    names = event.divisions.values_list("name", flat=True)
    if wanted.division and wanted.division not in names:
        raise UserError(
            phrase("There is no such division."), code="division.unknown", field="division"
        )
    order = PrintOrder(
        document=wanted.document,
        printer=wanted.printer,
        division=wanted.division,
        round=wanted.round,
        size=wanted.size,
        language=wanted.language,
        copies=wanted.copies,
        site="" if is_only_here(urlsplit(asked.site).netloc) else asked.site.rstrip("/"),
    )
    return job_told(ask_to_print(event, order, asked_by=asked.actor.name))


def _need(asked: Asked) -> Tournament:
    event = event_named(asked["event"])
    if event is None:
        raise Http404
    return event


register_api(
    "paper",
    One(
        path=f"{EVENT}/paper",
        name="paper_list",
        says="Lists what can be printed of an event, and the printers of the machine.",
        shape=PapersShown,
        find=_papers,
        permission=Permission.VIEW,
        stream=event_stream,
    ),
    Act(
        path=f"{EVENT}/print",
        name="paper_print",
        says="Prints a document on a printer of the machine; answers with its job.",
        takes=PrintWanted,
        shape=JobTold,
        does=_print,
        reason="what is printed is derived, and the event stays as it is",
        permission=Permission.ENTER,
        stream=event_stream,
    ),
)
