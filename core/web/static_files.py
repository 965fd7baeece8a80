"""Static files under names that change with what is in them."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # it has no types
    """The storage of the static files; a module that imports another names it by its hash, too.

    So no page ever runs half of an old script with half of a new one.
    """

    support_js_module_import_aggregation = True
