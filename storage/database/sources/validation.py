"""The rules for a source, without a database: they take a configuration and return every
problem.
"""

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import regex

from hooks.answers import SourceChannel
from hooks.process import features
from storage.channels import channel_of, own_channels
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.sources.field_checks import encodes_keywords, proxy_problem
from storage.database.sources.fields import FieldKind, SourceField
from storage.database.sources.source_config import (
    CORE_FIELDS,
    SourceConfig,
    result_parsers,
    selector_names,
    source_fields,
    value_of,
)
from storage.time_zones import is_zone

NAME_LENGTH = CORE_FIELDS["name"].rules.max_length
ADDRESS_LENGTH = CORE_FIELDS["address"].rules.max_length
REASON_LENGTH = 500
ENTRY_LENGTH = 1000
BOUNDS = {name: field.rules.bounds for name, field in CORE_FIELDS.items() if field.rules.bounds}
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")  # RFC 9110, 5.6.2: token
# The HTTP client sets them for each connection and body (RFC 9110, 7.2 and 7.6.1; RFC 9112, 6).
_CLIENT_HEADERS = frozenset(
    ("connection", "content-length", "host", "keep-alive", "proxy-connection", "te",
    "trailer", "transfer-encoding",
     "upgrade")
)  # fmt: skip
HIDDEN = "(hidden)"
HIDDEN_CHANGED = "(hidden, changed)"
MAX_HEADERS = 50
HEADERS_LENGTH = 8000
"""Most characters of all headers together; many servers refuse more than 8 KB."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]")


def name_key(name: str) -> str:
    """Return the key that must be unique for a name: case, width and repeated spaces do not matter
    (Unicode NFKC).
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return hashlib.sha256(" ".join(folded.split()).encode(errors="surrogatepass")).hexdigest()


def is_hidden(value: str) -> bool:
    """Return whether a header value replaces a secret, in the audit or the API."""
    return value in (HIDDEN, HIDDEN_CHANGED)


def by_field(problems: Iterable[FieldError]) -> dict[str, list[str]]:
    """Return the problems by field, as Django's ValidationError expects them."""
    grouped: dict[str, list[str]] = {}
    for problem in problems:
        grouped.setdefault(problem.field, []).append(str(problem))
    return grouped


def compiles(pattern: str) -> str | None:
    """Return why a pattern is not a valid regular expression, or None."""
    try:
        regex.compile(pattern)
    except (regex.error, RecursionError, OverflowError) as error:
        return str(error)
    return None


@dataclass(frozen=True, kw_only=True)
class Checks:
    """Checks that need the crawler or extractor, which storage does not import.

    Attributes:
        pattern: returns why a pattern is invalid, or None.
        reads: returns whether pages can be read in a character set.
    """

    pattern: Callable[[str], str | None] = compiles
    reads: Callable[[str], bool] = bool


FORM_ONLY = Checks()
Rule = Callable[[SourceConfig], Iterable[FieldError]]
"""Returns what is wrong with a source."""


def check_record(
    record: SourceConfig, *, checks: Checks = FORM_ONLY, keywords_elsewhere: bool = False
) -> list[FieldError]:
    """Return every problem of a source in the order of its fields; an empty list means it can be
    saved.

    ``keywords_elsewhere`` is true if keyword lists provide keywords for a search source.
    """
    own = own_channels()
    read_by = channel_of(record.channel, record.result_parser)
    of_channel = read_by.rules if read_by else {}
    subject = _Subject(record, checks, keywords_elsewhere, of_channel)
    brought = {name: rule for each in own.values() for name, rule in _rules_of_fields(each)}
    found: list[FieldError] = []
    for name, field in source_fields().items():
        value = value_of(record, name)
        if name in brought:
            found += brought[name](record)
        elif rule := _OWN_RULES.get(name):
            found += rule(subject)
        else:
            found += _check_value(field, value)
        if name in of_channel and name not in (*brought, "address"):
            found += of_channel[name](record)
        found += check_entries(name, value)
    return found


def _rules_of_fields(channel: SourceChannel) -> Iterator[tuple[str, Rule]]:
    """Yield the rules of the fields that a channel brings."""
    for each in channel.fields:
        if each.name in channel.rules:
            yield each.name, channel.rules[each.name]


def check_name(name: str) -> Iterator[FieldError]:
    """Return what is wrong with a name."""
    if not name.strip():
        yield FieldError("name", "", ErrorCode.NAME_MISSING)
    elif name != name.strip():
        yield FieldError("name", name, ErrorCode.OUTER_SPACE)
    if len(name) > NAME_LENGTH:
        yield FieldError("name", name, ErrorCode.TOO_LONG, {"limit": NAME_LENGTH})
    yield from _storable("name", name)


def check_words(field: str, words: Iterable[str]) -> Iterator[FieldError]:
    """Return what is wrong with a list of words; each must be one unique line without surrounding
    space.
    """
    seen: set[str] = set()
    for word in words:
        if not word.strip():
            yield FieldError(field, "", ErrorCode.EMPTY_ENTRY)
        elif word != word.strip():
            yield FieldError(field, word, ErrorCode.OUTER_SPACE)
        elif word in seen:
            yield FieldError(field, word, ErrorCode.GIVEN_TWICE)
        if len(word) > ENTRY_LENGTH:
            yield FieldError(field, word, ErrorCode.TOO_LONG, {"limit": ENTRY_LENGTH})
        yield from _storable(field, word)
        seen.add(word)


def check_entries(field: str, value: Any) -> Iterator[FieldError]:
    """Return what is wrong with the number of entries of a field."""
    most = source_fields()[field].rules.max_entries
    if most is not None and len(value) > most:
        yield FieldError(
            field, "", ErrorCode.TOO_MANY_ENTRIES, {"count": len(value), "limit": most}
        )


def check_number(field: str, value: float) -> Iterator[FieldError]:
    """Return what is wrong with the value of a field in BOUNDS."""
    low, high = BOUNDS[field]
    if not low <= value <= high:
        yield FieldError(field, str(value), ErrorCode.OUT_OF_RANGE, {"low": low, "high": high})


def check_choice(field: str, value: str) -> Iterator[FieldError]:
    """Return what is wrong with the value of a field that has choices."""
    if value not in (choices := source_fields()[field].rules.choices):
        named = {"choices": ", ".join(choices)}
        if field == "channel" and (off := features().off_with_channels()):
            named["off"] = ", ".join(off)
            yield FieldError(field, value, ErrorCode.NOT_A_CHANNEL_HERE, named)
        else:
            yield FieldError(field, value, ErrorCode.NOT_A_CHOICE, named)


def check_text(field: str, text: str) -> Iterator[FieldError]:
    """Return what is wrong with a text of one line."""
    limit = source_fields()[field].rules.max_length
    if len(text) > limit:
        yield FieldError(field, text, ErrorCode.TOO_LONG, {"limit": limit})
    yield from _storable(field, text)
    if field == "folder":
        yield from check_folder(text)


def check_folder(text: str) -> Iterator[FieldError]:
    """Return what is wrong with the parts of a folder, which slashes separate."""
    if text and not all(part.strip() for part in text.split("/")):
        yield FieldError("folder", text, ErrorCode.FOLDER_PART_EMPTY)


def check_reason(reason: str) -> Iterator[FieldError]:
    """Return what is wrong with the reason for a pause."""
    if len(reason) > REASON_LENGTH:
        yield FieldError("pause_reason", reason, ErrorCode.TOO_LONG, {"limit": REASON_LENGTH})
    yield from _storable("pause_reason", reason)


@dataclass(frozen=True)
class _Subject:
    """The input of the rules of single fields."""

    record: SourceConfig
    checks: Checks
    keywords_elsewhere: bool
    of_channel: Mapping[str, Rule]


def _check_value(field: SourceField, value: Any) -> Iterator[FieldError]:
    """Return what is wrong with a value for its kind."""
    if field.rules.bounds:
        yield from check_number(field.name, value)
    elif field.kind is FieldKind.LIST:
        yield from check_words(field.name, value)
    elif field.rules.choices:
        yield from check_choice(field.name, value)
    elif field.kind is FieldKind.TEXT:
        yield from check_text(field.name, value)


def _check_name(subject: _Subject) -> Iterator[FieldError]:
    return check_name(subject.record.name)


def _check_address(subject: _Subject) -> Iterator[FieldError]:
    address = subject.record.address
    if not address:
        yield FieldError("address", "", ErrorCode.ADDRESS_MISSING)
        return
    if len(address) > ADDRESS_LENGTH:
        yield FieldError("address", address, ErrorCode.TOO_LONG, {"limit": ADDRESS_LENGTH})
    if re.search(r"\s", address) or _CONTROL.search(address):
        yield FieldError("address", address, ErrorCode.ADDRESS_SPACE)
    yield from _storable("address", address)
    own = subject.of_channel.get("address")
    yield from own(subject.record) if own else _check_url(address)
    yield from _check_placeholders(subject.record)


def _check_url(address: str) -> Iterator[FieldError]:
    try:
        parts = urlsplit(address)
        host, _port = parts.hostname, parts.port
    except ValueError:
        yield FieldError("address", address, ErrorCode.ADDRESS_HOST)
        return
    if parts.scheme.lower() not in ("http", "https") or not host:
        yield FieldError("address", address, ErrorCode.ADDRESS_SCHEME)
    elif "@" in parts.netloc:
        # Do not show the address: the text before the @ is usually a password.
        yield FieldError("address", "", ErrorCode.ADDRESS_USER)
    elif "{" in parts.netloc:
        yield FieldError("address", address, ErrorCode.PLACEHOLDER_IN_HOST)


def _check_placeholders(record: SourceConfig) -> Iterator[FieldError]:
    found = set(_PLACEHOLDER.findall(record.address))
    if record.channel != "search":
        if found & {"keyword", "page"}:
            yield FieldError("address", record.address, ErrorCode.PLACEHOLDER_NOT_USED)
        return
    if "keyword" not in found:
        yield FieldError("address", record.address, ErrorCode.PLACEHOLDER_MISSING)
    for name in sorted(found - {"keyword", "page"}):
        yield FieldError("address", f"{{{name}}}", ErrorCode.PLACEHOLDER_UNKNOWN)


def _check_patterns(subject: _Subject) -> Iterator[FieldError]:
    yield from check_words("patterns", subject.record.patterns)
    for pattern in subject.record.patterns:
        why = subject.checks.pattern(pattern)
        if why:
            yield FieldError("patterns", pattern, ErrorCode.PATTERN, {"why": why})


def _check_keywords(subject: _Subject) -> Iterator[FieldError]:
    record = subject.record
    yield from check_words("keywords", record.keywords)
    if record.channel == "search" and not record.keywords and not subject.keywords_elsewhere:
        yield FieldError("keywords", "", ErrorCode.KEYWORDS_MISSING)


def _check_result_parser(subject: _Subject) -> Iterator[FieldError]:
    given = subject.record.result_parser
    if subject.record.channel == "search":
        if given not in result_parsers():
            yield FieldError(
                "result_parser",
                given,
                ErrorCode.NOT_A_CHOICE,
                {"choices": ", ".join(result_parsers())},
            )
    elif given:
        yield FieldError("result_parser", given, ErrorCode.ONLY_FOR_SEARCH)


def _check_selectors(subject: _Subject) -> Iterator[FieldError]:
    record = subject.record
    if record.result_parser == "generic" and not record.selectors.get("result"):
        yield FieldError("selectors", "", ErrorCode.RESULT_SELECTOR_MISSING)
    valid = selector_names(record.channel, record.result_parser)
    for name, selector in record.selectors.items():
        if name not in valid:
            yield FieldError(
                "selectors", name, ErrorCode.NOT_A_CHOICE, {"choices": ", ".join(valid)}
            )
        elif not selector.strip():
            yield FieldError("selectors", name, ErrorCode.SELECTOR_EMPTY)
        yield from _storable("selectors", f"{name}{selector}")


def _check_headers(subject: _Subject) -> Iterator[FieldError]:
    headers = subject.record.headers
    if len(headers) > MAX_HEADERS:
        yield FieldError(
            "headers", "", ErrorCode.TOO_MANY_HEADERS, {"count": len(headers), "limit": MAX_HEADERS}
        )
    if sum(len(name) + len(value) for name, value in headers.items()) > HEADERS_LENGTH:
        yield FieldError("headers", "", ErrorCode.HEADERS_TOO_LONG, {"limit": HEADERS_LENGTH})
    seen: set[str] = set()
    for name, value in headers.items():
        yield from _check_header_name(name)
        if name.lower() in seen:
            yield FieldError("headers", name, ErrorCode.GIVEN_TWICE)
        if is_hidden(value):
            yield FieldError("headers", name, ErrorCode.HEADER_HIDDEN)
        # Do not show values: they may be secret.
        if _CONTROL.search(value) or value != value.strip():
            yield FieldError("headers", name, ErrorCode.HEADER_LINE_BREAK)
        elif not _fits(value, "latin-1"):
            yield FieldError("headers", name, ErrorCode.HEADER_NOT_LATIN_1)
        seen.add(name.lower())


def _check_header_name(name: str) -> Iterator[FieldError]:
    if not _HEADER_NAME.fullmatch(name):
        yield FieldError("headers", name, ErrorCode.HEADER_NAME)
    elif name.lower() in _CLIENT_HEADERS:
        yield FieldError("headers", name, ErrorCode.HEADER_OF_CLIENT)


def _check_charset(subject: _Subject) -> Iterator[FieldError]:
    charset = subject.record.charset
    if charset and not (encodes_keywords(charset) and subject.checks.reads(charset)):
        yield FieldError("charset", charset, ErrorCode.CHARSET_UNKNOWN)


def _check_proxy(subject: _Subject) -> Iterator[FieldError]:
    if code := proxy_problem(subject.record.proxy):
        yield FieldError("proxy", "", code)


def _check_time_zone(subject: _Subject) -> Iterator[FieldError]:
    name = subject.record.time_zone
    if name and not (is_zone(name) and len(name) <= CORE_FIELDS["time_zone"].rules.max_length):
        yield FieldError("time_zone", name, ErrorCode.TIME_ZONE_UNKNOWN)


def is_storable(text: str) -> bool:
    """Return whether every store can hold a text: valid Unicode without control characters."""
    return not _CONTROL.search(text) and _fits(text, "utf-8")


def _storable(field: str, text: str) -> Iterator[FieldError]:
    if not is_storable(text):
        yield FieldError(field, ascii(text), ErrorCode.CONTROL_CHARACTERS)


def _fits(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


_OWN_RULES: Mapping[str, Callable[[_Subject], Iterator[FieldError]]] = {
    "name": _check_name,
    "address": _check_address,
    "result_parser": _check_result_parser,
    "selectors": _check_selectors,
    "keywords": _check_keywords,
    "keyword_lists": lambda _subject: iter(
        ()
    ),  # ``sources`` checks the names, because it knows the lists
    "patterns": _check_patterns,
    "headers": _check_headers,
    "proxy": _check_proxy,
    "charset": _check_charset,
    "time_zone": _check_time_zone,
}
"""Rules of fields that need more than a check of their kind; they replace ``_check_value``."""
