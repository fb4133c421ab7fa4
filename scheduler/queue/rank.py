"""Order the jobs of one priority in rounds, so that sources take turns. Pure.

The first jobs of each visit are in round 0, its next ones in round 1, and so on. A worker takes all
ready jobs of a round before those of the next, so a source that queues a thousand pages delays
another source by one round of jobs and not by all of them. The place of a job within its visit is
all that this needs: no process counts what waits.
"""

LAST_PRIORITY = 9
LAST_ROUND = 99
"""The round of all jobs of a visit that come after the first thousand."""
_JOBS_PER_ROUND = 10
_ROUNDS = LAST_ROUND + 1
_ROUNDS_PER_PRIORITY = _ROUNDS // (LAST_PRIORITY + 1)


def round_of(index: int) -> int:
    """Return the round of the job that is at this place, from 0, among those of its visit."""
    return min(index // _JOBS_PER_ROUND, LAST_ROUND)


def revisit_round(priority: int, index: int) -> int:
    """Return the round of a job that visits an article again, with the last priority.

    All such jobs of a source of better ``priority`` come before those of others; sources of the
    same one take turns.
    """
    return priority * _ROUNDS_PER_PRIORITY + min(index // _JOBS_PER_ROUND, _ROUNDS_PER_PRIORITY - 1)


def next_round(number: int) -> int:
    """Return the round after this one; the last stays the last."""
    return min(number + 1, LAST_ROUND)


def rank_of(priority: int, round_number: int) -> int:
    """Return one number for both, by which jobs are ordered."""
    return priority * _ROUNDS + round_number


def split_rank(rank: int) -> tuple[int, int]:
    """Return (priority, round)."""
    return divmod(rank, _ROUNDS)
