"""Articles whose text is in the JSON of a page and not, or only in part, in its elements."""

import json

import pytest

from extractor.fields.state import resolve_references
from extractor.results import Article
from tests.unit.extractor.samples import CHINESE, COLLECTED, ENGLISH, article_page, read

TITLE = "Town library opens again"
FACTS = {"title": TITLE, "publishedAt": "2024-03-05T10:30:00Z", "author": {"name": "Mary Ann Lee"}}
HTML = "".join(f"<p>{sentence}</p>" for sentence in ENGLISH)
RICH = [{"type": "paragraph", "children": [{"type": "text", "text": sentence}]} for sentence in ENGLISH]
OTHERS = [{"title": f"Another story {number}", "slug": f"/story/{number}"} for number in range(9)]


def _shell(script: str, title: str = "Example Courier", body: str = "") -> str:
    return f'<html><head><title>{title}</title></head><body><div id="root">{body}</div>{script}</body></html>'


def _next(article: object) -> str:
    state = {"props": {"pageProps": {"related": OTHERS, "article": article}}, "page": "/story/[id]"}
    return f'<script id="__NEXT_DATA__" type="application/json">{json.dumps(state)}</script>'


def _apollo(article: dict[str, object]) -> str:
    cache = {"ROOT_QUERY": {"article": {"__ref": "Article:17"}}, "Article:17": article}
    return f"<script>window.__APOLLO_STATE__ = {json.dumps(cache)};</script>"


def _parsed(article: object) -> str:
    return f"<script>window.__INITIAL_STATE__ = JSON.parse({json.dumps(json.dumps({'story': article}))})</script>"


def _arc() -> str:
    story = {
        "type": "story",
        "headlines": {"basic": TITLE},
        "display_date": "2024-03-05T10:30:00Z",
        "credits": {"by": [{"type": "author", "name": "Mary Ann Lee"}], "photos_by": [{"name": "John Roe"}]},
        "content_elements": [
            {"type": "text", "content": ENGLISH[0]},
            {"type": "image", "caption": "The old mill", "url": "https://example.org/mill.jpg"},
            *({"type": "text", "content": sentence} for sentence in ENGLISH[1:]),
        ],
    }
    start = 'window.Fusion=window.Fusion||{};Fusion.arcSite="courier";Fusion.globalContent='
    return f"<script>{start}{json.dumps(story)};Fusion.lastModified=1709634600</script>"


def _nuxt(article: dict[str, object]) -> str:
    flat: list[object] = [["Reactive", 1], {"data": 2}, {"story": 3}, {}]
    places: dict[str, int] = {}
    for key, value in article.items():
        places[key] = len(flat)
        flat.append(value)
    flat[3] = places
    return f'<script id="__NUXT_DATA__" type="application/json">{json.dumps(flat)}</script>'


NUXT_FACTS = {"title": TITLE, "publishedAt": "2024-03-05T10:30:00Z", "author": "Mary Ann Lee"}


@pytest.mark.parametrize("kind", ["", "article"])
@pytest.mark.parametrize(
    "script",
    [
        _next({**FACTS, "body": HTML}),
        _next({**FACTS, "content": RICH}),
        _next({**FACTS, "content": {"rendered": HTML}, "title": {"rendered": TITLE}}),
        _next({**FACTS, "fullText": "\n".join(ENGLISH)}),
        _apollo({"__typename": "Article", **FACTS, 'content({"format":"html"})': HTML}),
        _parsed({**FACTS, "bodyHtml": HTML}),
        _nuxt({**NUXT_FACTS, "body": HTML}),
        _arc(),
    ],
)
def test_the_article_of_a_shell_is_read_from_its_state(script: str, kind: str) -> None:
    result = read(_shell(script), kind=kind)
    assert isinstance(result, Article)
    assert result.title == TITLE
    assert result.content == "\n".join(ENGLISH)
    assert result.published.isoformat() == "2024-03-05T10:30:00+00:00"
    assert result.author == "Mary Ann Lee"


def test_json_ld_with_the_text_stands_in_for_a_shell() -> None:
    facts = {"@type": "NewsArticle", "headline": "图书馆重新开放了", "datePublished": "2024-03-05"}
    text = json.dumps({**facts, "articleBody": "\n".join(CHINESE * 3)})
    result = read(_shell(f'<script type="application/ld+json">{text}</script>'), kind="article")
    assert isinstance(result, Article)
    assert result.title == "图书馆重新开放了"
    assert result.content == "\n".join(CHINESE * 3)


def test_the_rest_of_a_teaser_is_in_the_state() -> None:
    page = _shell(_next({**FACTS, "body": HTML}), TITLE, f"<h1>{TITLE}</h1><p>2024-03-05</p><p>{ENGLISH[0]}</p>")
    result = read(page, kind="article")
    assert isinstance(result, Article)
    assert result.content == "\n".join(ENGLISH)


def test_of_several_articles_the_state_gives_the_pages_own() -> None:
    other = {
        "title": "Harbour bridge is closed",
        "body": "<p>The bridge over the harbour is closed for repair.</p>" * 30,
    }
    page = _shell(_next([other, {**FACTS, "body": HTML}]), TITLE)
    result = read(page, kind="article")
    assert isinstance(result, Article)
    assert result.content == "\n".join(ENGLISH)


def test_the_text_that_a_page_shows_is_not_replaced() -> None:
    shown = article_page(paragraphs=ENGLISH)
    result = read(shown.replace("</body>", f"{_next({**FACTS, 'body': HTML + HTML[:200]})}</body>"), kind="article")
    assert isinstance(result, Article)
    assert result.confidence is not None


STATES = pytest.mark.parametrize(
    "state",
    ["{", "[" * 5_000, '{"title": 1, "body": [{"text": null}]}', "null", '"text"', '{"a":' * 900 + "1" + "}" * 900],
)


def test_a_nuxt_state_that_refers_to_itself_is_read_up_to_a_bound() -> None:
    flat = [{"title": 1, "body": 2}, TITLE, [2] * 5_000]
    page = _shell(f'<script type="application/json" id="__NUXT_DATA__">{json.dumps(flat)}</script>')
    assert not isinstance(read(page, kind="article"), Article)


def test_entries_that_many_others_share_are_not_multiplied() -> None:
    # 30 KB of numbers: three levels of references would be a thousand million entries.
    flat = [{"title": 1, "body": 2}, TITLE, list(range(3, 1_003)), *[list(range(3, 1_003))] * 1_000]
    resolved = resolve_references(flat)
    assert _size(resolved) <= 40_000


def _size(value: object) -> int:
    """Count the values of nested lists and objects, shared ones as often as they are met, up to a million."""
    count, rest = 0, [value]
    while rest and count < 1_000_000:
        one = rest.pop()
        count += 1
        rest += one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
    return count


@STATES
def test_damaged_states_are_left_alone(state: str) -> None:
    page = _shell(f'<script type="application/json" id="__NEXT_DATA__">{state}{" " * 300}</script>')
    assert not isinstance(read(page, kind="article", collected=COLLECTED), Article)
