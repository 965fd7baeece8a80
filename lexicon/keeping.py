"""The word lists in a backup: those that came from outside, and nothing made of them."""

from __future__ import annotations

from core.backup.folders import KeptFolder, keep_folder
from lexicon.selectors.installed import lexica_folder
from lexicon.sharing import ENDINGS, bring_all, share_all
from lexicon.words.files import HASH

# The head comes last: where it is, the words are. Validity, study and move generation are made
# again from the words when they are first asked for.
LEXICA = KeptFolder(
    name="lexica",
    place=lexica_folder,
    stem=HASH,
    endings=ENDINGS,
    gather=lambda: bring_all(lexica_folder()),
    spread=lambda: share_all(lexica_folder()),
)

keep_folder(LEXICA)
