"""The fact that an error of Newsloom itself was met, as one process counts it. Pure."""

import hashlib
import re
import traceback
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Self

from storage.learned.store import Fact

KEPT_SECONDS = 14 * 86_400.0
MAX_URLS = 5
_MAX_CHARACTERS = 20_000
_MASK = "***"
# A message may quote an address, a header or a setting. Tracebacks have no values of variables.
_SECRETS = (
    (re.compile(r"(?<=://)[^\s/@'\"]+@"), f"{_MASK}@"),
    (re.compile(r"(?<=\?)[^\s'\"<>]+(?=[\s'\"<>]|$)"), _MASK),
    (
        re.compile(
            r"(?i)\b((?:proxy-)?authorization|(?:set-)?cookie|x?-?api[-_]?key|[\w-]*token|password|"
            r"secret)(['\"]?\s*[:=]\s*).*"
        ),
        rf"\1\2{_MASK}",
    ),
)


@dataclass(frozen=True, kw_only=True)
class InternalError:
    """The errors of one place in the code, as one process met them.

    ``group`` names the place: the kind of the error and the lines that led to it. ``trace`` is the
    newest traceback, and ``urls`` are the newest jobs that it hit, both without secrets. ``role``
    is that of the process ``worker``. Times are Unix times.
    """

    group: str
    kind: str
    trace: str
    first: float
    last: float
    count: int
    version: str
    worker: str
    role: str = "worker"
    urls: Sequence[str] = field(default_factory=tuple)

    @property
    def name(self) -> str:
        """The name of the fact: each process counts its own, so that no count is lost."""
        return f"{self.group} {self.worker} {self.first:.3f}"

    @classmethod
    def from_fact(cls, fact: Fact) -> Self:
        """Read what ``to_fact`` returned, also that of a later version with more fields."""
        known = {each.name: fact[each.name] for each in fields(cls) if each.name in fact}
        return cls(**{**known, "urls": tuple(fact["urls"])})

    def to_fact(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return asdict(self)


def without_secrets(text: str) -> str:
    """Return a text without what may be a secret: user and password and query of an address, and
    what follows the name of a secret on its line.
    """
    for pattern, mask in _SECRETS:
        text = pattern.sub(mask, text)
    return text


def trace_of(error: BaseException) -> str:
    """Return the traceback of an error without secrets; of a long one the end, which says most."""
    return without_secrets("".join(traceback.format_exception(error)))[-_MAX_CHARACTERS:]


def group_of(error: BaseException) -> str:
    """Return a name for the place of an error, the same for every message."""
    frames = traceback.extract_tb(error.__traceback__)
    places = [f"{frame.filename.rpartition('/')[2]}:{frame.name}" for frame in frames]
    text = "\n".join([type(error).__qualname__, *places])
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def grouped(errors: Iterable[InternalError]) -> list[InternalError]:
    """Return one error for each group, newest first: the sum of what processes counted."""
    by_group: dict[str, list[InternalError]] = {}
    for error in sorted(errors, key=lambda each: each.last):
        by_group.setdefault(error.group, []).append(error)
    merged = [_merged(of_group) for of_group in by_group.values()]
    return sorted(merged, key=lambda each: -each.last)


def as_text(error: InternalError, times: Mapping[str, str]) -> str:
    """Return an error as a text to copy into a report; ``times`` are its first and last time."""
    return (
        f"{error.kind}, {error.count} times, first {times['first']}, last {times['last']}\n"
        f"Newsloom {error.version}, {error.role}\n\n{error.trace}"
    )


def _merged(of_group: Sequence[InternalError]) -> InternalError:
    newest = of_group[-1]
    urls = [url for each in reversed(of_group) for url in each.urls]
    versions = dict.fromkeys(each.version for each in reversed(of_group))
    roles = dict.fromkeys(each.role for each in reversed(of_group))
    return InternalError(
        group=newest.group,
        kind=newest.kind,
        trace=newest.trace,
        first=min(each.first for each in of_group),
        last=newest.last,
        count=sum(each.count for each in of_group),
        version=", ".join(versions),
        worker=newest.worker,
        role=", ".join(roles),
        urls=tuple(dict.fromkeys(urls))[:MAX_URLS],
    )
