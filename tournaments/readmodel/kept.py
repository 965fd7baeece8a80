"""What is known of each division, stored like pages by its version, so that no sheet is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

import msgspec

from core.models import StoredPage
from core.web.store import JSON, Made, store, text_of
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.page_versions import VersionedDivision

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Kept(Generic[T]):
    """A kind of what is stored of divisions: its name, its dataclass, and how it is made."""

    name: str
    type: type[T]
    make: Callable[[DivisionReadModel], T]

    def made(self, read_model: DivisionReadModel) -> T:
        """Returns it as made now of a division, and stores it. It has no words: no language."""
        value = self.make(read_model)
        text = msgspec.json.encode(value, enc_hook=str).decode()
        store(self._path(read_model.versioned), Made(read_model.versioned.version, text, JSON))
        return value

    def of(self, editions: Iterable[VersionedDivision]) -> Mapping[int, T]:
        """Returns it of each division by its row, made now where it is not stored yet."""
        wanted = list(editions)
        rows = StoredPage.objects.filter(path__in=[self._path(one) for one in wanted])
        stored = {page.path: page for page in rows}
        found = {}
        for one in wanted:
            page = stored.get(self._path(one))
            if page is not None and page.version == one.version:
                found[one.division.pk] = msgspec.json.decode(text_of(page), type=self.type)
            else:
                found[one.division.pk] = self.made(DivisionReadModel(one))
        return found

    def _path(self, versioned: VersionedDivision) -> str:
        return f"{self.name}:{versioned.division.pk}"
