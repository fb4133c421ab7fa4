"""From a page and what is stored of it to the page with its parts marked. Pure."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from extractor.page.page import Page
from extractor.results import Article, Hints, Thread
from features.origins.fields import author_origins, day_origins, title_origins
from features.origins.posts import post_origins
from features.origins.sheet import Sheet
from features.origins.texts import Place, find_places
from features.origins.view import FIELDS, Origin, View
from storage.channels import Channel

_BETWEEN_CELLS = " | "
"""What joins the cells of a stored row (``extractor.body.paragraphs``)."""
_START = 30
"""Characters of a text that tell where it is. Markup may follow."""
_LED_HERE = frozenset({"feed", "list"})
"""The codes of what led to the page: that of a date says how exact it is, not what it was."""


def marked_view(page: Page, result: Article | Thread, hints: Hints, channel: str) -> View:
    """Return the page with the parts marked that say what is stored.

    Args:
        page: The page, opened with the same hints as when it was extracted.
        result: What is stored.
        hints: What was known before.
        channel: The channel of the source whose list led to the page.
    """
    sheet = Sheet(page.blocks, "o" + hashlib.sha256(page.url.encode()).hexdigest()[:8])
    if isinstance(result, Article):
        view = _of_article(sheet, page, result, hints)
    else:
        view = _of_thread(sheet, page, result, hints)
    led_by = "feed" if channel == Channel.FEED else "list"
    return replace(view, origins=tuple(_led_by(led_by, origin) for origin in view.origins))


def _led_by(code: str, origin: Origin) -> Origin:
    if origin.source in _LED_HERE:
        return replace(origin, source=code)
    return origin


def _of_article(sheet: Sheet, page: Page, article: Article, hints: Hints) -> View:
    # What the feed says in place of the page is on none of its lines, even if they say the same.
    said = [] if article.text_source == "feed" else list(_cells(article))
    places = find_places(said, sheet.lines, sheet.is_quote)
    text = {index for place in places for index in place.lines}
    origins = [
        *title_origins(sheet, page, article.title, hints),
        *author_origins(sheet, page, article, hints, text),
        *day_origins(sheet, page, article),
    ]
    anchor = _mark_text(sheet, said, places)
    origins.append(Origin(field="text", source=_text_source(page, article, places), anchor=anchor))
    stored = {"title": article.title, "author": article.author}
    return _view(sheet, [*origins, *_unsaid(page, origins, stored)], places)


def _text_source(page: Page, article: Article, places: Sequence[Place]) -> str:
    if article.text_source == "feed":
        return "feed"
    is_shown = any(place.lines for place in places)
    if is_shown:
        return "lines"
    return _unshown(page, article.content[:_START])


def _unshown(page: Page, text: str) -> str:
    """Return the code of what says a text that no line shows: data that a script of the page reads
    (``extractor.embedded``), or nothing, since it was put together or mended.
    """
    written = {text, json.dumps(text)[1:-1]}
    in_script = any(one in (script.text or "") for script in page.scripts for one in written)
    return "script" if in_script else "made"


def _cells(article: Article) -> Iterator[str]:
    for paragraph in article.paragraphs:
        if paragraph.kind == "row":
            yield from paragraph.text.split(_BETWEEN_CELLS)
        else:
            yield paragraph.text


def _of_thread(sheet: Sheet, page: Page, thread: Thread, hints: Hints) -> View:
    posts = thread.posts
    bodies = [post.body.split("\n") if post.body else [] for post in posts]
    said = [line for body in bodies for line in body]
    places = find_places(said, sheet.lines, sheet.is_quote)
    by_post: list[Sequence[Place]] = []
    start = 0
    for body in bodies:
        by_post.append(places[start : start + len(body)])
        start += len(body)
    origins = [
        *title_origins(sheet, page, thread.title, hints),
        *post_origins(sheet, page, posts, by_post),
    ]
    anchor = _mark_text(sheet, said, places)
    shown = sum(any(place.lines for place in of_post) for of_post in by_post)
    total = sum(map(bool, bodies))
    origins.append(Origin(field="text", source="posts", anchor=anchor, count=shown, total=total))
    for number, of_post in enumerate(by_post, 1):
        first = next((place.lines[0] for place in of_post if place.is_sure), -1)
        sheet.posts.setdefault(first, number)
    return _view(sheet, [*origins, *_unsaid(page, origins, {"title": thread.title})], places)


def _unsaid(page: Page, origins: Sequence[Origin], stored: Mapping[str, str]) -> Iterator[Origin]:
    """Yield for the stored fields that no part of the page says whether a script does."""
    for field, value in stored.items():
        said = {origin.source for origin in origins if origin.field == field}
        if not value or said - _LED_HERE:
            continue
        source = _unshown(page, value)
        if source == "script" or not said:
            yield Origin(field=field, source=source, is_also=bool(said))


def _mark_text(sheet: Sheet, said: Sequence[str], places: Sequence[Place]) -> str:
    """Mark the lines of the text; return the id of the first."""
    marked = {
        (index, line): not place.is_sure
        for line, place in zip(said, places, strict=True)
        for index in place.lines
    }
    anchors = [
        sheet.mark(index, line, "text", is_also=is_also)
        for (index, line), is_also in marked.items()
    ]
    return next(iter(anchors), "")


def _view(sheet: Sheet, origins: list[Origin], places: Sequence[Place]) -> View:
    runs, is_cut = sheet.runs()
    shown = {piece.anchor for run in runs for line in run.lines for piece in line.pieces}
    taken = {index for place in places for index in place.lines}
    unsure = {index for place in places if not place.is_sure for index in place.lines}
    return View(
        # What is beyond the end of a view that is cut cannot be jumped to.
        origins=tuple(
            origin if origin.anchor in shown else replace(origin, anchor="")
            for origin in sorted(origins, key=lambda origin: FIELDS.index(origin.field))
        ),
        runs=runs,
        taken=len(taken),
        total=len(sheet.lines),
        unsure=len(unsure),
        missing=sum(not place.lines for place in places),
        is_cut=is_cut,
    )
