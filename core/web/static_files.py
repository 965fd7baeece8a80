"""Static files under names that change with what is in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

from core.web.pared import is_pared, pared


class _Pared:
    """A storage whose files are read without comments and indentation."""

    def __init__(self, storage: Any) -> None:
        self._storage = storage

    def open(self, name: str) -> ContentFile[bytes]:
        """Returns what a browser needs of a file."""
        with self._storage.open(name) as file:
            return ContentFile(pared(name, file.read().decode()).encode())


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # it has no types
    """The storage of the static files; a module that imports another names it by its hash, too.

    So no page ever runs half of an old script with half of a new one. What is served under such a
    name is pared; the file of the plain name, which no page loads, is as it was written.
    """

    support_js_module_import_aggregation = True

    def post_process(
        self, paths: Mapping[str, tuple[Any, str]], **options: Any
    ) -> Iterator[tuple[str, str | None, Any]]:
        """Yields the files as they are made: name, hashed name, whether it was made now."""
        read = {
            name: (_Pared(storage) if is_pared(name) else storage, path)
            for name, (storage, path) in paths.items()
        }
        yield from super().post_process(read, **options)
