"""Compare the stored documents with the published articles, and the requests with the required
pace.
"""

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

_GRAM: Final = 3
_SESSION_PATH = re.compile(r";jsessionid=\w+", re.IGNORECASE)
_MEANINGLESS = re.compile(r"(?<=[?&])(?:utm_\w+|sid|PHPSESSID|hop)=[^&]*&?")

Entry = Mapping[str, Any]
Document = Mapping[str, Any]


@dataclass(frozen=True)
class Report:
    """The result of a crawl.

    ``recall`` is the share of expected entries with at least one document, ``precision`` the share
    of documents that belong to an entry that a correct crawler may store; both are 1 without
    entries or documents. ``duplicates`` are the addresses of second documents for an article (or
    one page of a thread). ``lag`` is the seconds from appearance to collection, over articles that
    appeared while the fake web ran. ``body_similarity_mean`` is the mean Dice coefficient of
    three-character pieces over articles, white space left out; ``date_agreement`` the share of
    articles dated within a minute. Figures without any measurement are None.
    """

    recall: float
    precision: float
    duplicates: list[str]
    missing: list[str]
    unexpected: list[str]
    lag_p50: float | None
    lag_p95: float | None
    body_similarity_mean: float | None
    date_agreement: float | None


@dataclass(frozen=True)
class _Match:
    document: Document
    entry: Entry
    page: str


def compare(ledger: Iterable[Entry], documents: Iterable[Document]) -> Report:
    """Match documents with ledger entries by canonical address, then by the address they were
    fetched from.

    A document is a mapping with ``url``, ``canonical_url``, ``title``, ``content``, ``published``
    and ``collected``; times are ISO 8601 strings, datetimes or seconds since 1970, those without a
    zone mean UTC. Entries whose ``expected`` is "either" count neither for recall nor against
    precision.
    """
    entries, stored = list(ledger), list(documents)
    pages = by_address(entries)
    matches, unknown = _matched(stored, pages)
    allowed = [match for match in matches if match.entry["expected"] != "no"]
    unexpected = unknown + [
        str(match.document["url"]) for match in matches if match.entry["expected"] == "no"
    ]
    found = {match.entry["url"] for match in allowed}
    wanted = [entry["url"] for entry in entries if entry["expected"] == "yes"]
    missing = [url for url in wanted if url not in found]
    lags = sorted(_lags(allowed))
    return Report(
        recall=1 - len(missing) / len(wanted) if wanted else 1.0,
        precision=1 - len(unexpected) / len(stored) if stored else 1.0,
        duplicates=_duplicates(allowed),
        missing=missing,
        unexpected=unexpected,
        lag_p50=_quantile(lags, 0.50),
        lag_p95=_quantile(lags, 0.95),
        body_similarity_mean=_mean(list(_similarities(allowed))),
        date_agreement=_mean(list(_agreements(allowed))),
    )


def by_address(ledger: Iterable[Entry]) -> dict[str, tuple[Entry, str]]:
    """Return each entry, with the address of the page, by all addresses of the page as ``bare``
    returns them.
    """
    return {page: (entry, main) for entry in ledger for page, main in _pages(entry)}


def pace_violations(
    requests: Iterable[Mapping[str, Any]], host: str, min_interval: float
) -> list[tuple[str, float]]:
    """Return requests that came less than ``min_interval`` seconds after the one before, as (path,
    real interval).

    ``host`` may have a port.
    """
    name = host.partition(":")[0]
    kept = sorted(
        (float(request["time"]), str(request["path"]))
        for request in requests
        if request["host"] == name
    )
    steps = ((path, moment - before) for (before, _), (moment, path) in itertools.pairwise(kept))
    return [(path, interval) for path, interval in steps if interval < min_interval]


def _pages(entry: Entry) -> Iterator[tuple[str, str]]:
    """Return each address of an entry with the address of the page that it is a version of."""
    for address in (entry["url"], *entry["alternatives"]):
        yield bare(address), entry["url"]
    for address in entry.get("pages", ()):
        yield bare(address), address


def bare(address: str) -> str:
    """Return an address without what says nothing of the page."""
    return _MEANINGLESS.sub("", _SESSION_PATH.sub("", address.partition("#")[0])).rstrip("?&")


def _matched(
    documents: Sequence[Document], pages: Mapping[str, tuple[Entry, str]]
) -> tuple[list[_Match], list[str]]:
    matches, unknown = [], []
    for document in documents:
        names = [
            bare(str(document[field])) for field in ("canonical_url", "url") if document.get(field)
        ]
        known = next((pages[name] for name in names if name in pages), None)
        if known is None:
            unknown.append(str(document["url"]))
        else:
            matches.append(_Match(document, *known))
    return matches, unknown


def _duplicates(matches: Iterable[_Match]) -> list[str]:
    seen: set[str] = set()
    again = []
    for match in matches:
        if match.page in seen:
            again.append(str(match.document["url"]))
        seen.add(match.page)
    return again


def _lags(matches: Iterable[_Match]) -> Iterator[float]:
    for match in matches:
        if not match.entry["initial"] and match.document.get("collected"):
            collected, appeared = (
                _moment(match.document["collected"]),
                _moment(match.entry["appeared"]),
            )
            yield (collected - appeared).total_seconds()


def _similarities(matches: Iterable[_Match]) -> Iterator[float]:
    for match in matches:
        if match.entry.get("paragraphs"):
            yield similarity(
                "".join(match.entry["paragraphs"]), str(match.document.get("content") or "")
            )


def _agreements(matches: Iterable[_Match]) -> Iterator[float]:
    for match in matches:
        if (
            match.entry["kind"] == "article"
            and match.entry.get("dated", True)
            and match.document.get("published")
        ):
            apart = _moment(match.document["published"]) - _moment(match.entry["published"])
            yield float(abs(apart.total_seconds()) < 60)


def similarity(one: str, other: str) -> float:
    """Return the Dice coefficient of the three-character pieces of two texts without white space; 1
    for equal texts.
    """
    first, second = _pieces(one), _pieces(other)
    total = first.total() + second.total()
    return 2 * (first & second).total() / total if total else 1.0


def _pieces(text: str) -> Counter[str]:
    solid = "".join(text.split())
    return Counter(
        solid[start : start + _GRAM] for start in range(max(1, len(solid) - _GRAM + 1)) if solid
    )


def _moment(value: Any) -> datetime:
    if isinstance(value, int | float):
        return datetime.fromtimestamp(value, UTC)
    moment = value if isinstance(value, datetime) else datetime.fromisoformat(str(value))
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _quantile(ordered: Sequence[float], share: float) -> float | None:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else None
