"""Places in JSON documents, such as `players[1].scores[0]`, and values to put there."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


def change(document: dict[str, Any], place: str, value: Any) -> None:
    """Put a value at a place of a document."""
    *way, last = [
        int(step) if step.isdigit() else step
        for step in place.replace("[", ".").replace("]", "").split(".")
    ]
    target: Any = document
    for step in way:
        target = target[step]
    target[last] = value
