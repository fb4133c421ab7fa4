"""How one setting is declared, and how its text is read: for the core and for features."""

import re
from collections.abc import Callable, Sequence
from dataclasses import Field, field
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any, ClassVar, TypeVar
from urllib.parse import urlsplit

_Value = TypeVar("_Value")
_Number = TypeVar("_Number", int, float)

REDIS_SCHEMES = (
    "redis",
    "rediss",
    "redis+sentinel",
    "rediss+sentinel",
    "redis+cluster",
    "rediss+cluster",
)
_WITH_SEVERAL_HOSTS = ("elasticsearch", *REDIS_SCHEMES)
_URL_ADVICE = "in a user name or password, write : / ? # @ [ ] as %3A %2F %3F %23 %40 %5B %5D"


class FeatureSettings:
    """The settings of a feature: a frozen dataclass below this one, which the module ``settings``
    in its folder names ``SETTINGS``. That module imports nothing else of ours but this one.

    Each field is the variable ``NEWSLOOM_<PREFIX><NAME>``; docs/settings.md describes them.
    """

    PREFIX: ClassVar[str]
    """What the names of its settings begin with, in lower case with a ``_`` at the end."""
    MAIN: ClassVar[str] = ""
    """The field whose name is that of the feature alone, as in ``NEWSLOOM_ARCHIVE``."""
    KEEPS: ClassVar[bool] = False
    """Whether the feature keeps something outside the tables. While it is off, that stays."""

    @classmethod
    def setting_name(cls, field_name: str) -> str:
        """Return the name of the setting of a field."""
        is_main = field_name == cls.MAIN
        if is_main:
            return cls.PREFIX.removesuffix("_")
        return f"{cls.PREFIX}{field_name}"

    def problems(self) -> Sequence[str]:
        """Return what is wrong with the settings together, each as a sentence for whoever set
        them.
        """
        return ()


def number(default: _Number, low: float, high: float) -> _Number:
    """Declare a number, with the smallest and the largest that are taken."""
    return field(default=default, metadata={"bounds": (low, high)})


def read_by(read: Callable[[str], _Value], default: _Value, *, secret: bool = False) -> _Value:
    """Declare a setting whose text a function reads, which raises ValueError with what to enter."""
    return field(default=default, repr=not secret, metadata={"read": read})


def secret() -> str:
    """Declare a text that is never shown, and may be in a file."""
    return field(default="", repr=False)


def is_secret(declared: "Field[Any]") -> bool:
    """Return whether the value of a setting is never shown."""
    return not declared.repr


def bounds_of(declared: "Field[Any]") -> tuple[float, float] | None:
    """Return the smallest and the largest number of a setting, None if it is no number."""
    found: tuple[float, float] | None = declared.metadata.get("bounds")
    return found


def read_value(declared: "Field[Any]", text: str) -> object:
    """Return the value that a text stands for. Raises ValueError with what to enter."""
    if "read" in declared.metadata:
        return declared.metadata["read"](text)
    default: Any = declared.default
    if isinstance(default, tuple):
        return tuple(part.strip() for part in text.split(",") if part.strip())
    bounds = bounds_of(declared)
    if bounds:
        return _number(text, type(default), *bounds)
    return text


def address_problem(url: str, schemes: Sequence[str]) -> str:
    """Return what is wrong with the address of a store, "" if nothing; never the address, which may
    contain a password.
    """
    scheme = url.partition("://")[0].lower()
    if scheme not in schemes or "://" not in url:
        return f"must start with {' or '.join(f'{s}://' for s in schemes)}"
    if scheme in ("sqlite", "local", "file"):
        is_absolute = url.partition("://")[2].startswith("/")
        return (
            ""
            if is_absolute
            else f"must name an absolute path, as in {scheme}:///var/lib/newsloom/name"
        )
    try:
        parts = urlsplit(url)
        place = parts.netloc.rpartition("@")[2]
        if scheme == "beanstalkd" and "," in place:
            return (
                "names several Beanstalkds. Name one of them, as in beanstalkd://host:11300; the "
                "next visits find the pages again whose jobs the others hold"
            )
        hosts = place.split(",") if scheme in _WITH_SEVERAL_HOSTS else [place]
        # Only reading a port tells that it is none.
        _ = [urlsplit(f"//{host.strip()}").port for host in hosts]
    except ValueError:
        return f"has an invalid host or port; {_URL_ADVICE}"
    return ""


def networks(text: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """Read networks as CIDR has them, with commas in between."""
    return tuple(ip_network(part.strip()) for part in text.split(",") if part.strip())


def origin(text: str) -> str:
    """Return the address as browsers send it in the header Origin (RFC 6454): lower case, no slash
    at the end.
    """
    found = text.lower().removesuffix("/")
    if found and not re.fullmatch(r"https?://[a-z0-9][a-z0-9.-]*(:\d{1,5})?", found):
        raise ValueError(
            "enter http:// or https:// and a host, and nothing after it, as in "
            "https://news.example.org"
        )
    return found


def one_of(choices: Sequence[str]) -> Callable[[str], str]:
    """Return what reads one of some words, however it is written in capitals."""
    by_lower_case = {each.lower(): each for each in choices}

    def read(text: str) -> str:
        if text.lower() not in by_lower_case:
            raise ValueError(f"choose one of {', '.join(choices)}")
        return by_lower_case[text.lower()]

    return read


def some_of(choices: Sequence[str]) -> Callable[[str], tuple[str, ...]]:
    """Return what reads those of some words that a list names, each once; "none" is none of
    them.
    """
    read_one = one_of((*choices, "none"))

    def read(text: str) -> tuple[str, ...]:
        parts = (part.strip() for part in text.lower().split(","))
        named = tuple(dict.fromkeys(part for part in parts if part))
        if named == ("none",):
            return ()
        return tuple(read_one(each) for each in named)

    return read


def decimal_text(value: float) -> str:
    """Return a bound of a number as people write it: without an exponent or trailing zeros."""
    return f"{value:.9f}".rstrip("0").rstrip(".")


def _number(text: str, kind: Callable[[str], float], low: float, high: float) -> float:
    try:
        found = kind(text)
    except ValueError:
        raise ValueError("enter a whole number" if kind is int else "enter a number") from None
    # NaN is in no range.
    if not low <= found <= high:
        raise ValueError(f"enter a number from {decimal_text(low)} to {decimal_text(high)}")
    return found
