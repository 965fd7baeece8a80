"""In which order the processes of a run take the tests."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tests.order import dealt_out

PLACES = st.sampled_from(
    ["tests/worker/test_up.py", "tests/browser/test_desk.py", "tests/domain/a.py"]
)


@given(st.lists(PLACES, max_size=60), st.integers(3, 6))
def test_every_test_is_dealt_out_once_and_each_kind_in_the_order_that_was_drawn(
    names: list[str], stretches: int
) -> None:
    dealt = dealt_out(names, stretches)
    assert sorted(dealt) == list(range(len(names)))
    for place in set(names):
        of_it = [at for at in dealt if names[at] == place]
        assert of_it == sorted(of_it)


def test_what_waits_begins_one_process_and_what_shares_a_browser_another() -> None:
    names = ["tests/domain/a.py"] * 80 + ["tests/browser/b.py", "tests/worker/w.py"] * 5
    dealt = [names[at] for at in dealt_out(names, 3)]
    first, second, third = dealt[:30], dealt[30:60], dealt[60:]
    assert first[:5] == ["tests/worker/w.py"] * 5
    assert second[:5] == ["tests/browser/b.py"] * 5
    assert Counter(first)["tests/domain/a.py"] == Counter(second)["tests/domain/a.py"] == 25
    assert set(third) == {"tests/domain/a.py"}
