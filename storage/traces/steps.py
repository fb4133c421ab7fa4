"""The steps that lists and workers took with a URL."""

from dataclasses import dataclass, field
from enum import StrEnum

DAY_SECONDS = 86_400
SENT_SECONDS = 2.0
"""How often workers send their steps: what happened since is not known to the store yet."""
MAX_A_DAY = 1_000_000
"""Most steps that a store keeps of one day; the oldest of the day give way."""
MAX_OF_A_LIST = 300
"""Most links of one list that a store keeps, the first of the list."""
SHORT_KEY = 16
"""How many digits of a key say which link a list shows."""


class StepKind(StrEnum):
    """What happened to a URL. Stored, so a name must not change."""

    FOUND = "found"
    REDIRECTED = "redirected"
    CONTINUED = "continued"
    RETRIED = "retried"
    BURIED = "buried"
    SETTLED = "settled"


@dataclass(frozen=True, kw_only=True)
class Step:
    """One step with one URL. ``at`` is Unix time; ``detail`` is for people and has no secrets.

    FOUND: a list showed a new link, its claim was granted, and a page job was put for ``next_at``.
    REDIRECTED: the page is at ``to_url``, for which a job was put. CONTINUED: the article goes on
    at ``to_url``, or the host's turn there comes later. RETRIED: ``attempt`` failed with
    ``outcome``; the next one comes at ``next_at``. BURIED: the last attempt failed. SETTLED:
    ``outcome`` is final. ``to_url`` is the canonical URL of the document if it was stored, else
    where the page was fetched, "" if that is ``url``. ``worker`` names the process, "host-pid".
    ``revisit`` is the age in seconds for which a stored article is visited again, 0 if it is the
    first visit.
    """

    kind: StepKind
    at: float
    url: str
    source_id: int
    run_id: str = ""
    list_url: str = ""
    outcome: str = ""
    detail: str = ""
    to_url: str = ""
    attempt: int = 0
    next_at: float = 0.0
    worker: str = ""
    revisit: int = 0


@dataclass(frozen=True, kw_only=True)
class Recorded:
    """A step under the keys (``storage.keys.url_key``) of all URLs that it is about."""

    keys: tuple[str, ...]
    step: Step


@dataclass(frozen=True, kw_only=True)
class Shown:
    """The links that the first page of a list showed when it was last read in full.

    ``keys`` are keys of canonical URLs; a store keeps ``SHORT_KEY`` digits of the first
    ``MAX_OF_A_LIST``. It is empty in what a store returns.
    """

    source_id: int
    list_url: str
    at: float
    keys: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, kw_only=True)
class Trace:
    """What a store knows of a URL.

    Attributes:
        steps: The steps, oldest first; at most 200, the newest.
        is_cut: Whether a day had more than ``MAX_A_DAY`` steps, so that some may be missing.
        shown: The lists that showed the URL when they were last read in full.
    """

    steps: tuple[Step, ...] = ()
    is_cut: bool = False
    shown: tuple[Shown, ...] = ()
