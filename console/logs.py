"""Set logging up for a long-running role: every record, ours or a library's, is one JSON object a
line.

structlog renders the records of the standard library and adds the ids that ``crawler.job_log``
binds for a job. Its import takes a tenth of a second and more, so commands that print and end do
not use this module.
"""

import logging
import re
import sys
from collections.abc import Mapping

import structlog
from structlog.typing import EventDict, WrappedLogger

from console.terminal import json_text

_NOISY = ("scrapy", "twisted", "filelock", "asyncio")
# They log at length what the adapter then reports in one sentence.
_REPEATING = ("elastic_transport", "opentelemetry")

_SECRET_FIELDS = frozenset(
    {"api_key", "authorization", "cookie", "cookies", "headers", "password",
    "proxy-authorization", "secret",
     "set-cookie", "token", "x-api-key"}
)  # fmt: skip
_OF_NO_JOB = ("scrapy", "twisted")
_MASK = "***"
_FIRST_BUG = 500
"""Lower statuses of HTTP refuse a request."""
_MAX_LENGTH = 10_000
"""A traceback is half as long. Libraries log what a stranger sends, as an id of a megabyte."""
_USER_INFO = re.compile(r"(?<=://)[^\s/@'\"]+@")


def set_up(level: str) -> None:
    """Send the records of all loggers, from ``level`` up, to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in _NOISY:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))
    for name in _REPEATING:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    logging.captureWarnings(True)


def formatter() -> logging.Formatter:
    """Return the formatter: ``event``, ``level``, ``logger``, ``timestamp``, the fields, and
    ``exception`` for a bug.

    A field given with the record wins over one bound for the job.
    """
    return structlog.stdlib.ProcessorFormatter(
        pass_foreign_args=True,
        foreign_pre_chain=[
            structlog.stdlib.ExtraAdder(),
            add_bound_fields,
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
        ],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            drop_tracebacks_of_refusals,
            structlog.processors.format_exc_info,
            drop_objects,
            mask_secrets,
            cut_long,
            structlog.processors.JSONRenderer(json_text),
        ],
    )


def add_bound_fields(logger: WrappedLogger, method: str, fields: EventDict) -> EventDict:
    """Add the fields bound for the job, or those of its request to what the downloader says.

    Twisted answers a request in the context of whatever used the connection before, which may be
    another job.
    """
    record: logging.LogRecord = fields["_record"]
    if record.name.partition(".")[0] not in _OF_NO_JOB:
        return structlog.contextvars.merge_contextvars(logger, method, fields)
    arguments = fields.get("positional_args")
    request = arguments.get("request") if isinstance(arguments, Mapping) else None
    url = getattr(request, "url", None)
    if isinstance(url, str):
        return {"url": url, **fields}
    return fields


def drop_objects(_logger: WrappedLogger, _method: str, fields: EventDict) -> EventDict:
    """Keep plain values only: a library may attach a request, whose text shows its query."""
    plain = str | int | float | None
    return {name: value for name, value in fields.items() if isinstance(value, plain)}


def mask_secrets(_logger: WrappedLogger, _method: str, fields: EventDict) -> EventDict:
    """Mask fields that hold secrets by their name, and the user and password of every URL."""
    for name, value in fields.items():
        if name.lower() in _SECRET_FIELDS:
            fields[name] = _MASK
        elif isinstance(value, str) and "@" in value:
            fields[name] = _USER_INFO.sub(f"{_MASK}@", value)
    return fields


def drop_tracebacks_of_refusals(
    _logger: WrappedLogger, _method: str, fields: EventDict
) -> EventDict:
    """Drop the traceback of a request that was refused: Django logs one with each 403."""
    status = fields.get("status_code")
    if isinstance(status, int) and status < _FIRST_BUG:
        fields.pop("exc_info", None)
    return fields


def cut_long(_logger: WrappedLogger, _method: str, fields: EventDict) -> EventDict:
    """Leave out the middle of long texts."""
    for name, value in fields.items():
        if isinstance(value, str) and len(value) > _MAX_LENGTH:
            start, end = value[: _MAX_LENGTH // 2], value[-_MAX_LENGTH // 2 :]
            fields[name] = f"{start} […] {end}"
    return fields
