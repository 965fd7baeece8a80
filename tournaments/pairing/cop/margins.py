"""The margins of simulated games: by how much a game between equals is won."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np

from tournaments.pairing.pool import Ints

USUAL_DEVIATION = 120
"""The standard deviation of the difference of two scores, in points."""
MARGINS = 256


def usual_margins() -> Ints:
    """Returns 256 margins in points, ascending, each as likely as the others; the first is a tie.

    They are the quantiles of a half normal distribution whose mean is a little below 100 points,
    about what games between players of one division are won by. One game in 256 is a tie. The list
    is our own; it is not taken from any event.
    """
    normal = NormalDist(0, USUAL_DEVIATION)
    quantiles = (normal.inv_cdf(0.5 + (k + 0.5) / (2 * MARGINS)) for k in range(MARGINS))
    return np.array([round(quantile) for quantile in quantiles], dtype=np.int64)
