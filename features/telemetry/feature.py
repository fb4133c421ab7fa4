"""What traces of pages add to Newsloom."""

from typing import TYPE_CHECKING

from features.telemetry.settings import TelemetrySettings
from hooks.answers import JobWatcher
from hooks.specifications import hookimpl

if TYPE_CHECKING:
    from storage.settings import Settings


@hookimpl
def job_watcher(settings: "Settings") -> JobWatcher | None:
    """Send a trace of each page, if the settings name a collector. Raises TelemetryMissing."""
    url = settings.of(TelemetrySettings).url
    if not url:
        return None
    from features.telemetry.sink import OtlpSink
    from features.telemetry.spans import PageSpans

    return PageSpans(OtlpSink(url))
