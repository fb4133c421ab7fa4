"""Read all settings: ``NEWSLOOM_*`` variables to a frozen dataclass, with all problems reported at
once.
"""

import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import Field, dataclass, fields
from difflib import get_close_matches
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Any, Self, TypeVar
from urllib.parse import urlsplit

from hooks.features import chosen_features, feature_settings
from storage.ages import REVISIT_AGES, REVISIT_AGES_OFTEN, read_ages
from storage.errors import SettingsError
from storage.proxies import hide_password, read_proxy
from storage.setting_fields import (
    REDIS_SCHEMES,
    FeatureSettings,
    address_problem,
    is_secret,
    networks,
    number,
    one_of,
    origin,
    read_by,
    read_value,
    secret,
    some_of,
)
from storage.version import VERSION

_OfFeature = TypeVar("_OfFeature", bound=FeatureSettings)
PREFIX = "NEWSLOOM_"
_SCHEMES = {
    "database_url": ("sqlite", "mysql"),
    "queue_url": ("sqlite", "beanstalkd"),
    "state_url": ("local", *REDIS_SCHEMES),
    "documents_url": ("sqlite", "elasticsearch"),
    "smtp_url": ("smtp", "smtp+starttls", "smtps"),
}
_FORMER_NAMES = {"seen_url": "state_url"}
"""Names of the version before, by which settings can still be given until the next version."""
_CONSTANTS = {
    "max_article_pages": "at most 20 pages are fetched of one article",
    "names_file": "put a name into quotation marks to search for it whole",
    "otlp_share": "every page is traced; let the collector of OpenTelemetry keep a share of them",
    "revisit_ages_often": "docs/operator.md lists the ages",
    "seen_error_rate": "the filter may mistake one new URL in 10,000 for a handled one",
}
"""Former settings that are constants or gone now, with what to know of these."""
RIGHTS_USES = ("archive", "export", "assistants")
"""The uses for which rights signals can be obeyed."""
RIGHTS_FILES = ("tdmrep", "ai")
"""The files beside robots.txt that say what may be done with a host's pages."""
EMBEDDERS = ("auto", "none")
"""What makes vectors of texts, unless it is the address of a server: the package if it is
installed, or nothing.
"""
# A public address by number, but the host of a virtual machine in Azure answers there.
_ALWAYS_DENIED = (IPv4Network("168.63.129.16/32"),)
_HOME = Path("var")


def _embedder(text: str) -> str:
    if not text or text.lower() in EMBEDDERS:
        return text.lower() or EMBEDDERS[0]
    parts = urlsplit(text)
    # A password here would be shown; a key has a setting of its own, which is secret.
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
        raise ValueError(
            f"choose {' or '.join(EMBEDDERS)}, or enter the address of a server without a "
            "password, as in http://localhost:8080/v1"
        )
    _ = parts.port
    return text


def _proxy(text: str) -> str:
    if text:
        read_proxy(text)
    return text


@dataclass(frozen=True, kw_only=True)
class Settings:
    """All settings.

    Each field but the last is the variable ``NEWSLOOM_<NAME>``; docs/settings.md describes them.
    """

    home: Path = read_by(Path, _HOME)
    database_url: str = secret()
    queue_url: str = secret()
    state_url: str = secret()
    documents_url: str = secret()
    secret_key: str = secret()
    allowed_hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]")
    web_host: str = "127.0.0.1"
    web_port: int = number(8000, 1, 65_535)
    web_origin: str = read_by(origin, "")
    metrics_token: str = secret()
    smtp_url: str = secret()
    mail_from: str = "newsloom@localhost"
    allow_networks: tuple[IPv4Network | IPv6Network, ...] = read_by(networks, ())
    webhook_allow_networks: tuple[IPv4Network | IPv6Network, ...] = read_by(networks, ())
    deny_networks: tuple[IPv4Network | IPv6Network, ...] = read_by(networks, _ALWAYS_DENIED)
    proxy: str = read_by(_proxy, "", secret=True)
    no_proxy: tuple[str, ...] = ()
    proxy_allow_networks: tuple[IPv4Network | IPv6Network, ...] = read_by(networks, ())
    user_agent: str = (
        f"Newsloom/{VERSION} (news crawler; set NEWSLOOM_USER_AGENT to say who runs it)"
    )
    concurrency: int = number(64, 1, 1_000)
    fetch_timeout_seconds: int = number(30, 1, 3_600)
    lookup_pace_seconds: float = number(1.0, 0, 60)
    max_page_bytes: int = number(8 * 1024 * 1024, 1_024, 1_073_741_824)
    max_attempts: int = number(5, 1, 100)
    backoff_seconds: int = number(30, 1, 3_600)
    claim_seconds: int = number(3600, 1, 2_592_000)
    seen_capacity: int = number(1_000_000, 1, 1_000_000_000)
    tick_seconds: float = number(1.0, 0.01, 3_600)
    lead_seconds: int = number(10, 1, 86_400)
    max_thread_pages: int = number(50, 1, 100_000)
    retention_days: int = number(0, 0, 36_500)
    obey_rights: tuple[str, ...] = read_by(some_of(RIGHTS_USES), RIGHTS_USES)
    rights_files: tuple[str, ...] = read_by(some_of(RIGHTS_FILES), ())
    revisit_ages: tuple[int, ...] = read_by(read_ages, REVISIT_AGES)
    trace_days: int = number(7, 0, 365)
    embedder: str = read_by(_embedder, "auto")
    embedder_model: str = ""
    embedder_key: str = secret()
    embedder_floor: float = number(0.0, 0, 1)
    features: tuple[str, ...] = ("all",)
    log_level: str = read_by(one_of(("DEBUG", "INFO", "WARNING", "ERROR")), "INFO")
    of_features: tuple[FeatureSettings, ...] = ()
    """Those of the features that are on; ask for them with ``of``."""

    def __post_init__(self) -> None:
        home = self.home.absolute()
        object.__setattr__(self, "home", home)
        for name, default in {
            "database_url": f"sqlite://{home}/newsloom.db",
            "queue_url": f"sqlite://{home}/queue.db",
            "state_url": f"local://{home}/seen",
            "documents_url": f"sqlite://{home}/documents.db",
        }.items():
            if not getattr(self, name):
                object.__setattr__(self, name, default)
        denied = dict.fromkeys((*_ALWAYS_DENIED, *self.deny_networks))
        object.__setattr__(self, "deny_networks", tuple(denied))

    @classmethod
    def from_mapping(cls, environ: Mapping[str, str]) -> Self:
        """Read the settings; each secret may be in a file that ``NEWSLOOM_<NAME>_FILE`` names.

        Raises SettingsError that names every invalid or unknown variable.
        """
        reader = _Reader(
            {k[len(PREFIX) :].lower(): v for k, v in environ.items() if k.startswith(PREFIX)}
        )
        reader.rename_former()
        known = known_settings()
        reader.read_files([name for name, declared in known.items() if is_secret(declared)])
        values = reader.read_all(cls)
        values["of_features"] = tuple(reader.read_of_features(values.get("features", ("all",))))
        reader.check_unknown(known)
        reader.check_urls()
        reader.check_embedder()
        if reader.problems:
            raise SettingsError(reader.problems)
        return cls(**values)

    def of(self, kind: type[_OfFeature]) -> _OfFeature:
        """Return the settings of a feature; the defaults if it is off."""
        return next((each for each in self.of_features if isinstance(each, kind)), kind())

    def secret(self) -> str:
        """Return the secret key with which everything is made.

        Without a setting, create one once in a file that only its owner may read.

        Raises SettingsError if it cannot be stored.
        """
        return _keys_of(self._secret_text())[0]

    def former_secrets(self) -> tuple[str, ...]:
        """Return the keys with which things may still be made, while the secret key is changed: the
        lines after the first one. Raises SettingsError as ``secret``.
        """
        return _keys_of(self._secret_text())[1:]

    def _secret_text(self) -> str:
        if self.secret_key:
            return self.secret_key
        path = self.folder() / "secret_key"
        with _checked_home(self.home):
            if not path.exists():
                _make_secret(path)
            return path.read_text()

    @property
    def revisit_schedules(self) -> Mapping[str, tuple[int, ...]]:
        """The ages at which articles are visited again, by the field ``revisit`` of their
        source.
        """
        return {"auto": self.revisit_ages, "often": REVISIT_AGES_OFTEN}

    def folder(self, name: str = "") -> Path:
        """Return ``home`` or a folder in it; create it if missing, for its owner only.

        Raises SettingsError if that fails.
        """
        folder = self.home / name
        with _checked_home(self.home):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder

    def prepare(self) -> None:
        """Create ``home`` if a store is below it. Raises SettingsError if that fails."""
        if any(url.partition("://")[2].startswith(f"{self.home}/") for url in self._urls):
            self.folder()

    @property
    def web_address(self) -> str:
        """Where readers open the web interface, without a slash at the end: the address that is
        set, or else that of this machine.
        """
        return self.web_origin or f"http://{self.web_host}:{self.web_port}"

    @property
    def _urls(self) -> tuple[str, ...]:
        return self.database_url, self.queue_url, self.state_url, self.documents_url


def _keys_of(text: str) -> tuple[str, ...]:
    keys = tuple(line.strip() for line in text.split("\n") if line.strip())
    # One key counts as it is written, blanks at its ends too.
    if len(keys) > 1:
        return keys
    return (text,)


@contextmanager
def _checked_home(home: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise SettingsError(
            [
                f"{PREFIX}HOME is '{home}', which cannot be created or used: {error.strerror}; "
                "name a folder of yours"
            ]
        ) from error


def _make_secret(path: Path) -> None:
    part = path.with_name(f"secret_key.{secrets.token_hex(4)}")
    part.touch(mode=0o600)
    part.write_text(secrets.token_urlsafe(48))
    # Two processes may start at once: only the first link succeeds, and both then read the same
    # key.
    try:
        path.hardlink_to(part)
    except FileExistsError:
        pass
    finally:
        part.unlink()


def known_settings() -> dict[str, "Field[Any]"]:
    """Return what declares each setting, of the core and of all features, by its name."""
    found = {each.name: each for each in _settings_of(Settings)}
    for kind in filter(None, feature_settings().values()):
        found |= {kind.setting_name(each.name): each for each in _settings_of(kind)}
    return found


def _settings_of(kind: type) -> Sequence["Field[Any]"]:
    return [each for each in fields(kind) if each.name != "of_features"]


class _Reader:
    """Reads single variables and collects their problems."""

    def __init__(self, given: dict[str, str]) -> None:
        self.given = given
        self.problems: list[str] = []

    def read_all(self, kind: type, setting_name: Callable[[str], str] = str) -> dict[str, Any]:
        """Return the values that are given for the fields of a dataclass, by their names.

        ``setting_name`` returns the name of the setting of a field.
        """
        names = {setting_name(each.name): each for each in _settings_of(kind)}
        return {
            each.name: self._read(name, each) for name, each in names.items() if name in self.given
        }

    def read_of_features(self, wanted: Sequence[str]) -> Iterator[FeatureSettings]:
        """Yield the settings of the features that are wanted. Those of others count for nothing."""
        on = chosen_features(wanted)
        for name, kind in feature_settings().items():
            if kind and name in on:
                found = kind(**self.read_all(kind, kind.setting_name))
                self.problems += found.problems()
                yield found

    def _read(self, name: str, declared: "Field[Any]") -> object:
        text = self.given[name].strip()
        try:
            return read_value(declared, text)
        except ValueError as error:
            shown = hide_password(text) if name == "proxy" else text
            self.problems.append(f"{PREFIX}{name.upper()} is {shown!r}: {error}")
            return declared.default

    def rename_former(self) -> None:
        """Take settings that were given by their former names for those of today."""
        for former, name in _FORMER_NAMES.items():
            for ending in ("", "_file"):
                value = self.given.pop(f"{former}{ending}", "")
                if not value:
                    continue
                if self.given.get(name) or self.given.get(f"{name}_file"):
                    self.problems.append(
                        f"{PREFIX}{former.upper()} is the former name of {PREFIX}{name.upper()}, "
                        "and both are set. Remove the former one."
                    )
                else:
                    self.given[f"{name}{ending}"] = value

    def read_files(self, secret_names: Collection[str]) -> None:
        """Replace each ``<name>_file`` of a secret by what the file holds; an empty file leaves the
        default.
        """
        for name in secret_names:
            path = self.given.pop(f"{name}_file", "").strip()
            variable = f"{PREFIX}{name.upper()}"
            if path and self.given.get(name):
                self.problems.append(
                    f"{variable} and {variable}_FILE are both set. Remove one of them."
                )
            elif path:
                try:
                    self.given[name] = Path(path).read_text().strip()
                except (OSError, UnicodeError) as error:
                    why = error.strerror if isinstance(error, OSError) else "it is not text"
                    self.problems.append(
                        f"{variable}_FILE is '{path}', which cannot be read: {why}"
                    )

    def check_unknown(self, known: Collection[str]) -> None:
        if None in feature_settings().values():
            # It may be one of a feature that cannot be imported, and is off: doctor says why.
            return
        self.problems += [
            f"{problem} docs/settings.md lists all settings."
            for problem in _unknown(self.given, known)
        ]

    def check_urls(self) -> None:
        for name, schemes in _SCHEMES.items():
            url = self.given.get(name, "").strip()
            if url and (problem := address_problem(url, schemes)):
                self.problems.append(f"{PREFIX}{name.upper()} {problem}")

    def check_embedder(self) -> None:
        """Note a server whose model is not named: vectors of two models cannot be compared."""
        address = self.given.get("embedder", "").strip()
        is_server = address.lower() not in ("", *EMBEDDERS)
        if is_server and not self.given.get("embedder_model", "").strip():
            self.problems.append(
                f"{PREFIX}EMBEDDER names a server, so {PREFIX}EMBEDDER_MODEL must name its model."
            )


def _unknown(given: Iterable[str], known: Collection[str]) -> Iterator[str]:
    """Yield a sentence for each name that is not a setting, with the setting that was probably
    meant.
    """
    for name in sorted(set(given) - set(known)):
        if name in _CONSTANTS:
            yield f"{PREFIX}{name.upper()} is no longer a setting: {_CONSTANTS[name]}. Remove it."
            continue
        near = get_close_matches(name, known, 1)
        meant = f" Do you mean {PREFIX}{near[0].upper()}?" if near else ""
        yield f"{PREFIX}{name.upper()} is not a setting.{meant}"
