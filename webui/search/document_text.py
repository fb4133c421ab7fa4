"""The text of a document as the templates show it, on its own page and beside a list of hits."""

from typing import Any

from django.urls import reverse

from hooks.process import features
from storage.documents.highlight import mark
from storage.documents.port import Fragment
from webui.search.marking import Phrases, blocks, lines_of, marked_lines, with_target
from webui.search.reading import best_post, shown_pages, thread_facts
from webui.search.services.documents import DocumentView
from webui.search.thread_parts import PAGE, PartPage, PartSize, part_with


def text_context(
    reading: DocumentView,
    phrases: Phrases,
    *,
    post: int = 0,
    sentence: str = "",
    query: str = "?",
    size: PartSize = PAGE,
) -> dict[str, Any]:
    """Return what the templates of articles and threads show.

    Args:
        reading: The document.
        phrases: The words to mark.
        post: The post of a thread to show; 0 for the one that matches best.
        sentence: The key of a part of an article that a feature quotes elsewhere, such as a
            sentence: it is marked instead of the words.
        query: The beginning of the query string of other parts of the thread, up to the last ``?``
            or ``&``.
        size: How much of a thread to show.
    """
    here = reading.document
    context = {
        "reading": reading,
        "document": here,
        "phrases": phrases,
        "title": mark(reading.pages[0].title, phrases.of_text),
    }
    if here.kind != "thread":
        # The text may be another since it was quoted: then the page says so.
        quoted = quoted_part(here.content, here.lang, sentence) if sentence else None
        if quoted:
            lines = lines_of(Fragment(text=here.content, marks=(quoted,)), here.line_kinds)
        else:
            lines = marked_lines(here.content, phrases.of_text, here.line_kinds)
        return context | {
            "blocks": blocks(with_target(lines)),
            "quote_is_gone": bool(sentence) and quoted is None,
        }
    shown = post or best_post(here, phrases.of_text)
    part = part_with(reading.pages, here.id, shown, size)
    return context | {
        "pages": shown_pages(part.pages, phrases.of_text, here.id, shown),
        "facts": thread_facts(reading.pages),
        "part": part,
        "earlier_url": _part_url(part.earlier, query),
        "later_url": _part_url(part.later, query),
    }


def quoted_part(text: str, lang: str, key: str) -> tuple[int, int] | None:
    """Return where the part of a text is that a feature quotes elsewhere; None if it is gone."""
    found: list[tuple[int, int]] = features().ask("quoted_part", text=text, lang=lang, key=key)
    return found[0] if found else None


def _part_url(start: PartPage | None, query: str) -> str:
    """Return the address of a part; the first post of a page needs no number."""
    if start is None:
        return ""
    if start.first > 1 or query != "?":
        number = f"post={start.first}"
    else:
        number = ""
    return f"{reverse('document', args=[start.document.id])}{query if number else ''}{number}"
