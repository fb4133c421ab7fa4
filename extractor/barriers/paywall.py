"""Recognize a text that ends at a paywall, by what the page says right after it."""

import re
from collections.abc import Sequence
from dataclasses import replace

from extractor.barriers.topics import concepts, names, normal, read_topic, shown
from extractor.page.blocks import Blocks
from extractor.page.page import Page
from extractor.page.text import CJK
from extractor.results import Body

_TOPIC = read_topic("paywall")
_START = 40
"""Characters that identify a line of the text."""
_LINES_AFTER = 8
"""Blocks after the text that may ask for a subscription."""
# Lines at the end of the text that may do so, too, and their length.
_LAST_LINES = 5
_MAX_LINE_LENGTH = 200
_SHORT_LINE = 60
"""Most characters of a button or a label; a Chinese, Japanese or Korean one counts twice."""
_SENTENCE_ENDS = tuple(".!?…。！？।۔؟")
_MIN_CONCEPTS = 4
"""Fewest concepts of an offer after a short text."""
_MIN_CONCEPTS_IN_LONG = 5
"""The same after a long text, which may be a whole article above the site's own advertisement."""
_AROUND = 4
"""Containers around a block whose names are read."""
_MARK = re.compile(
    r"pay-?wall|reg-?wall|plus-?wall|charge-?wall|pay-?article|sales-?poster|subscriber-only|tp-container|piano-"
    r"|abo-?wall|premium-?(?:wall|content|box|layer)|paid-?(?:content|overlay)|meter(?:ed)?-?wall",
    re.I,
)
_MAX_TEXT = 20_000
"""Characters after the text that are searched, so that a huge page costs no more."""


def asks_for_subscription(page: Page, text: str, *, is_long: bool) -> str:
    """Return the concepts by which the page asks for a subscription where the text ends, or "".

    Args:
        page: The page.
        text: The body.
        is_long: The text is longer than most teasers, so more must be said, above all that there is
            more to read.
    """
    # Publishers of paid articles declare what is free to search engines, so it is believed.
    if says_free(page) == "true":
        return ""
    # Only what stands at the end of the text cuts it short; elsewhere an offer is advertising.
    last = _last_place(page.blocks, text)
    if last is None:
        return ""
    lines = [line for line in text.split("\n")[-_LAST_LINES:] if len(line) <= _MAX_LINE_LENGTH]
    offer = normal(
        "\n".join([*lines, *page.blocks.texts[last + 1 : last + 1 + _LINES_AFTER]])[:_MAX_TEXT]
    )
    if not (names(_TOPIC, "subscribe", offer) or names(_TOPIC, "reader", offer)):
        return ""
    found = concepts(_TOPIC, offer)
    is_marked = _is_marked(page.blocks, last)
    is_paid = says_free(page) == "false"
    goes_on = "rest" in found or "left" in found
    if is_long:
        is_named = "subscribe" in found
        is_meant = goes_on and (is_marked or is_paid)
        enough = _MIN_CONCEPTS_IN_LONG
    else:
        is_named = "subscribe" in found or (is_marked and goes_on)
        is_meant = goes_on or (is_marked and is_paid)
        enough = _MIN_CONCEPTS
    if not is_named or not is_meant or len(found) + is_marked + is_paid < enough:
        return ""
    return shown(found)


def without_offer(body: Body) -> Body:
    """Return the body of a page with a paywall without the offer at its end: what follows a line
    below the first paragraph that speaks of subscribing, and labels such as of buttons above it.
    """
    lines = [paragraph.text for paragraph in body.paragraphs]
    offers = (index for index, line in enumerate(lines) if index and _speaks_of_offer(line))
    end = next(offers, len(lines))
    while end and (_is_label(lines[end - 1]) or _speaks_of_offer(lines[end - 1])):
        end -= 1
    return replace(body, paragraphs=body.paragraphs[:end])


def _speaks_of_offer(line: str) -> bool:
    said = normal(line)
    return len(line) <= _MAX_LINE_LENGTH and (
        names(_TOPIC, "subscribe", said) or names(_TOPIC, "reader", said)
    )


def _is_label(line: str) -> bool:
    is_short = len(line) + len(CJK.findall(line)) <= _SHORT_LINE
    return is_short and not line.rstrip().endswith(_SENTENCE_ENDS)


def says_more(text: str) -> bool:
    """Return whether a text says that there is more to read."""
    return names(_TOPIC, "rest", normal(text))


def says_free(page: Page) -> str:
    """Return "true" or "false" as JSON-LD says of the article, or "".

    Many sites serve the whole text all the same.
    """
    return str(page.metadata.article.get("isAccessibleForFree", "")).rpartition("/")[2].lower()


def near_end(page: Page, text: str) -> str:
    """Return the text as the page shows it, with the blocks after it."""
    texts = page.blocks.texts
    places = _places(texts, text.split("\n")[:: max(1, text.count("\n"))])
    return "\n".join(texts[places[0] : places[-1] + _LINES_AFTER] if places else texts)[:_MAX_TEXT]


def _last_place(blocks: Blocks, text: str) -> int | None:
    places = _places(blocks.texts, text.split("\n")[-1:])
    return places[-1] if places else None


def _places(texts: Sequence[str], lines: Sequence[str]) -> list[int]:
    starts = [line[:_START] for line in lines if line]
    return [
        index
        for index, block in enumerate(texts)
        if any(block.startswith(start) for start in starts)
    ]


def _is_marked(blocks: Blocks, last: int) -> bool:
    """Return whether the names of an element right after the text say that it is a paywall."""
    for place in range(last, min(len(blocks.texts), last + _LINES_AFTER)):
        container = blocks.holders[place]
        for _ in range(_AROUND):
            if container <= 0:
                break
            attributes = blocks.attributes[container]
            if _MARK.search(f"{attributes.get('class', '')} {attributes.get('id', '')}"):
                return True
            container = blocks.parents[container]
    return False
