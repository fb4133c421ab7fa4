"""Read a list in JSON: find its entries and their fields, as far as the source does not name
them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from w3lib.url import add_or_replace_parameters

from extractor.dates.context import DateContext
from extractor.dates.zones import country_of
from extractor.errors import NotFeed, UnusablePattern
from extractor.lists.anchors import absolute
from extractor.lists.entry_text import (
    MAX_POST_CHARACTERS,
    post_links,
    post_text,
    title_text,
    whole_text,
)
from extractor.lists.header_links import header_links
from extractor.page import dom
from extractor.page.decode import decode
from extractor.page.scripts import script_language
from extractor.results import Headers, Link, Listing
from extractor.short_posts import beginning
from features.json_lists.addresses import is_address, written_address
from features.json_lists.columns import Column, EntryList, entry_lists, outer_values
from features.json_lists.forms import KnownForm, known_form
from features.json_lists.loading import load
from features.json_lists.roles import ROLES, candidates, chosen, moment
from features.json_lists.selectors import problem_of, value_of

SELECTORS = ("entries", *ROLES, "next")
"""What a source may name; all of it is found if it does not.

``entries`` and ``next`` count from the whole answer, the others from an entry. A ``next`` that
begins with "&" sets a parameter of the present address.
"""
_NEXT_NAMES = re.compile(
    r"(?:^|\.)\"?(?:@odata\.)?next_?(?:page|url|link|href)*(?:_url)?\"?$", re.I
)
_NOT_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that JSON can write and that are no text, such as half of a surrogate pair."""
_SUMMARY_NAMES = re.compile(r"summary|desc|excerpt|abstract|intro|digest|brief|snippet|teaser")
_MAX_TITLE = 300
"""Characters of a title that are kept."""
_MAX_EXAMPLES = 3
"""Examples of a member that the trial shows."""
_MAX_EXAMPLE = 120
"""Characters of an example: it must fit into a line."""
_REASONS = (
    "error_description || message || msg || errmsg || error.message || detail || error || title"
)
"""Where servers say why they refuse an answer (Mastodon, Bluesky, Weibo, RFC 9457 and others)."""
_MAX_REASON = 120
"""Characters of a reason that an error repeats."""
_MAX_DEPTH = 20
"""Deeper in an answer than any known one has its list."""
_NAMED_MEMBERS = 12
"""Members that an error names, so that it stays readable."""
_TITLES_FOR_LANGUAGE = 10
"""Titles that tell the language of a list."""


@dataclass(frozen=True)
class Choice:
    """A selector that has or may have a role, and what the first entries have there."""

    expression: str
    examples: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class JsonView:
    """How a list in JSON is read.

    Attributes:
        form: The known form of the answer, "" for none.
        fields: By role, the selector of the source or the one that Newsloom found.
        choices: By role, what could have it, the likeliest first; ``SELECTORS`` without ``next``.
    """

    form: str
    fields: Mapping[str, Choice]
    choices: Mapping[str, Sequence[Choice]]


@dataclass(frozen=True)
class _Answer:
    """An answer with its list of entries and how each is read."""

    value: object
    entries: EntryList
    columns: Sequence[Column]
    selectors: Mapping[str, str]
    form: KnownForm | None

    @property
    def has_posts(self) -> bool:
        """Return whether the entries are short posts: texts without a title."""
        return "text" in self.selectors and "title" not in self.selectors


def read_json_list(
    body: bytes,
    url: str,
    headers: Headers,
    collected: datetime,
    selectors: Mapping[str, str],
    *,
    charset: str = "",
    time_zone: str = "",
) -> Listing:
    """Return the entries of an answer, in its order, and the next page.

    Args:
        body: The answer.
        url: Where it was found.
        headers: Its response headers.
        collected: The time of the fetch (aware).
        selectors: Some of ``SELECTORS``; the others are found.
        charset: An encoding that overrides every declaration.
        time_zone: The name of the zone of times that name none; "" for that of the site's country
            or language.

    Raises:
        UndecodableBytes: No encoding turns the bytes into text.
        UnusablePattern: A selector is no JMESPath expression.
        NotFeed: The answer is no JSON, holds no list of objects, or its entries have no address.
    """
    value = load(decode(body, headers, charset).text)
    _check(selectors)
    if _is_empty(value, selectors):
        return Listing()
    answer = _opened(value, selectors, collected)
    titles = " ".join(
        _title(entry, answer.selectors) for entry in answer.entries.entries[:_TITLES_FOR_LANGUAGE]
    )
    context = DateContext(
        collected, script_language(titles), country_of(dom.host_of(url)), time_zone
    )
    links = tuple(_links(answer, url, context))
    if not links:
        raise NotFeed(_no_address(answer))
    return Listing(links=links, next_url=_next_url(answer, url, headers))


def view_json_list(
    body: bytes,
    headers: Headers,
    collected: datetime,
    selectors: Mapping[str, str],
    charset: str = "",
) -> JsonView | None:
    """Return how ``read_json_list`` reads an answer, None for one without entries. The errors are
    the same.
    """
    value = load(decode(body, headers, charset).text)
    _check(selectors)
    if _is_empty(value, selectors):
        return None
    answer = _opened(value, selectors, collected)
    choices = {
        role: [
            _with_examples(role, expression, answer)
            for expression in candidates(role, answer.columns, collected)
        ]
        for role in ROLES
    }
    lists = [Choice(each.expression, (str(len(each.entries)),)) for each in entry_lists(value)]
    fields = {
        role: _with_examples(role, selector, answer)
        for role, selector in answer.selectors.items()
        if role in ROLES
    }
    entries = Choice(answer.entries.expression, (str(len(answer.entries.entries)),))
    return JsonView(
        form=answer.form.name if answer.form else "",
        fields={"entries": entries} | fields,
        choices={"entries": lists} | choices,
    )


def _is_empty(value: object, selectors: Mapping[str, str]) -> bool:
    """Return whether an answer has a list, with nothing in it."""
    if not selectors.get("entries"):
        return not entry_lists(value) and _holds_empty_list(value)
    return value_of(selectors["entries"], value) == []


def _holds_empty_list(value: object) -> bool:
    level = [value]
    for _depth in range(_MAX_DEPTH):
        if [] in level:
            return True
        level = [inner for each in level if isinstance(each, dict) for inner in each.values()]
    return False


def _opened(value: object, selectors: Mapping[str, str], collected: datetime) -> _Answer:
    """Choose the list of entries and the selectors."""
    if expression := selectors.get("entries", ""):
        given = value_of(expression, value)
        if isinstance(given, list):
            objects = [entry for entry in given if isinstance(entry, dict)]
        else:
            objects = []
        # An operator wrote it, so the guess that another list is meant would hide the mistake.
        if not objects:
            raise NotFeed(f"the selector entries, {expression!r}, finds no list of objects")
        return _read_as(value, EntryList(expression, objects), selectors, collected)
    lists = [_read_as(value, each, selectors, collected) for each in entry_lists(value)]
    if not lists:
        raise NotFeed(f"the JSON holds no list of entries{_reason(value)}; check the address")
    return max(lists, key=_worth)


def _reason(value: object) -> str:
    """Return what an answer without entries says for people: why a server refuses one."""
    said = value_of(_REASONS, value)
    text = dom.squeeze(said if isinstance(said, str) else "")[:_MAX_REASON]
    return f"; it says {text!r}" if text else ""


def _read_as(
    value: object, entries: EntryList, selectors: Mapping[str, str], collected: datetime
) -> _Answer:
    columns = entries.columns()
    form = known_form(entries.expression, [column.expression for column in columns])
    found = form.selectors if form else chosen(columns, collected)
    named = {name: selector for name, selector in selectors.items() if selector}
    return _Answer(
        value=value,
        entries=entries,
        columns=columns,
        selectors={"entries": entries.expression} | dict(found) | named,
        form=form,
    )


def _worth(answer: _Answer) -> tuple[bool, bool, int, int]:
    """Return what the list of an answer is worth as its list of entries."""
    has = answer.selectors
    says_something = "title" in has or "text" in has
    return (
        bool(answer.form),
        "link" in has and says_something,
        len(has),
        len(answer.entries.entries),
    )


def _links(answer: _Answer, url: str, context: DateContext) -> Iterator[Link]:
    selectors = answer.selectors
    seen = {"", url}
    for entry in answer.entries.entries:
        address = _absolute(url, _text("link", selectors, entry, is_address=True))
        if address in seen:
            continue
        seen.add(address)
        post = _post(entry, answer) if answer.has_posts else ""
        yield Link(
            url=address,
            title=_title(entry, selectors),
            published=moment(_value("time", selectors, entry), context),
            author=title_text(_text("author", selectors, entry)),
            content=post or _content(entry, selectors),
            is_post=bool(post),
            links=tuple(_links_of_post(entry, answer, url)) if post else (),
        )


def _post(entry: Mapping[str, object], answer: _Answer) -> str:
    """Return the text of a short post: its words, or what describes what it shows."""
    words = _texts(_value("text", answer.selectors, entry))
    text = "\n".join(filter(None, map(post_text, words)))
    if not text and answer.form and answer.form.attached:
        shown = map(dom.squeeze, _texts(value_of(answer.form.attached, entry)))
        text = "\n".join(filter(None, shown))
    return text[:MAX_POST_CHARACTERS]


def _links_of_post(entry: Mapping[str, object], answer: _Answer, url: str) -> Iterator[Link]:
    """Yield what a short post links to."""
    for words in _texts(_value("text", answer.selectors, entry)):
        yield from post_links(words, url)
    if answer.form and answer.form.links:
        for address in _texts(value_of(answer.form.links, entry)):
            yield Link(url=absolute(url, address), title=address)


def _content(entry: Mapping[str, object], selectors: Mapping[str, str]) -> str:
    """Return the text of an entry if it is whole: what is called a summary is one unless long."""
    text = "<br>".join(_texts(_value("text", selectors, entry)))
    if _SUMMARY_NAMES.search(selectors.get("text", "").lower()):
        return whole_text("", text)
    return whole_text(text)


def _title(entry: Mapping[str, object], selectors: Mapping[str, str]) -> str:
    """Return the title of an entry; without one, the beginning of its text."""
    title = title_text(_text("title", selectors, entry))
    return title[:_MAX_TITLE] or beginning(
        title_text(" ".join(_texts(_value("text", selectors, entry))))
    )


def _next_url(answer: _Answer, url: str, headers: Headers) -> str:
    # First what the operator says, then what the protocol says (RFC 8288), and a guess last.
    if selector := answer.selectors.get("next", ""):
        address = value_of(selector, answer.value, is_address=True)
        if isinstance(address, str):
            return _joined(url, address)
        return ""
    for link in header_links(headers):
        if "next" in link.relations:
            return absolute(url, link.href)
    outside = outer_values(answer.value, answer.entries.expression)
    named = (
        value
        for expression, value in outside.items()
        if _NEXT_NAMES.search(expression) and isinstance(value, str)
    )
    return next((_absolute(url, each) for each in named if is_address(each)), "")


def _absolute(url: str, written: str) -> str:
    return absolute(url, written_address(written, dom.host_of(url)))


def _joined(url: str, address: str) -> str:
    if not address.startswith("&"):
        return _absolute(url, address)
    name, _equals, value = address[1:].partition("=")
    return add_or_replace_parameters(url, {name: value})


def _text(
    role: str, selectors: Mapping[str, str], entry: object, *, is_address: bool = False
) -> str:
    texts = _texts(_value(role, selectors, entry, is_address=is_address))
    return texts[0] if texts else ""


def _texts(value: object) -> list[str]:
    """Return the texts that a value is or holds as a list."""
    values = value if isinstance(value, list) else [value]
    return [_NOT_TEXT.sub("", each) for each in values if isinstance(each, str)]


def _value(
    role: str, selectors: Mapping[str, str], entry: object, *, is_address: bool = False
) -> object:
    selector = selectors.get(role, "")
    if not selector:
        return None
    return value_of(selector, entry, is_address=is_address)


def _check(selectors: Mapping[str, str]) -> None:
    """Raise UnusablePattern for a selector that is no expression."""
    for name, selector in selectors.items():
        if why := problem_of(selector):
            advice = f"correct the selector {name}: a JMESPath expression such as data.items"
            raise UnusablePattern(selector, why, advice)


def _with_examples(role: str, selector: str, answer: _Answer) -> Choice:
    values = [_value(role, {role: selector}, entry) for entry in answer.entries.entries]
    said = [" ".join(_texts(each)) if isinstance(each, list) else each for each in values]
    texts = [dom.squeeze(str(value)) for value in said if value not in (None, "")]
    return Choice(selector, tuple(text[:_MAX_EXAMPLE] for text in texts[:_MAX_EXAMPLES]))


def _no_address(answer: _Answer) -> str:
    members = ", ".join(column.expression for column in answer.columns[:_NAMED_MEMBERS])
    has = f"; each entry has: {members}" if members else ""
    selector = answer.selectors.get("link", "")
    why = (
        f"the selector link, {selector!r}, finds no address" if selector else "none has an address"
    )
    return (
        f"the JSON has {len(answer.entries.entries)} entries, and {why}; name it with the selector "
        f"link, for example /posts/{{id}}{has}"
    )
