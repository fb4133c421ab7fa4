"""Articles whose text is in the JSON of a page and not, or only in part, in its elements."""

import json

import pytest

from extractor.fields.script_values import resolve_references
from extractor.results import Article, Rejection, RejectionReason
from tests.unit.extractor.samples import (
    CHINESE,
    COLLECTED,
    ENGLISH,
    article_page,
    published_of,
    read,
)

TITLE = "Town library opens again"
FACTS = {"title": TITLE, "publishedAt": "2024-03-05T10:30:00Z", "author": {"name": "Mary Ann Lee"}}
HTML = "".join(f"<p>{sentence}</p>" for sentence in ENGLISH)
RICH = [
    {"type": "paragraph", "children": [{"type": "text", "text": sentence}]} for sentence in ENGLISH
]
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
        "credits": {
            "by": [{"type": "author", "name": "Mary Ann Lee"}],
            "photos_by": [{"name": "John Roe"}],
        },
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


def _called(article: dict[str, object]) -> str:
    """Return the state of Nuxt 2: what occurs twice is a parameter, and keys have no quotes."""
    body = json.dumps(article["body"]).replace("<", "\\u003C")
    return (
        "<script>window.__NUXT__=(function(a,b,c){return {layout:b,data:[{story:{title:a,publishedAt:"
        f"{json.dumps(article['publishedAt'])},author:{{name:c}},body:{body}}},og:{{title:a,seen:void 0}}}}]}}}}"
        f'({json.dumps(article["title"])},"}}(default","Mary Ann Lee"));</script>'
    )


def _flight(article: dict[str, object]) -> str:
    """Return the stream of Next's server components, in pieces that end anywhere; the text is a row
    of its own.
    """
    body = str(article["body"])
    rows = (
        '1:"$Sreact.fragment"\n2:I[4711,["17","static/chunk.js"],""]\n'
        f"1a:T{len(body.encode()):x},{body}"
        f'0:["$","$L2",null,{{"story":{json.dumps({**article, "body": "$1a"})},"next":"$undefined"}}]\n'
    )
    pieces = [rows[start : start + 300] for start in range(0, len(rows), 300)]
    start = "<script>(self.__next_f=self.__next_f||[]).push([0])</script>"
    return start + "".join(
        f"<script>self.__next_f.push([1,{json.dumps(piece)}])</script>" for piece in pieces
    )


def _angular(article: object) -> str:
    state = json.dumps({"G.https://api.example/story": {"body": article}})
    for plain, escaped in (("&", "&a;"), ('"', "&q;"), ("<", "&l;"), (">", "&g;"), ("'", "&s;")):
        state = state.replace(plain, escaped)
    return f'<script id="app-state" type="application/json">{state}</script>'


def _svelte(article: dict[str, object]) -> str:
    inside = ",".join(f"{key}:{json.dumps(value)}" for key, value in article.items())
    return (
        "<script>{\n\t__sveltekit_1 = {\n\t\tbase: new URL('.', location).pathname\n\t};\n\tkit.start(app, element, {\n"
        f'\t\tnode_ids: [0, 2],\n\t\tdata: [null,{{type:"data",data:{{post:{{{inside}}}}},uses:{{}}}}],\n'
        "\t\tform: null\n"
        "\t});\n}</script>"
    )


def _variables(article: dict[str, object]) -> str:
    lines = [
        f"var title = '{article['title']}';",
        f"var publishTime = '{article['publishedAt']}'; var author = \"{article['author']}\";",
        f"var content = '{article['body']}'.replace(/x/g, 'x');",
    ]
    return "<script>" + "\n".join(lines) + "</script>"


def _medium(article: dict[str, object]) -> str:
    """Return a cache in which each paragraph is an entry of its own."""
    paragraphs = {
        f"Paragraph:{number}": {"text": text, "type": "P"} for number, text in enumerate(ENGLISH)
    }
    post = {
        "title": article["title"],
        "author": {"__ref": "User:1"},
        "firstPublishedAt": article["publishedAt"],
        'content({"full":true})': {
            "bodyModel": {"paragraphs": [{"__ref": key} for key in paragraphs]}
        },
    }
    user = {"name": article["author"], "posts": [{"__ref": "Post:1"}]}
    cache = {
        "ROOT_QUERY": {"post": {"__ref": "Post:1"}},
        "User:1": user,
        **paragraphs,
        "Post:1": post,
    }
    return f"<script>window.__APOLLO_STATE__ = {json.dumps(cache)};</script>"


def _contentful(article: dict[str, object]) -> str:
    """Return data with keys in Portuguese, and a rich text that is packed in a string."""
    nodes = [
        {"nodeType": "paragraph", "content": [{"nodeType": "text", "value": text}]}
        for text in ENGLISH
    ]
    packed = json.dumps({"nodeType": "document", "content": nodes})
    data = {
        "titulo": article["title"],
        "data": article["publishedAt"],
        "autor": article["author"],
        "corpo": {"raw": packed},
    }
    return f"<script>window.pageData = {json.dumps({'result': {'data': {'historia': data}}})};</script>"


NUXT_FACTS: dict[str, object] = {
    "title": TITLE,
    "publishedAt": "2024-03-05T10:30:00Z",
    "author": "Mary Ann Lee",
}


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
        _called({**NUXT_FACTS, "body": HTML}),
        _flight({**NUXT_FACTS, "body": HTML}),
        _angular({**FACTS, "body": HTML}),
        _svelte({**FACTS, "body": HTML}),
        _variables({**NUXT_FACTS, "body": HTML}),
    ],
)
def test_the_article_of_a_shell_is_read_from_its_state(script: str, kind: str) -> None:
    result = read(_shell(script), kind=kind)
    assert isinstance(result, Article)
    assert result.title == TITLE
    assert result.content == "\n".join(ENGLISH)
    assert published_of(result).isoformat() == "2024-03-05T10:30:00+00:00"
    assert result.author == "Mary Ann Lee"


def test_a_stream_with_a_broken_piece_shows_no_code() -> None:
    script = _flight({**NUXT_FACTS, "body": HTML})
    # The quotes end the string of the piece.
    result = read(_shell(script.replace("<p>", '<p><a href="/x">', 1)), kind="article")
    assert isinstance(result, Rejection)
    assert result.reason is RejectionReason.SCRIPT_SHELL


@pytest.mark.parametrize("script", [_medium(NUXT_FACTS), _contentful(NUXT_FACTS)])
def test_an_object_with_the_title_of_the_page_may_keep_its_text_anywhere(script: str) -> None:
    result = read(_shell(script, TITLE), kind="article")
    assert isinstance(result, Article)
    assert result.title == TITLE
    assert result.content == "\n".join(ENGLISH)
    assert published_of(result).isoformat() == "2024-03-05T10:30:00+00:00"
    assert result.author == "Mary Ann Lee"


@pytest.mark.parametrize(
    "script",
    [
        "<script>var docid = 'A17';\nvar content = '"
        + HTML.replace("<", "&lt;").replace(">", "&gt;")
        + "';</script>",
        "<script>self.__next_f.push([1,"
        + json.dumps(f"1a:T{len(HTML.encode()):x},{HTML}")
        + "])</script>",
    ],
)
def test_a_text_without_a_title_is_that_of_a_page_that_shows_only_its_title(script: str) -> None:
    result = read(_shell(script, TITLE, f"<h1>{TITLE}</h1>"), kind="article")
    assert isinstance(result, Article)
    assert (result.title, result.content) == (TITLE, "\n".join(ENGLISH))


def test_json_ld_with_the_text_stands_in_for_a_shell() -> None:
    facts = {"@type": "NewsArticle", "headline": "图书馆重新开放了", "datePublished": "2024-03-05"}
    text = json.dumps({**facts, "articleBody": "\n".join(CHINESE * 3)})
    result = read(_shell(f'<script type="application/ld+json">{text}</script>'), kind="article")
    assert isinstance(result, Article)
    assert result.title == "图书馆重新开放了"
    assert result.content == "\n".join(CHINESE * 3)


def test_the_rest_of_a_teaser_is_in_the_state() -> None:
    page = _shell(
        _next({**FACTS, "body": HTML}),
        TITLE,
        f"<h1>{TITLE}</h1><p>2024-03-05</p><p>{ENGLISH[0]}</p>",
    )
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


def test_what_a_state_says_besides_is_not_the_article_of_a_page_with_much_text() -> None:
    links = "".join(
        f'<li><a href="/socks/{number}">Warm socks for cold feet, number {number}</a></li>'
        for number in range(90)
    )
    page = _shell(
        _next({"title": "Footer notice", "body": HTML}),
        "Socks for men",
        f"<h1>Socks for men</h1><ul>{links}</ul>",
    )
    assert not isinstance(read(page), Article)


def test_the_text_that_a_page_shows_is_not_replaced() -> None:
    shown = article_page(paragraphs=ENGLISH)
    result = read(
        shown.replace("</body>", f"{_next({**FACTS, 'body': HTML + HTML[:200]})}</body>"),
        kind="article",
    )
    assert isinstance(result, Article)
    assert result.confidence is not None


STATES = pytest.mark.parametrize(
    "state",
    [
        "{",
        "[" * 5_000,
        '{"title": 1, "body": [{"text": null}]}',
        "null",
        '"text"',
        '{"a":' * 900 + "1" + "}" * 900,
    ],
)


def test_a_nuxt_state_that_refers_to_itself_is_read_up_to_a_bound() -> None:
    flat = [{"title": 1, "body": 2}, TITLE, [2] * 5_000]
    page = _shell(f'<script type="application/json" id="__NUXT_DATA__">{json.dumps(flat)}</script>')
    assert not isinstance(read(page, kind="article"), Article)


def test_entries_that_many_others_share_are_not_multiplied() -> None:
    # 30 KB of numbers: three levels of references would be a thousand million entries.
    flat: list[object] = [
        {"title": 1, "body": 2},
        TITLE,
        list(range(3, 1_003)),
        *[list(range(3, 1_003))] * 1_000,
    ]
    resolved = resolve_references(flat)
    assert _size(resolved) <= 40_000


def _size(value: object) -> int:
    """Count the values of nested lists and objects, shared ones as often as they are met, up to a
    million.
    """
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


@pytest.mark.parametrize(
    "script",
    [
        "window.__NUXT__=(function(a,b){return {" + "a:[" * 9_000,
        "window.__NUXT__=(function(a){return {a:a}}" + "(" * 9_000 + "));",
        "window.__NUXT__=(function(" + "a," * 9_000 + "){return " * 90 + "}(1))",
        'self.__next_f.push([1,"1a:Tffffffff,text"])',
        'self.__next_f.push([1,"' + "0:" * 9_000 + '"])',
        'self.__next_f.push([1,"1a:T3,abc1a:[' + "[" * 9_000 + '"])',
        "var content = '" + "\\" * 9_001 + "'",
        "a:{b:c" * 900,
        "a = "
        + json.dumps(
            {str(key): {"title": "T" * 9, "x": [{"__ref": str(key + 1)}] * 9} for key in range(900)}
        ),
        "a = " + json.dumps({"title": "Example Courier", "x": "[" * 9_000}),
    ],
)
def test_damaged_programs_are_left_alone(script: str) -> None:
    page = _shell(f"<script>{script}{' ' * 300}</script>")
    assert not isinstance(read(page, kind="article"), Article)
