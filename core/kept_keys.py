"""Keys that prove what was given out of hand, such as on paper: a backup carries them.

Each is derived from the secret of the installation that first needed it, and stays what it is from
then on: whoever restores the backup elsewhere, under another secret, goes on with it. The secret
itself is in no backup.
"""

from __future__ import annotations

import hashlib

from django.apps.registry import Apps
from django.conf import settings
from django.db.models import QuerySet

from core.models import KeptKey
from core.prepared import Given, PreparedQuery


def kept_key(name: str) -> bytes:
    """Returns the 32 bytes of a key, in one query. Nothing is written, for readers ask."""
    kept = _kept.first(name=name)
    return bytes.fromhex(kept) if kept else derived_key(name)


@PreparedQuery
def _kept(name: Given) -> QuerySet[KeptKey, str]:
    return KeptKey.objects.filter(name=name).values_list("value", flat=True)


def keep_key(name: str, apps: Apps, database: str) -> None:
    """Writes a key down where that was not done yet; several who do it at once write one.

    `apps` are those of a moment of the migrations. Before there is a table, nothing is done.
    """
    try:
        model = apps.get_model("core", "KeptKey")
    except LookupError:
        return
    model._base_manager.using(database).get_or_create(
        name=name, defaults={"value": derived_key(name).hex()}
    )


def derived_key(name: str) -> bytes:
    """Returns the 32 bytes that `django.utils.crypto.salted_hmac` has as a key for this salt.

    Links that were given out before keys were kept are proved by it.
    """
    return hashlib.sha256(name.encode() + settings.SECRET_KEY.encode()).digest()
