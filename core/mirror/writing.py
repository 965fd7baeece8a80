"""A mirror written into a folder: only what has changed, and all of that at once.

Everything is made first, in a folder beside the pages. Only then each file takes its place, what
others lead to before what leads there. So a disk that is full, or gone, leaves the mirror as it
was.
"""

from __future__ import annotations

import gc
import hashlib
import json
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from time import perf_counter

from django.utils import timezone

from core.errors import UserError
from core.lock_file import alone
from core.mirror.books import (
    Books,
    MirroredFile,
    missing_of,
    read_books,
    refusal,
    write_books,
)
from core.mirror.files import (
    ALWAYS,
    AS_AT,
    OURS,
    FileOf,
    Files,
    OtherLanguage,
    Ways,
    asset_content,
    assets,
)
from core.mirror.parts import MirrorPart
from core.outside_folders import why
from core.phrases import phrase
from core.web.frame import site_frame
from core.web.page import Page
from core.web.sharing import mirrored_at
from core.web.store import NoSuchPage

STAGE = f"{OURS}new"
FEW = 8
"""Of so many parts, the pages are kept between the look at which there are and their making."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Mirrored:
    """The result of a run: the files of the mirror, how many it wrote or removed, how long in s."""

    files: int
    changed: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Mirrorable:
    """What can be mirrored: its parts, and the file of a page by its path.

    `owner` says in the books of a mirror whose it is, `made` which one of that name. `address` is
    where the mirror will be, without a slash at its end, empty where that is not known. `others`
    are the mirrors of the same pages in other languages.
    """

    owner: str
    made: str
    parts: Sequence[MirrorPart]
    file_of: FileOf
    address: str = ""
    others: tuple[OtherLanguage, ...] = ()


def write_mirror(what: Mirrorable, folder: Path, *, at: datetime, progress: Progress) -> Mirrored:
    """Writes what has changed of pages as they are at a moment, and returns what was done.

    Raises UserError for a folder that holds files of others, or another mirror, and where the
    folder cannot be written to. What it had not put into its place by then is as it was. One run
    into a folder waits for another.
    """
    started = perf_counter()
    whose = hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:16]
    try:
        with alone(f"mirror-{whose}"), mirrored_at(what.address):
            run = _Run(folder, what, at)
            changed = run.write(progress)
    except OSError as failure:
        raise UserError(
            phrase("{folder} cannot be written to: {why}.", folder=folder, why=why(failure)),
            code="mirror.failed",
            field="dir",
        ) from failure
    return Mirrored(len(run.files), changed, perf_counter() - started)


class _Run:
    """One run: the files kept from the last one, and those made or found as they should be."""

    def __init__(self, folder: Path, what: Mirrorable, at: datetime) -> None:
        self.folder, self.what, self.at = folder, what, at
        around = " ".join([what.made, what.address, *(one.language for one in what.others)])
        self.kept = read_books(folder, what.owner, around.strip())
        self.files: dict[str, MirroredFile] = {}
        self.staged: list[str] = []
        self.made: set[str] = set()
        # Pages that stay as they are load what they always did.
        ours = (name for name in self.kept.files if name.startswith(OURS) and name != AS_AT)
        self.assets = {*ALWAYS, *(name.removeprefix(OURS) for name in ours)}

    def write(self, progress: Progress) -> int:
        """Makes what has changed and puts it in its place; returns how many files that was."""
        changed = [part for part in self.what.parts if not self._keep(part)]
        if len(changed) > FEW:
            return self._write(changed, progress)
        with _uncollected():
            return self._write(changed, progress)

    def _write(self, changed: Sequence[MirrorPart], progress: Progress) -> int:
        # A look at the pages of an event reads it, and what was read of many fills the memory.
        looks = {part.key: list(part.pages()) for part in changed} if len(changed) <= FEW else {}
        made = {
            self._file(page.path)
            for part in changed
            for page in looks.get(part.key) or part.pages()
        }
        self._own(made)
        try:
            self._make(changed, looks, made, progress)
            for name, source in assets(self.assets).items():
                content = asset_content(name.removeprefix(OURS), source)
                self._stage(name, content, MirroredFile())
            return self._put()
        finally:
            with suppress(OSError):
                shutil.rmtree(self.folder / STAGE)

    def _keep(self, part: MirrorPart) -> bool:
        """Returns whether all files of a part are as they should be, and keeps them."""
        names = self.kept.of_part(part.key)
        if self.kept.parts.get(part.key) != part.version or missing_of(self.folder, names):
            return False
        self.files |= {name: self.kept.files[name] for name in names}
        return True

    def _own(self, made: Iterable[str]) -> None:
        """Makes sure that no file of others is in the way, and notes which will be the mirror's.

        That is written before the files are, so that a run that dies leaves none without an owner.
        """
        names = {*made, AS_AT} - self.kept.files.keys()
        foreign = sorted(name for name in names if (self.folder / name).exists())
        if foreign:
            path = self.folder / foreign[0]
            raise refusal(
                phrase("{folder} does not belong to this mirror.", folder=path), "mirror.foreign"
            )
        with suppress(FileNotFoundError):
            shutil.rmtree(self.folder / STAGE)
        if names:
            owned = {**self.kept.files, **{name: MirroredFile() for name in names}}
            write_books(self.folder, Books(self.kept.owner, self.kept.made, self.kept.parts, owned))

    def _make(
        self,
        changed: Sequence[MirrorPart],
        looks: Mapping[str, Sequence[Page]],
        made: Collection[str],
        progress: Progress,
    ) -> None:
        held, total = {*made, *self.files}, len(made)
        ways = Ways(held, self.what.file_of)
        for part in changed:
            for page in looks.get(part.key) or part.pages():
                if self._file(page.path) not in held:
                    continue  # It came since: the next run has it.
                with suppress(NoSuchPage):
                    self._page(part.key, page, ways)
                progress(min(len(self.made), total), total)

    def _page(self, part: str, page: Page, ways: Ways) -> None:
        """Makes a page unless it was made from this version already, or would be the same."""
        name = self._file(page.path)
        self.made.add(name)
        before = self.kept.files.get(name, MirroredFile())
        is_there = (self.folder / name).is_file()
        mark = ""
        # The mark comes before the page, which may itself complete what it is made from.
        if page.mark is not None and not (is_there and before.version == page.version):
            mark = page.mark()
        if is_there and (before.version == page.version or (mark and before.mark == mark)):
            self.files[name] = replace(before, version=page.version, part=part)
            return
        site = Files(ways, page.path, self.at, self.what.others)
        made = page.make(site)
        self.assets |= site.assets
        content = made if isinstance(made, bytes) else made.encode()
        lasting = content if isinstance(made, bytes) else _lasting(made, site, self.at)
        self._stage(name, content, MirroredFile(page.version, "", part, mark), lasting)

    def _stage(
        self, name: str, content: bytes, file: MirroredFile, lasting: bytes | None = None
    ) -> None:
        """Writes a file beside the others, unless it is there with the same lasting content."""
        digest = hashlib.sha256(content if lasting is None else lasting).hexdigest()[:32]
        if self.kept.files.get(name, file).digest != digest or missing_of(self.folder, [name]):
            for path in (self.folder / STAGE / name, self.folder / name):
                path.parent.mkdir(parents=True, exist_ok=True)
            (self.folder / STAGE / name).write_bytes(content)
            self.staged.append(name)
        self.files[name] = replace(file, digest=digest)

    def _put(self) -> int:
        """Puts what was made in its place, removes what is gone, and keeps the books."""
        gone = [name for name in self.kept.files if name not in self.files and name != AS_AT]
        self._doubt()
        for name in sorted(self.staged, key=_order):
            (self.folder / STAGE / name).replace(self.folder / name)
        for name in gone:
            self._remove(name)
        is_new = not self.kept.files.get(AS_AT, MirroredFile()).digest
        self._tell()
        versions = {part.key: part.version for part in self.what.parts}
        if self.staged or gone or versions != self.kept.parts:
            write_books(self.folder, Books(self.kept.owner, self.kept.made, versions, self.files))
        return len(self.staged) + len(gone) + is_new

    def _doubt(self) -> None:
        """Says in the books that what is replaced now is of no version.

        A run that dies between leaves no file that the books take for what it was before.
        """
        if not self.staged:
            return
        parts = {self.files[name].part for name in self.staged}
        versions = {key: one for key, one in self.kept.parts.items() if key not in parts}
        files = {**self.kept.files, **{name: MirroredFile() for name in self.staged}}
        write_books(self.folder, Books(self.kept.owner, self.kept.made, versions, files))

    def _remove(self, name: str) -> None:
        target = self.folder / name
        target.unlink(missing_ok=True)
        for parent in target.relative_to(self.folder).parents:
            above = self.folder / parent
            if above != self.folder and above.is_dir() and not any(above.iterdir()):
                above.rmdir()

    def _tell(self) -> None:
        """Tells pages that are open from when the mirror is; it is that even if nothing changed."""
        text = json.dumps({"at": timezone.localtime(self.at).isoformat(timespec="seconds")})
        beside = self.folder / f"{AS_AT}.new"
        beside.write_text(text, encoding="utf-8")
        beside.replace(self.folder / AS_AT)
        self.files[AS_AT] = MirroredFile("", "told")

    def _file(self, path: str) -> str:
        return self.what.file_of(path) or ""


@contextmanager
def _uncollected() -> Iterator[None]:
    """Has Python look for no garbage in the block: next to what was read of an event, which stays,
    there is little of it, and each look takes a fifth of the time of bringing a mirror up to date.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _order(name: str) -> tuple[bool, int, str]:
    """Returns the order of files: what pages load, then pages, the deepest first."""
    return not name.startswith(OURS), -name.count("/"), name


def _lasting(text: str, site: Files, at: datetime) -> bytes:
    """Returns a page without the moment that it was made at, which alone is no change."""
    frame = site_frame(site, at=at)
    return text.replace(frame["as_at"], "").replace(frame["as_at_iso"], "").encode()
