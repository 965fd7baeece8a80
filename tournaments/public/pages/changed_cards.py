"""The cards that a command changed: a mark of every scorecard of a division, kept like a page.

The result of a game changes the cards of two entries, and of those whose place it changes, but it
is a new version of the division. So each card has a mark of its own, of what it shows and nothing
else. The marks of a division are found together, in a fraction of what its cards take, and stored
as one list.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

import msgspec

from core.models import StoredPage
from core.web.site import WEB
from core.web.store import JSON, Made, text_of
from tournaments.public.pages.scorecard import card_frame, card_words, scorecard_page
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.page_versions import VersionedDivision, card_version
from tournaments.readmodel.serving import open_read_model


def marks_path(versioned: VersionedDivision) -> str:
    """Returns the path at which the marks of a division are stored."""
    return f"cards:{versioned.division.pk}"


def marks_made(versioned: VersionedDivision) -> Made:
    """Returns the marks of all cards of a division, to be stored."""
    read_model = open_read_model(versioned)
    marks = {str(number): mark_of(read_model, number) for number in read_model.sheet.entries}
    return Made(read_model.versioned.rated, msgspec.json.encode(marks, enc_hook=str).decode(), JSON)


def mark_in(marks: StoredPage, number: int) -> str:
    """Returns the mark of a card out of those stored, empty for an entry that there was not."""
    return msgspec.json.decode(text_of(marks), type=dict[str, str]).get(str(number), "")


def mark_of(read_model: DivisionReadModel, number: int) -> str:
    """Returns the mark of one card: of what it shows, but for the moment."""
    # Lists decide about the way to the profile: they have their own share of the version.
    shown = _around(read_model), card_words(read_model, WEB, number)
    return read_model.memo.derived(("mark", number), shown, lambda: _digest(shown))


@lru_cache(maxsize=1)
def _around(read_model: DivisionReadModel) -> str:
    """Returns the mark of what is the same on every card of a division."""
    return _digest(card_frame(read_model, WEB))


def card_made(versioned: VersionedDivision, number: int) -> Made:
    """Returns a card, to be stored; raises NoSuchPage where there is none.

    Its version is that of what is on it: the mark that a reader asked for may be an older one.
    """
    read_model = open_read_model(versioned)
    text = scorecard_page(read_model, WEB, number)
    return Made(card_version(read_model.versioned, mark_of(read_model, number)), text)


def _digest(shown: object) -> str:
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]
