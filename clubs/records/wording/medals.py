"""Medals in words."""

from __future__ import annotations

from core.phrases import phrase, phrase_count


def medals_in_words(records: int, others: int) -> str:
    """Returns how many records and how many other medals somebody has, empty for none."""
    of_records = phrase_count("{count} record", "{count} records", count=records)
    of_others = phrase_count(
        "{count} second or third place", "{count} second or third places", count=others
    )
    if records and others:
        return phrase("{records}, {others}", records=of_records, others=of_others)
    if records:
        return of_records
    return of_others if others else ""
