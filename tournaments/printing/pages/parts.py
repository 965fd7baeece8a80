"""A document filled: a part for every division, with its head and foot."""

from __future__ import annotations

from core.phrases import phrase
from core.web.frame import Context
from core.wording import moment
from tournaments.printing.pages.documents import Document
from tournaments.printing.pages.reach import Reach
from tournaments.readmodel.division import DivisionReadModel


def document_part(
    document: Document,
    read_model: DivisionReadModel,
    number: int | None,
    *,
    address: str,
    reach: Reach,
) -> Context:
    """Returns the template's values for a division; `empty` says why nothing is shown.

    `number` is the round asked for, None for the latest; `address` is where the event can be read,
    empty where that is nowhere but here, and `reach` how phones get there.
    """
    if number is not None and number not in read_model.round_numbers:
        return _frame(document, read_model, 0, address) | {
            "empty": phrase("Round {round} is not published.", round=number)
        }
    shown = number or document.usual_round(read_model)
    frame = _frame(document, read_model, shown, address)
    if document.of_round and not shown:
        return frame | {"empty": phrase("No round is published yet.")}
    if document.addressed is not None:
        return frame | document.addressed(read_model, reach)
    return frame | document.fill(read_model, shown)


def _frame(document: Document, read_model: DivisionReadModel, shown: int, address: str) -> Context:
    division = read_model.division
    heading = (
        phrase("{title}, round {round}", title=document.title, round=shown)
        if document.of_round and shown
        else document.title
    )
    said = [
        division.tournament.name,
        phrase("Division {division}", division=division.name),
        str(heading),
        moment(read_model.at),
    ]
    return {
        "event": division.tournament.name,
        "division": division.name,
        "heading": heading,
        "at": moment(read_model.at),
        "address": address,
        "footer": " · ".join([*said, address] if address else said),
        "empty": "",
    }
