"""The one settings module: ``NEWSLOOM_*`` variables to a frozen dataclass, all problems named at once."""

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from storage.errors import SettingsError

PREFIX = "NEWSLOOM_"
_SCHEMES = {
    "database_url": ("sqlite", "mysql"),
    "queue_url": ("sqlite", "beanstalkd"),
    "seen_url": ("local", "redis"),
    "documents_url": ("sqlite", "elasticsearch"),
}


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Everything that can be set. Each field is the variable ``NEWSLOOM_<NAME>``; docs/settings.md explains them."""

    home: Path = Path("var")
    database_url: str = field(default="", repr=False)
    queue_url: str = field(default="", repr=False)
    seen_url: str = field(default="", repr=False)
    documents_url: str = field(default="", repr=False)
    secret_key: str = field(default="", repr=False)
    allowed_hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]")
    web_host: str = "127.0.0.1"
    web_port: int = 8000
    web_origin: str = ""
    allow_networks: tuple[IPv4Network | IPv6Network, ...] = ()
    user_agent: str = "Newsloom/0.1 (news crawler; set NEWSLOOM_USER_AGENT to say who runs it)"
    concurrency: int = 32
    fetch_timeout_seconds: int = 30
    max_page_bytes: int = 8 * 1024 * 1024
    max_attempts: int = 5
    backoff_seconds: int = 30
    claim_seconds: int = 3600
    seen_capacity: int = 1_000_000
    seen_error_rate: float = 0.0001
    tick_seconds: float = 1.0
    lead_seconds: int = 10
    max_thread_pages: int = 50
    retention_days: int = 0
    names_file: str = ""
    log_level: str = "INFO"

    def __post_init__(self) -> None:
        home = self.home.absolute()
        object.__setattr__(self, "home", home)
        for name, default in {
            "database_url": f"sqlite://{home}/newsloom.db",
            "queue_url": f"sqlite://{home}/queue.db",
            "seen_url": f"local://{home}/seen",
            "documents_url": f"sqlite://{home}/documents.db",
        }.items():
            if not getattr(self, name):
                object.__setattr__(self, name, default)

    @classmethod
    def from_mapping(cls, environ: Mapping[str, str]) -> Self:
        """Read the settings; raises SettingsError that names every bad or unknown variable."""
        reader = _Reader({k[len(PREFIX) :].lower(): v for k, v in environ.items() if k.startswith(PREFIX)})
        values = {name: reader.read(name) for name in cls.__dataclass_fields__ if name in reader.given}
        reader.check_unknown(set(cls.__dataclass_fields__))
        reader.check_urls()
        if reader.problems:
            raise SettingsError(reader.problems)
        return cls(**values)  # type: ignore[arg-type]

    def secret(self) -> str:
        """Return the secret key; without a setting, one is made once and kept readable for the owner alone."""
        if self.secret_key:
            return self.secret_key
        path = self.home / "secret_key"
        if not path.exists():
            self.home.mkdir(parents=True, exist_ok=True)
            part = path.with_name(f"secret_key.{secrets.token_hex(4)}")
            part.touch(mode=0o600)
            part.write_text(secrets.token_urlsafe(48))
            # Two processes may start at once: only the first link succeeds, both then read the same key.
            try:
                path.hardlink_to(part)
            except FileExistsError:
                pass
            finally:
                part.unlink()
        return path.read_text()

    @property
    def embedded(self) -> bool:
        """True when no server is configured: everything in files below ``home``."""
        urls = (self.database_url, self.queue_url, self.seen_url, self.documents_url)
        return all(urlsplit(url).scheme in ("sqlite", "local") for url in urls)


class _Reader:
    """Reads single variables and collects what is wrong with them."""

    def __init__(self, given: Mapping[str, str]) -> None:
        self.given = given
        self.problems: list[str] = []

    def read(self, name: str) -> object:
        text = self.given[name].strip()
        default = Settings.__dataclass_fields__[name].default
        try:
            return _convert(name, text, default)
        except ValueError as error:
            self.problems.append(f"{PREFIX}{name.upper()} is {text!r}: {error}")
            return default

    def check_unknown(self, known: set[str]) -> None:
        for name in sorted(set(self.given) - known):
            self.problems.append(f"{PREFIX}{name.upper()} is not a setting; see docs/settings.md for all of them")

    def check_urls(self) -> None:
        for name, schemes in _SCHEMES.items():
            url = self.given.get(name, "").strip()
            if url and urlsplit(url).scheme not in schemes:
                self.problems.append(
                    f"{PREFIX}{name.upper()} must start with {' or '.join(f'{s}://' for s in schemes)}"
                )


def _convert(name: str, text: str, default: object) -> object:
    if name == "home":
        return Path(text)
    if name == "allow_networks":
        return tuple(ip_network(part.strip()) for part in text.split(",") if part.strip())
    if name == "web_origin":
        return _origin(text)
    if name == "log_level":
        return _one_of(text.upper(), ("DEBUG", "INFO", "WARNING", "ERROR"))
    if isinstance(default, tuple):
        return tuple(part.strip() for part in text.split(",") if part.strip())
    if isinstance(default, int | float):
        return _number(text, default)
    return text


def _origin(text: str) -> str:
    """Return the address as browsers write it in the header Origin (RFC 6454): small letters, no slash at the end."""
    origin = text.lower().removesuffix("/")
    if origin and not re.fullmatch(r"https?://[a-z0-9][a-z0-9.-]*(:\d{1,5})?", origin):
        raise ValueError("http:// or https:// and a host are needed, nothing after it: https://news.example.org")
    return origin


def _one_of(text: str, choices: tuple[str, ...]) -> str:
    if text not in choices:
        raise ValueError(f"choose one of {', '.join(choices)}")
    return text


def _number(text: str, default: int | float) -> int | float:
    try:
        number = type(default)(text)
    except ValueError:
        raise ValueError("a whole number is needed" if isinstance(default, int) else "a number is needed") from None
    if number < 0 or (number == 0 and default != 0):
        raise ValueError("a positive number is needed")
    return number
