"""Whose words a report has: copies of a text are one voice. Pure."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from features.stories.statements.reports import Report


class Voices:
    """The voices of reports; each speaks through the first report with its text."""

    def __init__(self, reports: Iterable[Report]) -> None:
        by_voice: defaultdict[str, list[Report]] = defaultdict(list)
        for report in sorted(reports, key=lambda each: (each.published, each.id)):
            by_voice[report.copy_id or report.id].append(report)
        self._by_voice = by_voice

    @property
    def speakers(self) -> list[Report]:
        """Return the first report of each voice, in order of time."""
        return [copies[0] for copies in self._by_voice.values()]

    def of(self, report: Report) -> str:
        """Return the voice of a report."""
        return report.copy_id or report.id

    def sites(self, report: Report) -> set[str]:
        """Return all sites that have the text of a report."""
        return {each.site for each in self._by_voice[self.of(report)]}

    def found(self, report: Report) -> datetime:
        """Return when the text of a report was first found, on any site."""
        return min(each.found for each in self._by_voice[self.of(report)])

    def copies(self, report: Report) -> int:
        """Return how many other reports have the text of this one."""
        return len(self._by_voice[self.of(report)]) - 1
