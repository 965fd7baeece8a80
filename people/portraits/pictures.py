"""The pictures of players: made small and square from what was sent, kept by their hash.

They are rows, so that a backup and every machine of one database have them, and none of them is
left where one is removed ([ADR 0039](../../docs/adr/0039-portraits-are-small-rows.md)). A spare,
which follows the journal, has none.
"""

from __future__ import annotations

import hashlib
import struct
import warnings
import zlib
from collections.abc import Collection
from io import BytesIO
from typing import TYPE_CHECKING

from core.errors import UserError
from core.models import StoredPage
from core.phrases import phrase
from core.web.sharing import PICTURE
from people.models import Portrait
from people.portraits.showing import PLAYERS, may_show

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_BYTES = 12 * 2**20
MOST_PIXELS = 50_000_000
SIDE = 256
"""Pixels of each side of what is kept."""
_QUALITY = 82
_FORMATS = ("JPEG", "PNG", "WEBP")
_BROKEN = (
    *(OSError, SyntaxError, ValueError, TypeError, EOFError, IndexError, KeyError),
    *(struct.error, zlib.error, OverflowError, MemoryError),
)
"""What decoders raise for files that are broken, or made to break them."""


def square(content: bytes) -> bytes:
    """Returns the middle of a JPEG, PNG or WebP as a JPEG of 256 pixels a side, of pixels alone.

    Raises UserError `portrait.large` for what is too large as a file or a picture, `portrait.kind`
    for what is no such picture.
    """
    if len(content) > MOST_BYTES:
        raise _too_large()
    from PIL import Image  # noqa: PLC0415 - only who sends a picture waits for it

    try:
        with warnings.catch_warnings():
            # Its own limit is wider than the one here, which is read from the head of the file.
            warnings.simplefilter("ignore")
            with Image.open(BytesIO(content), formats=_FORMATS) as opened:
                if opened.width * opened.height > MOST_PIXELS:
                    raise _too_large()
                return _written(opened)
    except Image.DecompressionBombError as bomb:
        raise _too_large() from bomb
    except _BROKEN as broken:
        raise UserError(
            phrase("This is not a picture that can be read: send a JPEG, PNG or WebP."),
            code="portrait.kind",
            field="picture",
        ) from broken


def keep(body: bytes) -> str:
    """Keeps a picture that was made here, once, and returns its name."""
    name = hashlib.sha256(body).hexdigest()
    Portrait.objects.get_or_create(name=name, defaults={"body": body})
    return name


def clear_away(names: Collection[str] | None = None) -> int:
    """Removes the pictures that nobody shows, or may show, of all or of some; returns how many.

    With them go the stored pictures for shared links, which hold a small copy. Those of all players
    do: each change of the register has them made again anyway.
    """
    shown = may_show().exclude(portrait="").values("portrait")
    kept = Portrait.objects.all() if names is None else Portrait.objects.filter(name__in=names)
    gone = kept.exclude(name__in=shown).delete()[0]
    if gone:
        # Contained, not begun with: another language stands before the path.
        stored = StoredPage.objects.filter(path__contains=PLAYERS, path__endswith=PICTURE)
        stored.delete()
    return gone


def _too_large() -> UserError:
    return UserError(
        phrase(
            "A picture can have {most} MB and {pixels} million pixels at most; send a smaller one.",
            most=MOST_BYTES // 2**20,
            pixels=MOST_PIXELS // 1_000_000,
        ),
        code="portrait.large",
        field="picture",
    )


def _written(opened: Image) -> bytes:
    from PIL import Image, ImageOps  # noqa: PLC0415 - as above

    # Made small before it is copied, which spares most of the memory; a JPEG is even decoded so.
    opened.draft("RGB", (4 * SIDE, 4 * SIDE))
    opened.thumbnail((4 * SIDE, 4 * SIDE))
    upright = ImageOps.exif_transpose(opened).convert("RGBA")
    fitted = ImageOps.fit(upright, (SIDE, SIDE), centering=(0.5, 0.4))
    # Only pixels go over: comments and profiles stay behind with the picture that held them.
    clean = Image.new("RGB", fitted.size, "white")
    clean.paste(fitted, mask=fitted.getchannel("A"))
    written = BytesIO()
    clean.save(written, format="JPEG", quality=_QUALITY, optimize=True)
    return written.getvalue()
