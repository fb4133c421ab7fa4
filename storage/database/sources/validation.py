"""The rules for a source, without a database: they take a configuration and return every
problem.
"""

import hashlib
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import regex
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from storage.database.sources.field_checks import (
    choose_one,
    encodes_keywords,
    proxy_problem,
    too_long,
)
from storage.database.sources.source_config import (
    RESULT_PARSERS,
    SELECTORS,
    SOURCE_FIELDS,
    FieldKind,
    SourceConfig,
    SourceField,
)
from storage.time_zones import is_zone

NAME_LENGTH = SOURCE_FIELDS["name"].rules.max_length
ADDRESS_LENGTH = SOURCE_FIELDS["address"].rules.max_length
REASON_LENGTH = 500
ENTRY_LENGTH = 1000
BOUNDS = {name: field.rules.bounds for name, field in SOURCE_FIELDS.items() if field.rules.bounds}
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")  # RFC 9110, 5.6.2: token
# The HTTP client sets them for each connection and body (RFC 9110, 7.2 and 7.6.1; RFC 9112, 6).
_CLIENT_HEADERS = frozenset(
    ("connection", "content-length", "host", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding",
     "upgrade")
)  # fmt: skip
HIDDEN = "(hidden)"
HIDDEN_CHANGED = "(hidden, changed)"
MAX_HEADERS = 50
HEADERS_LENGTH = 8000
"""Most characters of all headers together; many servers refuse more than 8 KB."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]")
_ALGORITHM = re.compile(r"[a-z0-9_-]*")


@dataclass(frozen=True)
class FieldError:
    """A problem of one field: its name, the given value, and what is wrong and what to do.

    With a value, ``message`` is a sentence without its subject. It is translated when shown.
    """

    field: str
    value: str
    message: object

    def __str__(self) -> str:
        return f"{self.field}: {self.text}"

    @property
    def text(self) -> str:
        """The message without the field's name, for a form that shows it beside the field."""
        return f"“{_shortened(self.value)}” {self.message}" if self.value else str(self.message)


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
    """Return the messages by field, as Django's ValidationError expects them."""
    grouped: dict[str, list[str]] = {}
    for problem in problems:
        grouped.setdefault(problem.field, []).append(problem.text)
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
        algorithms: the valid names; None allows any.
    """

    pattern: Callable[[str], str | None] = compiles
    reads: Callable[[str], bool] = bool
    algorithms: Collection[str] | None = None


FORM_ONLY = Checks()


def check_record(
    record: SourceConfig, *, checks: Checks = FORM_ONLY, keywords_elsewhere: bool = False
) -> list[FieldError]:
    """Return every problem of a source in the order of its fields; an empty list means it can be
    saved.

    ``keywords_elsewhere`` is true if keyword lists provide keywords for a search source.
    """
    subject = _Subject(record, checks, keywords_elsewhere)
    found: list[FieldError] = []
    for name, field in SOURCE_FIELDS.items():
        rule = _OWN_RULES.get(name)
        found += rule(subject) if rule else _check_value(field, getattr(record, name))
        found += check_entries(name, getattr(record, name))
    return found


def check_name(name: str) -> Iterator[FieldError]:
    """Return what is wrong with a name."""
    if not name.strip():
        yield FieldError("name", "", _("Enter a name."))
    elif name != name.strip():
        yield FieldError("name", name, _("begins or ends with a space. Remove the space."))
    if len(name) > NAME_LENGTH:
        yield FieldError("name", name, too_long(NAME_LENGTH))
    yield from _storable("name", name)


def check_words(field: str, words: Iterable[str]) -> Iterator[FieldError]:
    """Return what is wrong with a list of words; each must be one unique line without surrounding
    space.
    """
    seen: set[str] = set()
    for word in words:
        if not word.strip():
            yield FieldError(field, "", _("An entry is empty. Remove it."))
        elif word != word.strip():
            yield FieldError(field, word, _("begins or ends with a space. Remove the space."))
        elif word in seen:
            yield FieldError(field, word, _("is given twice. Remove one."))
        if len(word) > ENTRY_LENGTH:
            yield FieldError(field, word, too_long(ENTRY_LENGTH))
        yield from _storable(field, word)
        seen.add(word)


def check_entries(field: str, value: Any) -> Iterator[FieldError]:
    """Return what is wrong with the number of entries of a field."""
    most = SOURCE_FIELDS[field].rules.max_entries
    if most is not None and len(value) > most:
        advice = _("{count} entries are too many. Use at most {limit}.")
        yield FieldError(field, "", format_lazy(advice, count=len(value), limit=most))


def check_number(field: str, value: float) -> Iterator[FieldError]:
    """Return what is wrong with the value of a field in BOUNDS."""
    low, high = BOUNDS[field]
    if not low <= value <= high:
        advice = format_lazy(_("must be from {low} to {high}."), low=low, high=high)
        yield FieldError(field, str(value), advice)


def check_choice(field: str, value: str) -> Iterator[FieldError]:
    """Return what is wrong with the value of a field that has choices."""
    if value not in (choices := SOURCE_FIELDS[field].rules.choices):
        yield FieldError(field, value, choose_one(choices))


def check_reason(reason: str) -> Iterator[FieldError]:
    """Return what is wrong with the reason for a pause."""
    if len(reason) > REASON_LENGTH:
        yield FieldError("pause_reason", reason, too_long(REASON_LENGTH))
    yield from _storable("pause_reason", reason)


@dataclass(frozen=True)
class _Subject:
    """The input of the rules of single fields."""

    record: SourceConfig
    checks: Checks
    keywords_elsewhere: bool


def _check_value(field: SourceField, value: Any) -> Iterator[FieldError]:
    """Return what is wrong with a value for its kind."""
    if field.rules.bounds:
        yield from check_number(field.name, value)
    elif field.kind is FieldKind.LIST:
        yield from check_words(field.name, value)
    elif field.rules.choices:
        yield from check_choice(field.name, value)
    elif field.kind is FieldKind.TEXT:
        if len(value) > field.rules.max_length:
            yield FieldError(field.name, value, too_long(field.rules.max_length))
        yield from _storable(field.name, value)


def _check_name(subject: _Subject) -> Iterator[FieldError]:
    return check_name(subject.record.name)


def _check_address(subject: _Subject) -> Iterator[FieldError]:
    address = subject.record.address
    if not address:
        yield FieldError(
            "address", "", _("Enter an address, such as https://example.org/feed.xml.")
        )
        return
    if len(address) > ADDRESS_LENGTH:
        yield FieldError("address", address, too_long(ADDRESS_LENGTH))
    if re.search(r"\s", address) or _CONTROL.search(address):
        yield FieldError("address", address, _("contains a space. Write it as %20."))
    yield from _storable("address", address)
    yield from _check_url(address)
    yield from _check_placeholders(subject.record)


def _check_url(address: str) -> Iterator[FieldError]:
    try:
        parts = urlsplit(address)
        host, _port = parts.hostname, parts.port
    except ValueError:
        yield FieldError(
            "address", address, _("is not a valid web address. Check the host and port.")
        )
        return
    if parts.scheme.lower() not in ("http", "https") or not host:
        yield FieldError(
            "address",
            address,
            _("is not a valid web address. It must start with http:// or https:// and a host."),
        )
    elif "@" in parts.netloc:
        # Do not show the address: the text before the @ is usually a password.
        yield FieldError(
            "address",
            "",
            _("The address contains a user name. Use the header Authorization instead."),
        )
    elif "{" in parts.netloc:
        yield FieldError(
            "address",
            address,
            _("has a placeholder in its host. Only the path and query may have placeholders."),
        )


def _check_placeholders(record: SourceConfig) -> Iterator[FieldError]:
    found = set(_PLACEHOLDER.findall(record.address))
    if record.channel != "search":
        if found & {"keyword", "page"}:
            yield FieldError(
                "address",
                record.address,
                _("has a placeholder. Only the channel search uses placeholders."),
            )
        return
    if "keyword" not in found:
        yield FieldError(
            "address",
            record.address,
            _("lacks the placeholder {keyword}. Put it where the keyword goes."),
        )
    for name in sorted(found - {"keyword", "page"}):
        yield FieldError(
            "address", f"{{{name}}}", _("is not a valid placeholder. Use {keyword} and {page}.")
        )


def _check_patterns(subject: _Subject) -> Iterator[FieldError]:
    yield from check_words("patterns", subject.record.patterns)
    for pattern in subject.record.patterns:
        why = subject.checks.pattern(pattern)
        if why:
            yield FieldError(
                "patterns", pattern, format_lazy(_("cannot be used as a pattern: {why}"), why=why)
            )


def _check_keywords(subject: _Subject) -> Iterator[FieldError]:
    record = subject.record
    yield from check_words("keywords", record.keywords)
    if record.channel == "search" and not record.keywords and not subject.keywords_elsewhere:
        yield FieldError("keywords", "", _("Enter at least one keyword, or choose a keyword list."))


def _check_result_parser(subject: _Subject) -> Iterator[FieldError]:
    given = subject.record.result_parser
    if subject.record.channel == "search":
        if given not in RESULT_PARSERS:
            yield FieldError("result_parser", given, choose_one(RESULT_PARSERS))
    elif given:
        yield FieldError(
            "result_parser", given, _("is only for the channel search. Leave it empty.")
        )


def _check_selectors(subject: _Subject) -> Iterator[FieldError]:
    record = subject.record
    if record.result_parser == "generic" and not record.selectors.get("result"):
        yield FieldError(
            "selectors", "", _("The result parser generic needs the selector “result”.")
        )
    for name, selector in record.selectors.items():
        if name not in SELECTORS:
            yield FieldError("selectors", name, choose_one(SELECTORS))
        elif not selector.strip():
            yield FieldError("selectors", name, _("is empty. Enter a CSS selector or remove it."))
        yield from _storable("selectors", f"{name}{selector}")


def _check_headers(subject: _Subject) -> Iterator[FieldError]:
    headers = subject.record.headers
    if len(headers) > MAX_HEADERS:
        advice = _("{count} headers are too many. Use at most {limit}.")
        yield FieldError("headers", "", format_lazy(advice, count=len(headers), limit=MAX_HEADERS))
    if sum(len(name) + len(value) for name, value in headers.items()) > HEADERS_LENGTH:
        advice = _(
            "The headers are too long. Use at most {limit} characters for all names and values "
            "together."
        )
        yield FieldError("headers", "", format_lazy(advice, limit=HEADERS_LENGTH))
    seen: set[str] = set()
    for name, value in headers.items():
        yield from _check_header_name(name)
        if name.lower() in seen:
            yield FieldError("headers", name, _("is given twice. Remove one."))
        if is_hidden(value):
            yield FieldError(
                "headers",
                name,
                _("is hidden, and its value is kept for its own site only. Enter it again."),
            )
        # Do not show values: they may be secret.
        if _CONTROL.search(value) or value != value.strip():
            yield FieldError(
                "headers",
                name,
                _("has a line break in its value or space around it. Write the value on one line."),
            )
        elif not _fits(value, "latin-1"):
            yield FieldError(
                "headers",
                name,
                _(
                    "has characters outside Latin-1 in its value. Headers cannot contain them; "
                    "remove them."
                ),
            )
        seen.add(name.lower())


def _check_header_name(name: str) -> Iterator[FieldError]:
    if not _HEADER_NAME.fullmatch(name):
        yield FieldError(
            "headers", name, _("is not a valid header name. Use letters, digits and -.")
        )
    elif name.lower() in _CLIENT_HEADERS:
        yield FieldError(
            "headers", name, _("is set by Newsloom for each request. Remove this header.")
        )


def _check_charset(subject: _Subject) -> Iterator[FieldError]:
    charset = subject.record.charset
    if charset and not (encodes_keywords(charset) and subject.checks.reads(charset)):
        text = _("is not a known character set. Use, for example, utf-8, gb18030 or big5.")
        yield FieldError("charset", charset, text)


def _check_proxy(subject: _Subject) -> Iterator[FieldError]:
    if problem := proxy_problem(subject.record.proxy):
        yield FieldError("proxy", "", problem)


def _check_time_zone(subject: _Subject) -> Iterator[FieldError]:
    name = subject.record.time_zone
    if name and not (is_zone(name) and len(name) <= SOURCE_FIELDS["time_zone"].rules.max_length):
        text = _("is not a known time zone. Use, for example, Europe/Berlin or Asia/Shanghai.")
        yield FieldError("time_zone", name, text)


def _check_algorithm(subject: _Subject) -> Iterator[FieldError]:
    algorithm, known = subject.record.algorithm, subject.checks.algorithms
    if algorithm and known is not None and algorithm not in known:
        yield FieldError("algorithm", algorithm, choose_one(sorted(known)))
    elif not _ALGORITHM.fullmatch(algorithm) or len(algorithm) > 40:
        yield FieldError(
            "algorithm",
            algorithm,
            _("is not the name of an algorithm. Leave it empty for the default one."),
        )


def _storable(field: str, text: str) -> Iterator[FieldError]:
    if _CONTROL.search(text) or not _fits(text, "utf-8"):
        yield FieldError(
            field,
            ascii(text),
            _("contains control characters or broken text. Type it again on one line."),
        )


def _fits(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _shortened(value: str) -> str:
    return value if len(value) <= 80 else f"{value[:77]}..."


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
    "algorithm": _check_algorithm,
    "time_zone": _check_time_zone,
}
"""Rules of fields that need more than a check of their kind; they replace ``_check_value``."""
