"""Compute the backoff: the delay before a failed job is retried. Pure arithmetic."""

_MAX_SECONDS = 3600.0
# 2 ** 62 base units exceed any cap; larger powers only cost time.
_MAX_DOUBLINGS = 62


def next_delay(
    failures: int, base_seconds: float, max_attempts: int, chance: float
) -> float | None:
    """Return the seconds to wait after the ``failures``-th failed attempt (1 is the first), or None
    to bury the job.

    The delay doubles with each failure, up to an hour. ``chance`` in [0, 1) shortens it by up to a
    half, so that jobs that failed together do not come back together.
    """
    if failures >= max_attempts:
        return None
    doublings = min(max(failures, 1) - 1, _MAX_DOUBLINGS)
    return min(base_seconds * 2.0**doublings, _MAX_SECONDS) * (1 - chance / 2)
