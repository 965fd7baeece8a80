"""How random events are drawn: the same in every run, unless somebody explores."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

# A failing event is long; its steps are printed, and shrinking them takes minutes.
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)


def explore(machine: type[RuleBasedStateMachine]) -> None:
    """Plays random events; as many others as one likes with EXPLORE=200 pytest ..."""
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=int(os.environ.get("EXPLORE", "25")),
            stateful_step_count=30,
            derandomize="EXPLORE" not in os.environ,
            deadline=None,
            phases=PHASES,
            suppress_health_check=list(HealthCheck),
        ),
    )
