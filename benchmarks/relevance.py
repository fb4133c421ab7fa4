"""Whether known articles are found: the share among the first ten hits, and the mean reciprocal
rank (MRR).

    python -m benchmarks.relevance [FOLDER ...] [--store sqlite|elasticsearch] [--limit 3000]

A ``FOLDER`` holds ``gold.jsonl``, one JSON object a line with ``id``, ``title``, ``text``,
``author`` and ``lang``. Without one, the articles are those of the made-up events of the fake web.

For each article, a reader remembers something else of it: some words of the title, a run of a
sentence, a name as a phrase, words of which one is misspelt, or words in the other Chinese script.
The queries go the way of the search page: a misspelt word leads to the spelling that it offers, and
most of the words to what has most. What comes from the article is drawn from a seed.
"""

import argparse
import json
import random
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import regex
from opencc import OpenCC

sys.path.insert(0, str(Path(__file__).parents[1]))

from fakeweb.events import reports
from storage.backends import open_documents
from storage.documents.errors import QueryError
from storage.documents.forgiving import find, meant
from storage.documents.port import Document, Documents, SearchRequest
from storage.documents.query import parse
from storage.documents.segmentation import default_segmenter
from storage.keys import url_key
from storage.settings import Settings
from testbed.servers import MeasuredElasticsearch

_STORES = ("sqlite", "elasticsearch")
_FIRST = 10
_BATCH = 100
_EVENTS = 600
_MOMENT = datetime(2026, 11, 1, tzinfo=UTC)
_HAN = regex.compile(r"\p{Han}")
_WORDS = regex.compile(r"[\p{L}\p{M}]{4,}")
_SENTENCE = regex.compile(r"[^。！？.!?\n]{20,}")
_NAME = regex.compile(r"\b\p{Lu}\p{Ll}{2,} \p{Lu}\p{Ll}{2,}\b")
_MIN_TEXT_LENGTH = 200


def titled_words(document: Document, rng: random.Random) -> str:
    """Return up to three words of the title, in their order."""
    words = _words_of(document.title)
    chosen = sorted(rng.sample(range(len(words)), min(3, len(words))))
    return " ".join(words[at] for at in chosen)


def sentence_run(document: Document, rng: random.Random) -> str:
    """Return a run of a sentence: eight Chinese characters, or six words."""
    sentences = _SENTENCE.findall(document.content)
    if not sentences:
        return ""
    sentence = rng.choice(sentences).strip()
    if _HAN.search(sentence):
        runs = regex.findall(r"\p{Han}{8,}", sentence)
        return str(rng.choice(runs)[:8]) if runs else ""
    words = regex.findall(r"[\p{L}\p{M}\p{N}'’-]+", sentence)
    start = rng.randrange(max(1, len(words) - 5))
    return " ".join(words[start : start + 6])


def name_phrase(document: Document, rng: random.Random) -> str:
    """Return a name in the text as a phrase."""
    text = document.content[:2000]
    chinese = [word for word, tag in default_segmenter().tag(text) if tag == "nr" and len(word) > 2]
    names = chinese if _HAN.search(text) else _NAME.findall(text)
    return f'"{rng.choice(names)}"' if names else ""


def misspelt_words(document: Document, rng: random.Random) -> str:
    """Return words of the title, the longest with two neighbouring letters swapped; only for
    alphabets.
    """
    words = _words_of(document.title)
    if len(words) < 2 or _HAN.search(document.title):
        return ""
    longest = max(words, key=len)
    places = [at for at in range(1, len(longest) - 1) if longest[at] != longest[at + 1]]
    if not places:
        return ""
    at = rng.choice(places)
    wrong = longest[:at] + longest[at + 1] + longest[at] + longest[at + 2 :]
    others = [word for word in words if word != longest][:2]
    return " ".join([wrong, *others])


def other_script(document: Document, rng: random.Random) -> str:
    """Return words of the title in the other Chinese script, if that differs."""
    words = titled_words(document, rng)
    changed = _converter("s2t").convert(words)
    changed = _converter("t2s").convert(words) if changed == words else changed
    return changed if changed != words else ""


@cache
def _converter(direction: str) -> OpenCC:
    return OpenCC(direction)


KINDS: Mapping[str, Callable[[Document, random.Random], str]] = {
    "words of the title": titled_words,
    "a run of a sentence": sentence_run,
    "a name as a phrase": name_phrase,
    "a misspelt word": misspelt_words,
    "the other script": other_script,
}


def measure(name: str, store: Documents, documents: Iterable[Document]) -> None:
    """Ask for each document in every way, and print how it was found."""
    ranks: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, document in enumerate(documents):
        for kind, make in KINDS.items():
            if text := make(document, random.Random(index)):
                script = "Chinese" if _HAN.search(text) else "other"
                ranks[kind, script].append(_rank(store, document, text))
    print(f"\n{name}\n{'query':22} {'script':8} {'asked':>6} {'in ten':>8} {'MRR':>6}")
    for (kind, script), found in sorted(
        ranks.items(), key=lambda item: list(KINDS).index(item[0][0])
    ):
        within = sum(rank > 0 for rank in found) / len(found)
        mean = sum(1 / rank for rank in found if rank) / len(found)
        print(f"{kind:22} {script:8} {len(found):6,} {within:8.1%} {mean:6.3f}")


def _rank(store: Documents, document: Document, text: str) -> int:
    """Return the place of a document among the first hits, from 1 on; 0 if it is not there."""
    try:
        asked = SearchRequest(query=parse(text), size=_FIRST, facets=False)
    except QueryError:
        return 0
    found = find(store, asked)
    if not found.has_all and (spelling := meant(store, asked, text)):
        found = find(store, replace(asked, query=parse(spelling)))
    places = [hit.document.id for hit in found.page.hits]
    return places.index(document.id) + 1 if document.id in places else 0


def _words_of(title: str) -> list[str]:
    if _HAN.search(title):
        return [
            word
            for word in default_segmenter().split(title)
            if len(word) > 1 and _HAN.fullmatch(word[0])
        ]
    return list(dict.fromkeys(_WORDS.findall(title)))


def _labelled(folder: Path) -> Iterator[Document]:
    for line in (folder / "gold.jsonl").read_bytes().splitlines():
        page = json.loads(line)
        text, title = page.get("text") or "", page.get("title") or ""
        if title and len(text) >= _MIN_TEXT_LENGTH:
            yield _document(f"{folder.name}/{page['id']}", title, text, page.get("lang") or "")


def _made_up() -> Iterator[Document]:
    """Yield one report of each event; the others tell the same."""
    firsts = {each.event: each for each in reversed(reports(_EVENTS, 1))}
    for each in firsts.values():
        yield _document(each.id, each.title, each.content, each.lang)


def _document(name: str, title: str, text: str, lang: str) -> Document:
    url = f"https://site.example/{name}"
    return Document(
        id=url_key(url),
        url=url,
        canonical_url=url,
        source="s",
        source_id=1,
        site="site.example",
        channel="feed",
        kind="article",
        lang=lang,
        title=title,
        content=text,
        author="",
        published=_MOMENT,
        collected=_MOMENT,
    )


def main() -> None:
    """Fill the stores, ask, and print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER")
    parser.add_argument("--store", choices=_STORES, help="only this one")
    parser.add_argument(
        "--limit", type=int, default=3000, help="ask for about so many articles, spread over all"
    )
    given = parser.parse_args()
    every = [document for folder in given.folders for document in _labelled(folder)] or list(
        _made_up()
    )
    print(f"{len(every):,} articles")
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        for name in (given.store,) if given.store else _STORES:
            url = (
                f"sqlite://{folder}/documents.db"
                if name == "sqlite"
                else stack.enter_context(MeasuredElasticsearch()).url
            )
            with closing(open_documents(Settings(documents_url=url))) as store:
                for start in range(0, len(every), _BATCH):
                    store.write(every[start : start + _BATCH])
                store.refresh()
                measure(name, store, every[:: max(1, len(every) // given.limit)])


if __name__ == "__main__":
    main()
