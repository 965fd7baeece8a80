"""A photo that was sent becomes a picture and nothing else: decoded, upright, small, made anew.

What a camera writes beside it (place, time, device, a thumbnail, comments) is left out, because the
picture is written again from its pixels.
"""

from __future__ import annotations

import struct
import warnings
import zlib
from io import BytesIO
from typing import TYPE_CHECKING

from core.errors import UserError
from core.phrases import phrase

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_BYTES = 12 * 2**20
"""The largest file that is taken; cameras of phones write 3 to 8 MiB."""
MOST_PIXELS = 50_000_000
"""The largest picture that is decoded: those of phones have 12 to 50 million pixels."""
LONGEST_SIDE = 1600
"""Pixels of the longer side of what is kept: a slip is read well."""
_QUALITY = 80
_FORMATS = ("JPEG", "PNG", "WEBP")
_BROKEN = (OSError, SyntaxError, ValueError, TypeError, EOFError, IndexError, KeyError)
"""What decoders raise for files that are broken, or made to break them."""


def cleaned(content: bytes) -> bytes:
    """Returns a JPEG, PNG or WebP as a JPEG of its pixels alone, its longer side at most 1600.

    Raises UserError `photo.large` for what is too large as a file or a picture, `photo.kind` for
    what is no such picture.
    """
    if len(content) > MOST_BYTES:
        raise UserError(
            phrase(
                "A photo can have {most} MB at most; send a smaller one.", most=MOST_BYTES // 2**20
            ),
            code="photo.large",
            field="photo",
        )
    from PIL import Image  # noqa: PLC0415 - only who sends a photo waits for it

    try:
        with warnings.catch_warnings():
            # Its own limit is wider than the one here, which is read from the head of the file.
            warnings.simplefilter("ignore")
            with Image.open(BytesIO(content), formats=_FORMATS) as opened:
                _check_size(opened)
                return _written(opened)
    except Image.DecompressionBombError as bomb:
        raise _too_large() from bomb
    except (*_BROKEN, struct.error, zlib.error, OverflowError, MemoryError) as broken:
        raise UserError(
            phrase("This is not a photo that can be read: send a JPEG, PNG or WebP picture."),
            code="photo.kind",
            field="photo",
        ) from broken


def _check_size(opened: Image) -> None:
    if opened.width * opened.height > MOST_PIXELS:
        raise _too_large()


def _too_large() -> UserError:
    return UserError(
        phrase(
            "A photo can have {most} million pixels at most; send a smaller one.",
            most=MOST_PIXELS // 1_000_000,
        ),
        code="photo.large",
        field="photo",
    )


def _written(opened: Image) -> bytes:
    from PIL import Image, ImageOps  # noqa: PLC0415 - as above

    # A JPEG is decoded at the smallest scale that is large enough, which spares most of the memory.
    opened.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
    opened.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    upright = ImageOps.exif_transpose(opened).convert("RGBA")
    # Only pixels go over: comments and profiles stay behind with the picture that held them.
    clean = Image.new("RGB", upright.size, "white")
    clean.paste(upright, mask=upright.getchannel("A"))
    written = BytesIO()
    clean.save(written, format="JPEG", quality=_QUALITY, optimize=True)
    return written.getvalue()
