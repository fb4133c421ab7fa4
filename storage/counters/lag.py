"""The delay of pages from publication to the store, as a histogram with log-spaced buckets. Pure.

From one minute on, the upper limit of a bucket is 2^(1/4) times the previous one: a quantile read
from the histogram is off by at most 9 % (half a bucket, 2^(1/8)). Publication times are known to
the minute, so all delays below one minute are in one bucket.
"""

import math
from collections.abc import Iterable, Mapping
from itertools import accumulate

FIRST_SECONDS = 60.0
"""Delays up to this one are not told apart: a quantile of this value is one at most."""
_BUCKETS_AN_OCTAVE = 4
# Pages that were older than this when found come from an archive or a source's first visit, and are
# not news.
MAX_SECONDS = 7 * 86_400.0

Histogram = Mapping[int, int]


def bucket_of(seconds: float) -> int:
    """Return the bucket of a lag: 0 up to a minute (and for negative lags), then four buckets for
    each doubling.
    """
    if seconds <= FIRST_SECONDS:
        return 0
    return math.ceil(round(_BUCKETS_AN_OCTAVE * math.log2(seconds / FIRST_SECONDS), 9))


def merged(histograms: Iterable[Histogram]) -> dict[int, int]:
    """Return the sum of histograms."""
    total: dict[int, int] = {}
    for histogram in histograms:
        for bucket, count in histogram.items():
            total[bucket] = total.get(bucket, 0) + count
    return total


def quantile(histogram: Histogram, share: float) -> float | None:
    """Return the lag in seconds that ``share`` (0 to 1) of the pages do not exceed; None without
    pages.
    """
    buckets = sorted(histogram)
    counts = list(accumulate(histogram[bucket] for bucket in buckets))
    if not counts or not counts[-1]:
        return None
    wanted = max(1, math.ceil(share * counts[-1]))
    bucket = next(bucket for bucket, count in zip(buckets, counts, strict=True) if count >= wanted)
    # The bucket tells a range; its middle errs least.
    middle = bucket - 0.5 if bucket else 0.0
    return float(FIRST_SECONDS * 2 ** (middle / _BUCKETS_AN_OCTAVE))
