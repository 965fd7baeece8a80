"""A mirror: every page of an event as files that open from a disk, and go to any host.

What else is mirrored, as clubs are, says which pages there are, and in which file each is.

The mirror keeps its own books in `-/mirror.json`, a folder that no division can be called: which
files it wrote, from which version, and the digest of each. So the next run writes what has changed,
removes what is gone, and touches nothing that somebody else put there.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path, PurePosixPath
from time import perf_counter
from urllib.parse import quote

from django.contrib.staticfiles import finders
from django.utils import timezone

from core.errors import UserError
from core.models import JournalEntry
from core.phrases import phrase
from core.web.frame import site_frame
from core.web.site import FONT, FONT_LICENCE, ICON, STYLE_SHEETS
from ratings.step_wording import STEP_STYLES
from tournaments.public.pages.catalogue import Page, division_pages, event_pages
from tournaments.readmodel.addresses import hub_path
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.page_versions import VersionedEvent, versioned_event

OURS = "-/"
MANIFEST = f"{OURS}mirror.json"
FORM = 1

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Mirrored:
    """The result of a run: the files of the mirror, how many it wrote or removed, and how long."""

    files: int
    changed: int
    seconds: float


@dataclass(frozen=True, slots=True)
class MirroredFile:
    """A file of the mirror: the version that its page was made from, and its digest."""

    version: str = ""
    digest: str = ""


class Files:
    """The site as files, seen from one of them: relative references, and only to what is there."""

    def __init__(
        self, names: Mapping[str, str], path: str, made_at: datetime | None = None
    ) -> None:
        self.name = names[path]
        self.made_at = made_at
        self._names = names
        self._up = "../" * self.name.count("/")

    def href(self, path: str) -> str | None:
        """Returns the relative reference to a page, None where the mirror does not hold it."""
        name = self._names.get(path)
        return None if name is None else self._up + quote(name)

    def asset(self, name: str) -> str:
        """Returns the relative reference to a static file."""
        return f"{self._up}{OURS}{name}"


@dataclass(frozen=True, slots=True)
class Mirrorable:
    """What can be mirrored: its pages, and the file of each by its path.

    `owner` says in the books of a mirror whose it is, `made` which one of that name.
    """

    owner: str
    made: str
    pages: Sequence[Page]
    names: Mapping[str, str]


def file_of(root: str, path: str) -> str:
    """Returns the file of a page, relative to the folder; `root` is the path of the event."""
    return f"{path.removeprefix(root)}index.html"


def mirror_event(slug: str, folder: Path, *, progress: Progress) -> Mirrored:
    """Writes every page of an event into a folder and returns what was done.

    Raises UserError for an unknown event, for a folder that holds files of others, and for the
    mirror of another event; nothing was written then.
    """
    versioned = versioned_event(slug)
    if versioned is None:
        raise UserError(
            phrase("There is no event {slug}.", slug=slug), code="event.unknown", field="slug"
        )
    at = timezone.now()
    pages, root = _pages(versioned, at), hub_path(slug)
    names = {page.path: file_of(root, page.path) for page in pages}
    what = Mirrorable(slug, made_at(slug), pages, names)
    return write_mirror(what, folder, at=at, progress=progress)


def write_mirror(what: Mirrorable, folder: Path, *, at: datetime, progress: Progress) -> Mirrored:
    """Writes pages that were made at a moment into a folder and returns what was done.

    Raises UserError for a folder that holds files of others, or another mirror.
    """
    started = perf_counter()
    run = _Run(folder, what.owner, what.made, at)
    shared = assets()
    run.begin({*what.names.values(), *shared})
    for name, source in shared.items():
        run.write(name, source.read_bytes())
    for done, page in enumerate(what.pages, 1):
        run.write_page(page, Files(what.names, page.path, at))
        progress(done, len(what.pages))
    run.end()
    return Mirrored(len(run.files), run.changed, perf_counter() - started)


def _pages(versioned: VersionedEvent, at: datetime) -> list[Page]:
    pages = [*event_pages(versioned, at=at)]
    for part in versioned.divisions:
        pages += division_pages(DivisionReadModel(part, at=at))
    return pages


@dataclass
class _Run:
    """One run: the files kept from the last one, and those written or found as they should be."""

    folder: Path
    owner: str
    made: str
    at: datetime
    kept: Mapping[str, MirroredFile] = field(default_factory=dict)
    files: dict[str, MirroredFile] = field(default_factory=dict)
    changed: int = 0

    def begin(self, names: set[str]) -> None:
        """Reads the books of the last run and makes sure that no file of others is in the way."""
        self.kept = self._read()
        foreign = sorted(n for n in names - set(self.kept) if (self.folder / n).exists())
        if foreign:
            raise _refusal(
                phrase("{folder} does not belong to this mirror.", folder=self.folder / foreign[0]),
                "mirror.foreign",
            )
        # Written before the files, so that a run that dies half way leaves none without an owner.
        self._write_books(
            {name: self.kept.get(name, MirroredFile()) for name in names | set(self.kept)}
        )

    def write_page(self, page: Page, site: Files) -> None:
        """Makes a page and writes it, unless it was made from this version already.

        A page that differs only in the moment that it was made at stays as it is.
        """
        before = self.kept.get(site.name, MirroredFile())
        if before.version == page.version and (self.folder / site.name).is_file():
            self.files[site.name] = before
            return
        text = page.make(site)
        frame = site_frame(site, at=self.at)
        lasting = text.replace(frame["as_at"], "").replace(frame["as_at_iso"], "")
        self.write(site.name, text.encode(), version=page.version, lasting=lasting.encode())

    def write(
        self, name: str, content: bytes, *, version: str = "", lasting: bytes | None = None
    ) -> None:
        """Writes a file unless it is there with the same lasting content."""
        digest = hashlib.sha256(content if lasting is None else lasting).hexdigest()[:32]
        target = self.folder / name
        if self.kept.get(name, MirroredFile()).digest != digest or not target.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            draft = target.with_name(f"{target.name}.new")
            draft.write_bytes(content)
            draft.replace(target)
            self.changed += 1
        self.files[name] = MirroredFile(version, digest)

    def end(self) -> None:
        """Removes what an earlier run wrote and this one did not, and keeps the books."""
        for name in set(self.kept) - set(self.files):
            target = self.folder / name
            if target.is_file():
                target.unlink()
                self.changed += 1
            for parent in target.relative_to(self.folder).parents:
                above = self.folder / parent
                if above != self.folder and above.is_dir() and not any(above.iterdir()):
                    above.rmdir()
        self._write_books(self.files)

    def _read(self) -> dict[str, MirroredFile]:
        path = self.folder / MANIFEST
        if not path.is_file():
            if self.folder.exists() and (not self.folder.is_dir() or any(self.folder.iterdir())):
                raise _refusal(
                    phrase("{folder} contains other files.", folder=self.folder), "mirror.not_empty"
                )
            return {}
        try:
            books = json.loads(path.read_text(encoding="utf-8"))
            form, owner, made = books["form"], books["event"], books["made"]
            files = {name: MirroredFile(*value) for name, value in books["files"].items()}
        except (ValueError, KeyError, TypeError, AttributeError) as wrong:
            raise _refusal(phrase("{path} cannot be read.", path=path), "mirror.books") from wrong
        if form != FORM or owner != self.owner:
            raise _refusal(
                phrase("{folder} is the mirror of {event}.", folder=self.folder, event=owner),
                "mirror.other_event",
            )
        ours = {name: kept for name, kept in files.items() if _is_inside(name)}
        # Another event under the same slug may count the same versions; its digests still hold.
        same = made == self.made
        return (
            ours if same else {name: MirroredFile("", kept.digest) for name, kept in ours.items()}
        )

    def _write_books(self, files: Mapping[str, MirroredFile]) -> None:
        path = self.folder / MANIFEST
        path.parent.mkdir(parents=True, exist_ok=True)
        listed = {name: [kept.version, kept.digest] for name, kept in sorted(files.items())}
        books = {"form": FORM, "event": self.owner, "made": self.made, "files": listed}
        path.write_text(json.dumps(books, indent=0, ensure_ascii=False), encoding="utf-8")


def assets() -> dict[str, Path]:
    """Returns the files that the pages refer to, by their names in the mirror."""
    names = [*(name for name, _ in STYLE_SHEETS), STEP_STYLES, ICON, FONT, FONT_LICENCE]
    return {f"{OURS}{name}": Path(str(finders.find(name))) for name in names}


def made_at(slug: str) -> str:
    """Returns when the event was made, which tells it from another one under the same slug."""
    first = JournalEntry.objects.filter(stream__key=f"event:{slug}").order_by("seq").first()
    return first.at.isoformat() if first else ""


def _is_inside(name: str) -> bool:
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts


def _refusal(what: str, code: str) -> UserError:
    advice = phrase("Choose an empty folder, or the folder of an earlier mirror of the same pages.")
    return UserError(f"{what} {advice}", code=code, field="dir")
