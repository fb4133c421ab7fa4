"""What every command does first: settings and logging."""

import json
import logging
import os
import sys
from datetime import UTC, datetime

from storage.settings import Settings

_NOISY = ("scrapy", "twisted", "filelock", "asyncio")
# Says with a traceback what the adapter then says in one sentence.
_REPEATING = ("elastic_transport",)


class JsonFormatter(logging.Formatter):
    """One JSON object a line: time, level, logger, message, and the traceback if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as JSON."""
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


def load_settings() -> Settings:
    """Read the settings from the environment; raises SettingsError."""
    return Settings.from_mapping(os.environ)


def start(role: str) -> Settings:
    """Read the settings and set logging up for a long-running role: JSON lines on standard error.

    Raises SettingsError, also when the folder of the embedded stores cannot be made.
    """
    settings = load_settings()
    settings.prepare()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=settings.log_level, handlers=[handler], force=True)
    for name in _NOISY:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))
    for name in _REPEATING:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    logging.captureWarnings(True)
    logging.getLogger(__name__).info("%s starts: %r", role, settings)
    return settings
