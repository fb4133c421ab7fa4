"""What goes wrong with OpenTelemetry."""

from crawler.errors import CrawlerError


class TelemetryMissing(CrawlerError):
    """OpenTelemetry is not installed."""

    def __str__(self) -> str:
        return (
            "NEWSLOOM_OTLP_URL is set, but OpenTelemetry is not installed. "
            'Run `pip install "newsloom[otel]"`, or remove the setting.'
        )
