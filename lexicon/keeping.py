"""What a backup holds of the word lists: those that came from outside, and nothing made of them."""

from __future__ import annotations

import re

from core.backup.folders import KeptFolder
from lexicon.selectors.installed import lexica_folder

# The head comes last: where it is, the words are. Validity, study and move generation are made
# again from the words when they are first asked for.
LEXICA = KeptFolder(
    name="lexica",
    place=lexica_folder,
    stem=re.compile(r"[0-9a-f]{64}"),
    endings=("list", "about", "json"),
)
