"""A small labelled set, written to a folder."""

import gzip
import json
from pathlib import Path
from typing import Any

PARAGRAPHS = [
    "The harbour board has decided that the ferry will leave every forty minutes from the first "
    "of March onwards.",
    "Until now the boats have left once an hour, and on market days passengers were often left "
    "on the quay.",
    "Two vessels that were laid up for the winter are being repainted at the yard on the other "
    "side of the bay.",
]
TITLE = "Ferry will run every forty minutes"
ARTICLE = f"""<!doctype html><html lang="en"><head><title>{TITLE} - The Lantern</title>
<meta name="author" content="Mara Lind"><meta property="article:published_time" content="2024-03-05T08:30:00Z"></head>
<body><nav><a href="/">Home</a> <a href="/sport">Sport</a></nav><article><h1>{TITLE}</h1>
{"".join(f"<p>{text}</p>" for text in PARAGRAPHS)}</article><footer>All rights reserved</footer></body></html>"""
POSTS = [
    (
        "marlow",
        "2024-02-11 19:22",
        "Has anybody replaced the float in an old cistern? The new ones are far too long.",
    ),
    (
        "Quince",
        "2024-02-11 20:05",
        "Bend the arm. Everybody bends it, and in thirty years somebody may bend it back.",
    ),
    (
        "fern",
        "2024-02-12 07:48",
        "Before you bend anything, unscrew the ball: a shorter rod costs next to nothing.",
    ),
]
THREAD = (
    "<html><head><title>Float for an old cistern - Taps</title></head><body><h1>Float for an old "
    "cistern</h1>"
    + "".join(
        f'<div class="post" id="p{number}"><a class="username" href="/u/{number}">{author}</a> '
        f'<time datetime="{moment}">{moment}</time><div class="content">{body}</div></div>'
        for number, (author, moment, body) in enumerate(POSTS, 1)
    )
    + "</body></html>"
)
GOLD_ARTICLE: dict[str, Any] = {
    "id": "ferry",
    "url": "https://news.example.co.uk/ferry",
    "kind": "article",
    "lang": "en",
    "title": TITLE,
    "author": "Mara Lind",
    "date": "2024-03-05",
    "text": "\n".join(PARAGRAPHS),
}
GOLD_THREAD: dict[str, Any] = {
    "id": "float",
    "kind": "forum",
    "title": "Float for an old cistern",
    "posts": [
        {"kind": "reply", "author": author, "time_text": moment, "body": body, "floor": number}
        for number, (author, moment, body) in enumerate(POSTS, 1)
    ],
}


def write_set(folder: Path, pages: list[tuple[dict[str, Any], str]]) -> Path:
    """Write gold and pages, and return the folder."""
    (folder / "html").mkdir(parents=True)
    for record, html in pages:
        (folder / "html" / f"{record['id']}.html.gz").write_bytes(gzip.compress(html.encode()))
    lines = [json.dumps(record, ensure_ascii=False) for record, _ in pages]
    (folder / "gold.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    return folder


def write_both(folder: Path) -> Path:
    """Write a set of one article and one thread."""
    return write_set(folder, [(GOLD_ARTICLE, ARTICLE), (GOLD_THREAD, THREAD)])
