"""Report a bug: an error that no command expects."""

import logging
import os
import tempfile
import traceback
from datetime import UTC, datetime
from pathlib import Path

from console.startup import load_settings
from scheduler.log_events import LogEvent
from storage.errors import SettingsError

logger = logging.getLogger(__name__)

_FILE = "newsloom-errors.log"


def report_bug(error: Exception) -> str:
    """Write the traceback to the role's log, or to a file in the home folder; return the message for the operator."""
    what = f"internal error ({type(error).__name__})"
    if logging.getLogger().handlers:
        logger.critical(LogEvent.ROLE_CRASHED, exc_info=error)
        return f"{what}; please report it with the traceback in this log"
    return f"{what}; please report it with the end of {_written(error)}"


def _written(error: Exception) -> Path:
    text = f"{datetime.now(UTC).isoformat(timespec='seconds')}\n{''.join(traceback.format_exception(error))}\n"
    for path in (_home() / _FILE, Path(tempfile.gettempdir()) / f"{os.getuid()}-{_FILE}"):
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        except OSError:
            continue
        with os.fdopen(descriptor, "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
        return path
    raise error


def _home() -> Path:
    try:
        return load_settings().home
    except SettingsError:
        return Path()
