"""Sites whose page is a shell: the article is in the state from which a script would build the
page.
"""

import json
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from fakeweb.layouts.page import ArticlePage, Layout, linked_data, meta_charset, safe

_PIECE: Final = 700
"""Characters in a piece of a stream."""


def _facts(page: ArticlePage) -> dict[str, Any]:
    return {
        "title": page.text.title,
        "publishedAt": page.date_iso,
        "author": {"name": page.text.author},
    }


def _markup(page: ArticlePage) -> str:
    return "".join(f"<p>{safe(paragraph)}</p>" for paragraph in page.text.paragraphs)


def _json(value: object) -> str:
    """Return JSON that cannot end its script element."""
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")


def _next_data(page: ArticlePage) -> str:
    rich = [
        {"type": "paragraph", "children": [{"type": "text", "text": one}]}
        for one in page.text.paragraphs
    ]
    related = [{"title": title, "slug": path} for title, path in page.related]
    state = {
        "props": {"pageProps": {"article": {**_facts(page), "content": rich}, "related": related}},
        "page": "/[id]",
    }
    return f'<script id="__NEXT_DATA__" type="application/json">{_json(state)}</script>'


def _next_stream(page: ArticlePage) -> str:
    """Return the stream of Next's server components; the text is a row of its own, whose length
    counts bytes.
    """
    text = _markup(page)
    story = {**_facts(page), "body": "$1a"}
    rows = (
        '1:"$Sreact.fragment"\n2:I[4711,["17","static/chunk.js"],""]\n'
        f"1a:T{len(text.encode()):x},{text}"
        f'0:["$","$L2",null,{json.dumps({"story": story}, ensure_ascii=False)}]\n'
    )
    pieces = [rows[start : start + _PIECE] for start in range(0, len(rows), _PIECE)]
    pushes = "".join(f"<script>self.__next_f.push([1,{_json(piece)}])</script>" for piece in pieces)
    return f"<script>(self.__next_f=self.__next_f||[]).push([0])</script>{pushes}"


def _nuxt_list(page: ArticlePage) -> str:
    """Return the flat list of Nuxt 3, in which every value is the number of another entry."""
    text = page.text
    flat = [
        ["Reactive", 1],
        {"data": 2},
        {"story": 3},
        {"title": 4, "publishedAt": 5, "author": 6, "body": 8},
        text.title,
        page.date_iso,
        {"name": 7},
        text.author,
        _markup(page),
    ]
    return f'<script id="__NUXT_DATA__" type="application/json">{_json(flat)}</script>'


def _nuxt_function(page: ArticlePage) -> str:
    """Return the state of Nuxt 2: a function that is called with the values that occur twice."""
    return (
        "<script>window.__NUXT__=(function(a,b,c){return {layout:b,data:[{story:{title:a,"
        f"publishedAt:{_json(page.date_iso)},author:{{name:c}},body:{_json(_markup(page))}}},"
        "og:{title:a,seen:void 0}}]}}"
        f'({_json(page.text.title)},"default",{_json(page.text.author)}));</script>'
    )


def _apollo(page: ArticlePage) -> str:
    story = {"__typename": "Article", **_facts(page), 'content({"format":"html"})': _markup(page)}
    cache = {"ROOT_QUERY": {"article": {"__ref": "Article:17"}}, "Article:17": story}
    return f"<script>window.__APOLLO_STATE__ = {_json(cache)};</script>"


def _redux(page: ArticlePage) -> str:
    state = {"user": None, "story": {"current": {**_facts(page), "fullText": page.text.body}}}
    return f"<script>window.__INITIAL_STATE__ = {_json(state)};</script>"


def _json_ld(page: ArticlePage) -> str:
    return (
        "<script "
        f'type="application/ld+json">{linked_data(page, articleBody=page.text.body)}</script>'
    )


def _shell(state: Callable[[ArticlePage], str], page: ArticlePage) -> str:
    site = page.site
    return (
        "<!doctype html><html>"
        f"<head>{meta_charset(site, modern=True)}<title>{safe(site.title)}</title></head>"
        f'<body><div id="root"></div>{state(page)}<script src="/app.js"></script></body></html>'
    )


STATES: Final[dict[str, Layout]] = {
    "next-data": partial(_shell, _next_data),
    "next-stream": partial(_shell, _next_stream),
    "nuxt-list": partial(_shell, _nuxt_list),
    "nuxt-function": partial(_shell, _nuxt_function),
    "apollo": partial(_shell, _apollo),
    "redux": partial(_shell, _redux),
    "json-ld": partial(_shell, _json_ld),
}
