"""Send spans to a collector by OTLP over HTTP, with OpenTelemetry's exporter in a thread of its
own.

Its own variables, such as ``OTEL_EXPORTER_OTLP_HEADERS``, hold for what the settings do not say.
"""

import logging
import os
import socket
import threading
from collections.abc import Sequence

from features.telemetry.errors import TelemetryMissing
from features.telemetry.spans import Span
from scheduler.log_events import LogEvent
from storage.version import VERSION

try:
    from opentelemetry.context import Context
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
    from opentelemetry.sdk.trace.id_generator import IdGenerator
    from opentelemetry.sdk.trace.sampling import ALWAYS_ON
    from opentelemetry.trace import (
        NonRecordingSpan,
        SpanContext,
        SpanKind,
        TraceFlags,
        set_span_in_context,
    )
    from opentelemetry.trace.status import Status, StatusCode
except ImportError as error:
    raise TelemetryMissing from error

logger = logging.getLogger(__name__)

_MAX_WAITING = 20_000
_TOGETHER = 500
_EVERY_MILLISECONDS = 2_000
_ANSWER_SECONDS = 5.0
_CLOSE_SECONDS = 5.0
_NANO = 1_000_000_000
_KINDS = {
    "list": SpanKind.PRODUCER,
    "page": SpanKind.CONSUMER,
    "fetch": SpanKind.CLIENT,
    "write": SpanKind.CLIENT,
}


class _ChosenIds(IdGenerator):
    """Gives the next span the ids that were chosen for it."""

    trace_id = 0
    span_id = 0

    def generate_trace_id(self) -> int:
        """Return the chosen id of the trace."""
        return self.trace_id

    def generate_span_id(self) -> int:
        """Return the chosen id of the span."""
        return self.span_id


class _ReportingExporter(SpanExporter):
    """Logs once that the collector does not take spans, and once that it does again, with what was
    dropped.
    """

    def __init__(self, exporter: SpanExporter, url: str) -> None:
        self._exporter = exporter
        self._url = url
        self._dropped = 0

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Send spans; return whether the collector took them."""
        result = self._exporter.export(spans)
        if result is SpanExportResult.SUCCESS:
            if self._dropped:
                logger.info(
                    LogEvent.COLLECTOR_BACK, extra={"address": self._url, "dropped": self._dropped}
                )
            self._dropped = 0
            return result
        if not self._dropped:
            logger.warning(LogEvent.COLLECTOR_AWAY, extra={"address": self._url})
        self._dropped += len(spans)
        return result

    def shutdown(self) -> None:
        """Close the connection."""
        self._exporter.shutdown()


class OtlpSink:
    """Keeps spans in memory, and sends them together every two seconds.

    If no collector answers, it drops them.
    """

    def __init__(self, url: str) -> None:
        """``url`` is the collector's address without a path, such as ``http://localhost:4318``."""
        self._ids = _ChosenIds()
        exporter = OTLPSpanExporter(
            endpoint=f"{url.rstrip('/')}/v1/traces", timeout=_ANSWER_SECONDS
        )
        self._batches = BatchSpanProcessor(
            _ReportingExporter(exporter, url),
            max_queue_size=_MAX_WAITING,
            max_export_batch_size=_TOGETHER,
            schedule_delay_millis=_EVERY_MILLISECONDS,
        )
        resource = Resource.create(
            {
                "service.name": "newsloom",
                "service.version": VERSION,
                "service.instance.id": f"{socket.gethostname()}-{os.getpid()}",
            }
        )
        provider = TracerProvider(
            sampler=ALWAYS_ON, resource=resource, id_generator=self._ids, shutdown_on_exit=False
        )
        provider.add_span_processor(self._batches)
        self._tracer = provider.get_tracer("newsloom", VERSION)

    def add(self, spans: Sequence[Span]) -> None:
        """Send spans some time later."""
        for span in spans:
            self._ids.trace_id, self._ids.span_id = span.trace_id, span.span_id
            opened = self._tracer.start_span(
                span.name,
                context=_below(span),
                kind=_KINDS.get(span.name, SpanKind.INTERNAL),
                attributes=span.attributes,
                start_time=int(span.started * _NANO),
            )
            if span.failed:
                opened.set_status(
                    Status(StatusCode.ERROR, str(span.attributes.get("newsloom.outcome", "")))
                )
            opened.end(end_time=int(span.ended * _NANO))

    def close(self) -> None:
        """Send what waits, for a few seconds at most."""
        # The processor waits for half a minute by itself, longer than a worker may take to stop.
        closing = threading.Thread(target=self._batches.shutdown, daemon=True)
        closing.start()
        closing.join(_CLOSE_SECONDS)


def _below(span: Span) -> Context:
    if not span.parent_id:
        return Context()
    parent = SpanContext(
        span.trace_id, span.parent_id, is_remote=True, trace_flags=TraceFlags(TraceFlags.SAMPLED)
    )
    return set_span_in_context(NonRecordingSpan(parent), Context())
