"""The door through which beat reaches what was sent and left lying."""

from datetime import timedelta

from core.recurring import recurring
from lexicon.selectors.installed import lexica_folder
from lexicon.sharing import share_all
from lexicon.unconfirmed import clear_unconfirmed
from lexicon.uploads import clear_uploads


@recurring("lexicon.clear_uploads", turn=timedelta(minutes=30))
def clear_old_uploads() -> None:
    """Removes files that were sent more than a day ago, and words that nobody confirmed since.

    Words that only this machine has, from before they were shared, are given to the others.
    """
    clear_uploads()
    clear_unconfirmed()
    share_all(lexica_folder())
