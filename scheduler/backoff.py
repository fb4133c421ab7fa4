"""The delay before the next try of a failed job, or none: pure arithmetic."""

_LONGEST_SECONDS = 3600.0
# 2 ** 62 base units are beyond any cap; larger powers only cost.
_MOST_DOUBLINGS = 62


def next_delay(failures: int, base_seconds: float, max_attempts: int, chance: float) -> float | None:
    """Return the seconds to wait after the ``failures``-th failed try (1 is the first), or None to bury the job now.

    The delay doubles with each failure, an hour at most, and is shortened by up to a half: ``chance`` in [0, 1) keeps
    jobs that failed together from coming back together.
    """
    if failures >= max_attempts:
        return None
    doublings = min(max(failures, 1) - 1, _MOST_DOUBLINGS)
    return min(base_seconds * 2.0**doublings, _LONGEST_SECONDS) * (1 - chance / 2)
