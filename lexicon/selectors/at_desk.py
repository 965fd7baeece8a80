"""The lexica as the desk shows them: what each is, and for whom it is in force."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from core.phrases import phrase
from lexicon.models import Lexicon
from lexicon.selectors.editions import doubt_of, edition_of, known_as, said_windows
from lexicon.selectors.installed import Installed, installed_lexica
from lexicon.wording import PURPOSE_WORDS, unknown_sentence, window_words
from lexicon.words.editions import SAID, Window, windows_of


@dataclass(frozen=True, slots=True)
class WindowShown:
    """A window in words; `is_said` when the staff of this place said so."""

    window: Window
    days: str
    purpose: str
    holds: bool

    @property
    def is_said(self) -> bool:
        """Whether the staff of this place entered it."""
        return self.window.confidence == SAID


@dataclass(frozen=True, slots=True)
class LexiconAtDesk:
    """A lexicon, its row where it was imported, and the windows of the edition that it counts as.

    `called` is the name under which the dates know it; `doubt` says why it is not what it says it
    is, empty where nothing does.
    """

    installed: Installed
    row: Lexicon | None
    called: str
    doubt: str
    windows: tuple[WindowShown, ...]

    @property
    def now(self) -> list[WindowShown]:
        """The windows in which it is today."""
        return [window for window in self.windows if window.holds]

    @property
    def is_never_rated(self) -> bool:
        """Whether no association rates games by it, whatever it is called."""
        edition = edition_of(self.installed)
        return self.installed.is_casual or (edition is not None and edition.is_free)

    @property
    def nobody(self) -> str:
        """The reason why nobody is known to play by it."""
        return unknown_sentence(self.installed.edition) or (
            phrase(
                "No association is known to play by it. Say which edition it is, or when it is in "
                "force."
            )
        )


def lexica_at_desk(today: date) -> list[LexiconAtDesk]:
    """Returns every lexicon here, those put away last; two queries whatever their number."""
    rows = {row.code: row for row in Lexicon.objects.all()}
    shown = _shown(installed_lexica(put_away=True), rows, today)
    return sorted(shown, key=lambda one: one.installed.is_put_away)


def lexicon_at_desk(installed: Installed, today: date) -> LexiconAtDesk:
    """Returns one lexicon as the desk shows it."""
    rows = {row.code: row for row in Lexicon.objects.filter(code=installed.code)}
    (shown,) = _shown([installed], rows, today)
    return shown


def _shown(
    lexica: Iterable[Installed], rows: dict[str, Lexicon], today: date
) -> list[LexiconAtDesk]:
    said = said_windows()
    return [
        LexiconAtDesk(
            one,
            rows.get(one.code),
            known_as(one),
            doubt_of(one),
            tuple(
                WindowShown(
                    window, window_words(window), PURPOSE_WORDS[window.purpose], window.holds(today)
                )
                for window in windows_of(known_as(one), said)
            ),
        )
        for one in lexica
    ]
