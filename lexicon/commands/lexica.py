"""The lists of this installation: add one, say what it is, put it away, take it up again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.journal.checked import change_checked, checked
from core.journal.command import Row, Work, register
from core.journal.errors import NeedsConfirmation, Refused
from core.models import JournalEntry
from core.phrases import joined_by_and, phrase, phrase_count
from lexicon.commands.base import LexicaCommand
from lexicon.models import Lexicon
from lexicon.selectors.editions import doubt_of
from lexicon.selectors.installed import installed_lexica, lexica_folder
from lexicon.sharing import bring_words
from lexicon.words.files import HASH, FilesMissing, WordFiles
from lexicon.words.tiles import tile_sets

CODE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,19}", re.ASCII)
_LENGTH = re.compile(r"[1-9][0-9]?", re.ASCII)
_IS_NOW = {
    "name": phrase("name is now {value}"),
    "family": phrase("family is now {value}"),
    "edition": phrase("edition is now {value}"),
}
_SAID = tuple(_IS_NOW)


@register
@dataclass(frozen=True, kw_only=True)
class AddLexicon(LexicaCommand):
    """Installs a list whose words are on disk already, under a code.

    The payload says what the list is and holds none of its words: a licensed list does not belong
    into a journal that is handed on. `words` and `by_length` count tiles, `about` is the hash of
    the definitions that came with the words. The same words under the code that they have already
    change nothing but the definitions, where new ones came. A list that is called after an edition
    and is not that one is asked about, and the log keeps why.
    """

    code = "lexicon.added"
    lexicon: str
    name: str
    family: str = ""
    edition: str = ""
    tile_set: str
    sha256: str
    words: int
    by_length: dict[str, int]
    about: str = ""
    file_name: str = ""
    file_sha256: str = ""
    confirmed: bool = False

    def apply(self, work: Work) -> Row:
        self._check()
        if not work.facts.are_recorded:
            self._need_files()
        row = holder_of(self.lexicon, self.sha256)
        if row is not None:
            return self._again(work, row)
        row = Lexicon(
            code=self.lexicon,
            name=self.name.strip(),
            family=self.family.strip(),
            edition=self.edition.strip(),
            tile_set=self.tile_set,
            sha256=self.sha256,
            words=self.words,
            by_length=dict(self.by_length),
            about=self.about,
            file_name=self.file_name,
            file_sha256=self.file_sha256,
        )
        doubt = _doubt(row, work, confirmed=self.confirmed)
        work.ledger.create(checked(row))
        return {"lexicon": self.lexicon, "same": False, "changed": [], "doubt": doubt}

    def sentence(self, answer: Row) -> str:
        if not answer["same"]:
            said = phrase_count(
                "Lexicon {lexicon} added: {count:,} word",
                "Lexicon {lexicon} added: {count:,} words",
                count=self.words,
                lexicon=self.lexicon,
            )
            return _although(said, answer)
        told = {
            "about": phrase("its definitions are new"),
            "is_put_away": phrase("it was taken up again"),
        }
        happened = [told[name] for name in answer["changed"] if name in told]
        return phrase(
            "Lexicon {lexicon} imported again with the same words: {what_happened}",
            lexicon=self.lexicon,
            what_happened=joined_by_and(happened) or phrase("nothing changed"),
        )

    def check_redo(self, entry: JournalEntry) -> None:
        holder = in_the_way(self.lexicon)
        if holder is not None and not entry.answer["same"]:
            raise _taken(self.lexicon, holder)

    def _again(self, work: Work, row: Lexicon) -> Row:
        """Takes the definitions of a list over whose words are here under this very code."""
        wanted: dict[str, Any] = {"is_put_away": False}
        if self.about and self.about != row.about:
            wanted["about"] = self.about
            wanted["file_name"], wanted["file_sha256"] = self.file_name, self.file_sha256
        changed = [name for name, value in wanted.items() if getattr(row, name) != value]
        change_checked(row, wanted)
        work.ledger.update(row, **wanted)
        return {"lexicon": self.lexicon, "same": True, "changed": sorted(changed)}

    def _check(self) -> None:
        """Raises Refused for a payload that describes no list."""
        check_code(self.lexicon)
        if self.tile_set not in tile_sets():
            raise Refused(
                phrase("No tile set is called {tile_set!r}.", tile_set=self.tile_set[:20]),
                code="tile_set.unknown",
                field="tile_set",
            )
        hashes = (self.sha256, *filter(None, (self.about, self.file_sha256)))
        if not all(HASH.fullmatch(one) for one in hashes):
            raise Refused(
                phrase("A hash has 64 lower-case hexadecimal digits."), code="lexicon.hash"
            )
        lengths = self.by_length
        if any(not (_LENGTH.fullmatch(n) and count > 0) for n, count in lengths.items()) or (
            sum(lengths.values()) != self.words
        ):
            raise Refused(
                phrase("The numbers of words of each length do not add up to the number of words."),
                code="lexicon.lengths",
            )

    def _need_files(self) -> None:
        """Raises Refused unless the words are here, and are those that the payload tells of."""
        if self.about and not _is_here(f"{self.about}.about"):
            raise Refused(
                phrase(
                    "The definitions of this list are not on this machine; import its file again."
                ),
                code="lexicon.no_words",
            )
        try:
            if not _is_here(f"{self.sha256}.json"):
                raise FilesMissing(self.sha256)
            # Not kept open: words that are not installed may still be read again by other tiles.
            files = WordFiles(lexica_folder(), self.sha256)
        except FilesMissing as missing:
            raise Refused(
                phrase("The words of this list are not on this machine; import its file again."),
                code="lexicon.no_words",
            ) from missing
        if files.tile_set.alphabet != tile_sets()[self.tile_set].alphabet:
            raise Refused(
                phrase(
                    "These words are already installed, with {name} tiles; choose those tiles.",
                    name=files.tile_set.name,
                ),
                code="lexicon.other_tiles",
                field="tile_set",
            )
        if (files.head.words, dict(files.head.by_length)) != (self.words, dict(self.by_length)):
            raise Refused(
                phrase("The counts do not match the words on this machine."), code="lexicon.lengths"
            )


def _is_here(name: str) -> bool:
    """Returns whether a file of words is on this machine; one that another has is brought here."""
    path = lexica_folder() / name
    return path.is_file() or (bring_words(lexica_folder(), path.stem) and path.is_file())


@dataclass(frozen=True, kw_only=True)
class OneLexiconCommand(LexicaCommand):
    """Base of the commands about one imported list; `lexicon` is its code."""

    lexicon: str

    def find_lexicon(self) -> Lexicon:
        """Returns the list; Refused when there is none, or it came with the program."""
        row = Lexicon.objects.filter(code=self.lexicon).first()
        if row is not None:
            return row
        if any(one.code == self.lexicon for one in installed_lexica()):
            raise Refused(
                phrase(
                    "{lexicon} comes with Wallchart and cannot be changed.", lexicon=self.lexicon
                ),
                code="lexicon.built_in",
            )
        raise Refused(
            phrase("No lexicon is called {lexicon}.", lexicon=self.lexicon[:40]),
            code="lexicon.unknown",
        )


@register
@dataclass(frozen=True, kw_only=True)
class ChangeLexicon(OneLexiconCommand):
    """Says what a list is: its name, family and edition. A field left out stays.

    An edition that its words or their number contradict is asked about.
    """

    code = "lexicon.changed"
    name: str | None = None
    family: str | None = None
    edition: str | None = None
    confirmed: bool = False

    def apply(self, work: Work) -> Row:
        row = self.find_lexicon()
        wanted = {
            field: value.strip() for field in _SAID if (value := getattr(self, field)) is not None
        }
        changed = {field: value for field, value in wanted.items() if getattr(row, field) != value}
        change_checked(row, wanted)
        if not work.ledger.update(row, **wanted):
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        doubt = _doubt(row, work, confirmed=self.confirmed) if "edition" in changed else ""
        return {"lexicon": self.lexicon, "changed": changed, "doubt": doubt}

    def sentence(self, answer: Row) -> str:
        told: Mapping[str, str] = answer["changed"]
        said = ", ".join(
            str(_IS_NOW[name].format(value=value or phrase("none"))) for name, value in told.items()
        )
        return _although(
            phrase("Lexicon {lexicon}: {said}", lexicon=self.lexicon, said=said), answer
        )


@register
@dataclass(frozen=True, kw_only=True)
class PutAwayLexicon(OneLexiconCommand):
    """No longer offers a list. Its words stay for what was played and judged by them."""

    code = "lexicon.put_away"

    def apply(self, work: Work) -> Row:
        if not work.ledger.update(self.find_lexicon(), is_put_away=True):
            raise Refused(
                phrase("{lexicon} is already put away.", lexicon=self.lexicon),
                code="nothing_changed",
            )
        return {"lexicon": self.lexicon}

    def sentence(self, answer: Row) -> str:
        return phrase("Lexicon {lexicon} put away", lexicon=self.lexicon)


@register
@dataclass(frozen=True, kw_only=True)
class TakeUpLexicon(OneLexiconCommand):
    """Offers a list again that was put away."""

    code = "lexicon.taken_up"

    def apply(self, work: Work) -> Row:
        if not work.ledger.update(self.find_lexicon(), is_put_away=False):
            raise Refused(
                phrase("{lexicon} is not put away.", lexicon=self.lexicon), code="nothing_changed"
            )
        return {"lexicon": self.lexicon}

    def sentence(self, answer: Row) -> str:
        return phrase("Lexicon {lexicon} taken up again", lexicon=self.lexicon)


def check_code(code: str) -> None:
    """Raises Refused for what no imported list can be called."""
    if not CODE.fullmatch(code):
        raise Refused(
            phrase(
                "The code {code!r} must be 1 to 20 letters, digits, dots, underscores and"
                " hyphens, a letter or digit first.",
                code=code[:40],
            ),
            code="lexicon.code",
            field="lexicon",
        )


def holder_of(code: str, sha256: str = "") -> Lexicon | None:
    """Returns the imported list that has a code already, None where the code is free.

    Raises Refused where no import gets the code: it is the program's, another's but for its case,
    or, where the hash of the words is given, that of a list of other words.
    """
    holder = in_the_way(code)
    row = Lexicon.objects.filter(code=code).first()
    if holder is not None and (row is None or holder != code):
        raise _taken(code, holder)
    if row is not None and sha256 not in ("", row.sha256):
        raise Refused(
            phrase_count(
                "The code {code} belongs to another list, with {count:,} word; choose another "
                "code.",
                "The code {code} belongs to another list, with {count:,} words; choose another "
                "code.",
                count=row.words,
                code=code,
            ),
            code="lexicon.taken",
            field="lexicon",
        )
    return row


def in_the_way(code: str) -> str | None:
    """Returns the code in use that differs from this one in its case at most, None without one."""
    codes = (one.code for one in installed_lexica(put_away=True))
    return next((one for one in codes if one.casefold() == code.casefold()), None)


def _doubt(row: Lexicon, work: Work, *, confirmed: bool) -> str:
    """Returns why a list is not what it is called; NeedsConfirmation unless that was accepted."""
    doubt = work.facts.decide("doubt", lambda: doubt_of(row), unsaid="")
    if doubt and not (confirmed or work.facts.are_recorded):
        raise NeedsConfirmation(doubt, code="confirm", field="confirmed")
    return doubt


def _although(said: str, answer: Row) -> str:
    doubt = answer.get("doubt", "")
    return f"{said}. {doubt}" if doubt else said


def _taken(code: str, holder: str) -> Refused:
    if holder == code:
        said = phrase("A lexicon {code} already exists; choose another code.")
    else:
        said = phrase("A lexicon {code} already exists, in another case; choose another code.")
    return Refused(said.format(code=holder), code="lexicon.taken", field="lexicon")
