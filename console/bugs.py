"""Report a bug: an error that no command expects."""

import logging
import os
import tempfile
import traceback
from datetime import UTC, datetime
from pathlib import Path

from console.startup import load_settings
from console.terminal import echo
from hooks.features import FOLDER
from scheduler.log_events import LogEvent
from storage.errors import SettingsError

logger = logging.getLogger(__name__)

_FILE = "newsloom-errors.log"
_USUAL_FIELDS = frozenset(vars(logging.makeLogRecord({}))) | {"message"}


def report_bug(error: Exception) -> str:
    """Write the traceback to the role's log, or to a file in the home folder; return the message
    for the operator.
    """
    what = f"internal error ({type(error).__name__}){_in_feature(error)}"
    if logging.getLogger().handlers:
        logger.critical(LogEvent.ROLE_CRASHED, exc_info=error)
        return f"{what}; please report it with the traceback in this log"
    return f"{what}; please report it with the end of {_written(error)}"


def _in_feature(error: Exception) -> str:
    """Return in which feature a bug is and how to go on without it; "" if it is in none."""
    files = [Path(frame.filename) for frame in traceback.extract_tb(error.__traceback__)]
    # A file that cannot be compiled is in no frame.
    if isinstance(error, SyntaxError) and error.filename:
        files.append(Path(error.filename))
    inside = [file.relative_to(FOLDER).parts[0] for file in files if file.is_relative_to(FOLDER)]
    if not inside:
        return ""
    name = inside[-1]
    return f" in the feature {name}, which NEWSLOOM_FEATURES=all,-{name} switches off"


class TerminalHandler(logging.Handler):
    """Show each record as one line on standard error, and keep a traceback in the file of
    ``report_bug``.

    ``newsloom.main`` makes it Python's handler of last resort: it serves commands that print and
    end, and no role.
    """

    def emit(self, record: logging.LogRecord) -> None:
        """Show the record."""
        error = record.exc_info[1] if record.exc_info else None
        text = report_bug(error) if isinstance(error, Exception) else _line(record)
        echo(f"newsloom: {text}", err=True)


def _line(record: logging.LogRecord) -> str:
    fields = ", ".join(
        f"{name} {value}" for name, value in vars(record).items() if name not in _USUAL_FIELDS
    )
    if fields:
        return f"{record.getMessage()} ({fields})"
    return record.getMessage()


def _written(error: Exception) -> Path:
    now = datetime.now(UTC).isoformat(timespec="seconds")
    text = f"{now}\n{''.join(traceback.format_exception(error))}\n"
    for path in (_home() / _FILE, Path(tempfile.gettempdir()) / f"{os.getuid()}-{_FILE}"):
        try:
            descriptor = os.open(
                path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW, 0o600
            )
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
