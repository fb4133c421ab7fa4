"""Text of pages and servers has an element of its own: a character that turns the direction of a
line, such as U+202E, turns no other text of Newsloom's pages.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from lxml import html

from tests.html_trees import html_tree
from tests.unit.webui.samples import article

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

ROOT = Path(__file__).parents[3]
_VARIABLE = re.compile(r"\{\{\s*(.*?)\s*\}\}")
_TEMPLATE_TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.DOTALL)
_NO_MARKUP = re.compile(
    r"\{%\s*block title\s*%\}.*?\{%\s*endblock|\{%\s*blocktranslate.*?endblocktranslate\s*%\}",
    re.DOTALL,
)
# The last part of a variable's name, or its filter, tells that pages and servers have written it.
_FOREIGN = re.compile(
    r"(?!chip\.|facet\.|section\.|part\.|preset\.|form\.)\w[\w.]*\."
    r"(?:title|author|content|source|detail|error|problem|raw|canonical_url|list_url|moved_to)"
    r"(?:\||$)"
    r"|.*\|(?:marked|marked_line|snippets|marked_address|shortened|details)$"
)
_NOT_FOREIGN = re.compile(
    r".*\|(?:urlencode|outcome|channel|host)\b|orders\.|error\.|date\.source|each\.source"
)
TURNED = "Ferry \u202e nur eht"
BY = "Ann \u2067 Lee"


def foreign_texts() -> Iterator[tuple[str, str]]:
    """Yield the place of each foreign text of the templates, and the tag before it."""
    rooms = (ROOT / "webui", ROOT / "features")
    for path in sorted(each for room in rooms for each in room.rglob("*.html")):
        text = path.read_text()
        skipped = [found.span() for found in _NO_MARKUP.finditer(text)]
        # The angle brackets of conditions are no tags.
        masked = _TEMPLATE_TAG.sub(lambda found: re.sub("[<>]", "_", found[0]), text)
        for found in _VARIABLE.finditer(text):
            if not _FOREIGN.match(found[1]) or _NOT_FOREIGN.match(found[1]):
                continue
            start, end = masked.rfind("<", 0, found.start()), masked.rfind(">", 0, found.start())
            is_attribute = start > end
            if is_attribute or any(a <= found.start() < b for a, b in skipped):
                continue
            yield f"{path.name}: {found[1]}", text[start : end + 1]


def test_templates_give_foreign_text_a_direction_of_its_own() -> None:
    texts = list(foreign_texts())
    assert len(texts) > 80
    wrong = [place for place, tag in texts if 'dir="auto"' not in tag and tag != "<bdi>"]
    assert wrong == []


@pytest.mark.parametrize(
    "place",
    ["/search/?q=ferry", "/documents/{}/", "/", f"/names/?person={quote(TURNED)}", "/names/"],
)
def test_pages_isolate_what_turns_the_direction_around(
    browse: Callable[..., "Client"], ports: "Stores", place: str
) -> None:
    document = article("https://news.example/a", TURNED, content=f"The ferry {TURNED}.", author=BY)
    today = datetime.now(UTC)
    ports.documents().write([replace(document, published=today, people=(TURNED, BY))])
    page = html_tree(browse("analyst").get(place.format(document.id)).content)
    turned = [
        element
        for element in page.iter()
        if element.tag != "title"
        and isinstance(element.tag, str)
        and _turns("".join(_own(element)))
    ]
    assert turned
    for element in turned:
        assert any(
            around.tag == "bdi" or around.get("dir") == "auto"
            for around in (element, *element.iterancestors())
        ), html.tostring(element)


def _own(element: html.HtmlElement) -> list[str]:
    return [element.text or "", *(child.tail or "" for child in element)]


def _turns(text: str) -> bool:
    return bool(re.search("[\u202a-\u202e\u2066-\u2069]", text))
