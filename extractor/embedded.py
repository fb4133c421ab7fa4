"""Read an article whose text is in the page's JSON, not in its elements: a script shows it, or the
rest of it.
"""

from dataclasses import replace

from extractor.body.paragraphs import paragraphs
from extractor.fields.state import MIN_TEXT_LENGTH, as_markup, read_state
from extractor.fields.title import find_title
from extractor.page import dom
from extractor.page.blocks import read_blocks
from extractor.page.page import Page
from extractor.results import Body

_SHORT_BODY = 1_500
"""Most characters of a body beside which JSON is searched. A page that shows more shows its
article.
"""
_MAX_MARKUP_LENGTH = 500_000
"""Most characters of the text in JSON that are read, with its markup."""
_SHELL = 3_000
"""Most characters that a page with an empty place for its article shows around it."""
_TIMES = 2
"""How many times longer than the body the text in JSON must be."""


def read_embedded(page: Page, body: Body, hint: str) -> tuple[Page, Body]:
    """Return the page and body with what the page's JSON says, if it has clearly more text; else as
    they are.

    Args:
        page: The page.
        body: The text in its elements.
        hint: The title in the feed or list.
    """
    shown = len(body.text)
    if shown > _SHORT_BODY:
        return page, body
    article = page.metadata.article
    if len(str(article.get("articleBody") or "")) >= MIN_TEXT_LENGTH:
        stated = article
    else:
        stated = {}
    entity = stated or read_state(page.scripts, page.title, is_shell=_is_shell(page))
    text = _body_of(as_markup(entity.get("articleBody")))
    if len(text.text) < max(MIN_TEXT_LENGTH, _TIMES * shown):
        return page, body
    known = {key: value for key, value in article.items() if value}
    metadata = replace(page.metadata, article={**entity, **known})
    return replace(page, metadata=metadata, title=find_title(page.root, metadata, hint)), text


def _is_shell(page: Page) -> bool:
    return sum(map(len, page.blocks.texts)) <= _SHELL


def _body_of(markup: str) -> Body:
    if not markup.strip():
        return Body()
    root = dom.parse(f"<html><body>{markup[:_MAX_MARKUP_LENGTH]}</body></html>")
    dom.prune(root)
    blocks = read_blocks(dom.body_of(root))
    return Body(paragraphs=tuple(paragraphs(blocks, range(len(blocks.texts)))))
