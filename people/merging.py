"""People of the register who were found to be one: which key stands for which.

Rows keep the keys with which they were written, so that undoing a merge gives everybody theirs.
Whoever gathers what a player did asks here which keys are meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from core.journal.ledger import Change
from people.models import Player


def standing_for() -> Mapping[str, str]:
    """Returns the key that stands for each key that was merged into another; one query."""
    merged = Player.objects.filter(merged_into__isnull=False).order_by()
    return dict(merged.values_list("key", "merged_into__key"))


def keys_of(key: str) -> frozenset[str]:
    """Returns all keys of the person whom a key means, it included; one query."""
    return frozenset(asked_keys_of(key)) | {key}


def asked_keys_of(key: str) -> QuerySet[Player, str]:
    """Returns the same of a person of the register, as a part of another query."""
    merged = Q(merged_into__key=key) | Q(merged__key=key) | Q(merged_into__merged__key=key)
    same = Player.objects.filter(Q(key=key) | merged).order_by()
    return same.values_list("key", flat=True)


def asked_keys_of_all(keys: Iterable[str]) -> QuerySet[Player, str]:
    """Returns all keys of the people of the register whom keys mean, as a part of another query."""
    own = Player.objects.filter(key__in=list(keys)).order_by()
    meant = own.annotate(meant=Coalesce("merged_into", "pk")).values("meant")
    same = Player.objects.filter(Q(pk__in=meant) | Q(merged_into__in=meant)).order_by()
    return same.values_list("key", flat=True)


def keys_merged_by(changes: Iterable[Change]) -> frozenset[str]:
    """Returns all keys of those whom changes of a journal made one, or two again; one query.

    No query where they merged and parted nobody.
    """
    named = {
        key
        for change in changes
        if change["row"][0] == "player" and change["before"] and "merged_into" in change["before"]
        for key in (change["row"][1][0], *_merged_into(change))
    }
    return with_all_keys(named, standing_for()) | named if named else frozenset()


def _merged_into(change: Change) -> list[str]:
    told = (change["before"]["merged_into"], (change["after"] or {}).get("merged_into"))
    return [key[0] for key in told if key]


def meant_at_board(keys: Sequence[str], standing: Mapping[str, str]) -> tuple[str, ...]:
    """Returns who is meant by the keys of those who played a game, by what stands for whom.

    Nobody plays themselves: where that would come of it, they stay as they were written.
    """
    meant = tuple(standing.get(key, key) for key in keys)
    return meant if len(set(meant)) == len(meant) else tuple(keys)


def meant_once(keys: Iterable[str], standing: Mapping[str, str]) -> tuple[str, ...]:
    """Returns who is meant by keys, each person once, in the order of the first of their keys."""
    return tuple(dict.fromkeys(standing.get(key, key) for key in keys))


def with_all_keys(keys: Iterable[str], standing: Mapping[str, str]) -> frozenset[str]:
    """Returns all keys of the people whom keys mean, by what stands for whom."""
    meant = {standing.get(key, key) for key in keys}
    return frozenset(meant | {gone for gone, kept in standing.items() if kept in meant})
