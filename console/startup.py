"""What every command does first: read the settings and, for a long-running role, set logging up."""

import logging
import os
from pathlib import Path
from urllib.parse import urlsplit

from hooks.features import FEATURE_FAILED, FEATURES_INCOMPLETE, Features, load_features
from scheduler import heartbeat
from scheduler.log_events import LogEvent
from storage.settings import PREFIX, Settings

logger = logging.getLogger(__name__)


def without_password(url: str) -> str:
    """Return the address of a store as it may be shown: without user, password and options."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def load_settings() -> Settings:
    """Read the settings from the environment; raises SettingsError."""
    return Settings.from_mapping(os.environ)


def environment_on_files(settings: Settings, home: Path) -> dict[str, str]:
    """Return the environment of a command that has everything in files below ``home``, with the key
    and the features of this installation.
    """
    others = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    features = {name: value for name, value in os.environ.items() if name == f"{PREFIX}FEATURES"}
    keys = "\n".join((settings.secret(), *settings.former_secrets()))
    return others | features | {f"{PREFIX}HOME": str(home), f"{PREFIX}SECRET_KEY": keys}


def start(role: str) -> Settings:
    """Read the settings and set logging up for a long-running role: JSON lines on standard error.

    Raises SettingsError, also when the folder of the embedded stores cannot be made.
    """
    from console.error_reports import ErrorReports
    from console.logs import set_up

    settings = load_settings()
    settings.prepare()
    set_up(settings.log_level)
    name = role.partition(" (")[0]
    logging.getLogger().addHandler(ErrorReports(name, settings))
    heartbeat.begin(settings.home, name, watching_systemd())
    logger.info(LogEvent.ROLE_STARTED, extra={"role": role, "settings": repr(settings)})
    _log_features(load_features(settings.features))
    return settings


def watching_systemd() -> str:
    """Return the socket of systemd if it watches this process, and not the parent, "" otherwise;
    see sd_watchdog_enabled(3).
    """
    watches = os.environ.get("WATCHDOG_PID") == str(os.getpid())
    return os.environ.get("NOTIFY_SOCKET", "") if watches else ""


def _log_features(features: Features) -> None:
    """Log what is wrong with features; one that cannot be imported is on the monitor too."""
    for name, error in features.errors.items():
        where = {"feature": name, "hook": "import"}
        logger.error(FEATURE_FAILED, exc_info=error, extra=where)
    for problem in features.problems:
        logger.warning(FEATURES_INCOMPLETE, extra={"error": problem})
