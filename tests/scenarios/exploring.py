"""The drawing of random events: the same in every run, unless somebody explores."""

from __future__ import annotations

from hypothesis import HealthCheck, Phase
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from tests.depth import examples

# A failing event is long; its steps are printed, and shrinking them takes minutes.
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)


def explore(machine: type[RuleBasedStateMachine]) -> None:
    """Plays 6 random events in a usual run, and as many others as one likes: 120 by DEPTH=10."""
    run_state_machine_as_test(
        machine,
        settings=examples(
            12, stateful_step_count=30, phases=PHASES, suppress_health_check=list(HealthCheck)
        ),
    )
