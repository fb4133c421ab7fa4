"""Find the words far more frequent today than before. Pure: texts in, words out.

Words are compared by the share of documents that contain them (one long text counts once), with the log-likelihood
ratio of Dunning (1993), "Accurate Methods for the Statistics of Surprise and Coincidence". It needs no stop
words, because everyday words are no surprise, and it does not overrate rare words.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

import regex

from storage.documents.analysis import find_words

# Chance alone exceeds this value for one word in a thousand (chi-square, one degree of freedom).
_LEAST_SURPRISE = 10.83
# With fewer earlier documents there is nothing to compare with.
_ENOUGH_BEFORE = 20
# Without earlier days, a word in a quarter of the documents belongs to the language or the site, not to the day.
_EVERYDAY_SHARE = 0.25
_LEAST_DOCUMENTS = 2
_CHINESE_LETTERS, _OTHER_LETTERS = 2, 3

_RUN = regex.compile(r"(?P<chinese>\p{Han}+)|(?P<word>[\p{L}--\p{Han}][[\p{L}\p{M}]--\p{Han}]*)", regex.V1)

Splitter = Callable[[str], Sequence[str]]


@dataclass(frozen=True, kw_only=True)
class TopWord:
    """A word in its most frequent form. ``count`` of the day's documents contain it, ``before`` of the earlier ones."""

    word: str
    count: int
    before: int
    surprise: float


def top_words(day: Sequence[str], earlier: Sequence[str], split: Splitter, most: int) -> list[TopWord]:
    """Return at most ``most`` words of the day's texts, the most surprising first. ``split`` segments Chinese."""
    (now, forms), (before, _) = _frequencies(day, split), _frequencies(earlier, split)
    compared = len(earlier) >= _ENOUGH_BEFORE
    found = {}
    for key, count in now.items():
        if count < _LEAST_DOCUMENTS or (not compared and count > max(_EVERYDAY_SHARE * len(day), _LEAST_DOCUMENTS)):
            continue
        known = before[key] if compared else 0
        surprise = log_likelihood(count, len(day), known, len(earlier)) if compared else float(count)
        if not compared or surprise >= _LEAST_SURPRISE:
            found[key] = (count, known, surprise)
    best = sorted(found, key=lambda key: (-found[key][2], key))[:most]
    written = _most_frequent(forms, set(best))
    return [
        TopWord(word=written[key], count=count, before=known, surprise=surprise)
        for key, (count, known, surprise) in ((key, found[key]) for key in best)
    ]


def top_words_by_language(
    day: Mapping[str, Sequence[str]], earlier: Mapping[str, Sequence[str]], split: Splitter, most: int
) -> list[TopWord]:
    """Return the top words of texts by language, each language compared with its own earlier texts.

    Otherwise a day with more texts in one language would make that language's everyday words a surprise.
    """
    found = [word for lang, texts in day.items() for word in top_words(texts, earlier.get(lang, ()), split, most)]
    return sorted(found, key=lambda word: (-word.surprise, word.word))[:most]


def log_likelihood(count: int, size: int, count_before: int, size_before: int) -> float:
    """Return how surprising it is that ``count`` of ``size`` have what ``count_before`` of ``size_before`` had.

    The result is 0 if the share has not grown.
    """
    if not size or not size_before or count * size_before <= count_before * size:
        return 0.0
    expected = (count + count_before) / (size + size_before)
    cells = (
        (count, size * expected),
        (count_before, size_before * expected),
        (size - count, size * (1 - expected)),
        (size_before - count_before, size_before * (1 - expected)),
    )
    return 2 * sum(seen * log(seen / wanted) for seen, wanted in cells if seen)


def _frequencies(texts: Iterable[str], split: Splitter) -> tuple[Counter[str], Counter[tuple[str, str]]]:
    """Return how many texts contain each stem, and how many contain each form (stem, word)."""
    counts: Counter[str] = Counter()
    forms: Counter[tuple[str, str]] = Counter()
    for text in texts:
        held = dict(_words(text, split))
        counts.update(held.keys())
        forms.update(held.items())
    return counts, forms


def _most_frequent(forms: Counter[tuple[str, str]], keys: Collection[str]) -> dict[str, str]:
    """Return the most frequent word of each stem."""
    ranked = sorted((count, word, key) for (key, word), count in forms.items() if key in keys)
    return {key: word for _count, word, key in ranked}


def _words(text: str, split: Splitter) -> Iterable[tuple[str, str]]:
    for chinese, word in _RUN.findall(text):
        if chinese:
            yield from ((each, each) for each in split(chinese) if len(each) >= _CHINESE_LETTERS)
        elif len(word) >= _OTHER_LETTERS and (stems := find_words(word).stems):
            yield stems[0], word.lower()
