"""Compare the reports of a story within limits: sites write them, and may make them cost much."""

import pickle
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from hashlib import blake2b

from features.stories.statements.comparison import ReportComparison, compare, voices_of
from features.stories.statements.likenesses import Likenesses
from features.stories.statements.reports import Report
from webui.limited_answers import Busy, LimitedAnswers

_CPU_SECONDS = 1.0
"""Forty reports of 25 sentences take 0.4 seconds, 0.7 if they all say one thing with other numbers.
What takes longer is not compared.
"""
_KEPT_BYTES = 16_000_000
"""Most memory that comparisons take. A report of 5,000 characters takes 12 kB."""
_REPORT_BYTES = 2_000
"""What a report takes beside its text."""
_FAILED = ReportComparison()
_BUSY = ReportComparison(is_busy=True)


class StoryComparisons:
    """What the reports of stories say, in a web process. Its threads share it."""

    def __init__(self, *, cpu_seconds: float = _CPU_SECONDS) -> None:
        self._comparisons = LimitedAnswers(
            compare,
            failed=lambda failure: _BUSY if isinstance(failure, Busy) else _FAILED,
            size=_size,
            kept_bytes=_KEPT_BYTES,
            cpu_seconds=cpu_seconds,
        )

    def compare(
        self, reports: Sequence[Report], since: datetime | None, likenesses: Likenesses
    ) -> ReportComparison:
        """Compare the reports of a story; ``compared`` is 0 if that takes too long, or if others
        are compared first.
        """
        args = (reports, since, likenesses)
        key = blake2b(pickle.dumps(args), digest_size=16).hexdigest()
        found = self._comparisons.answer(key, *args)
        if found is _FAILED or found is _BUSY:
            return replace(found, voices=len(voices_of(reports).speakers))
        return found


def _size(comparison: ReportComparison) -> int:
    """Return the memory that the quoted reports take."""
    quotes = [
        *(quote for each in comparison.told_by_many for quote in (each.quote, *each.quotes)),
        *(quote for each in comparison.told_by_many for quote in each.translations),
        *(
            quote
            for each in comparison.in_conflict
            for claim in each.claims
            for quote in claim.quotes
        ),
        *(each.quote for each in comparison.told_by_one),
        *(comparison.told_new or ()),
    ]
    reports = {id(each.report): each.report for each in quotes}
    return _REPORT_BYTES + sum(_REPORT_BYTES + 2 * len(each.text) for each in reports.values())
