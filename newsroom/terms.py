"""Find the terms of a document: stems of its words, names, places and numbers, in title and lead.

Pure.

Chinese is segmented, and the dictionary tells names from other words. In scripts with capitals, a
name is a word that is hardly ever written small; who groups documents counts that over all of them,
because headlines often have capitals everywhere.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from sys import intern

import regex
import snowballstemmer

from newsroom.stop_words import STOP_WORDS

LEAD_CHARACTERS = 700
"""The beginning of the text that states its subject."""

_RUN = regex.compile(
    r"""(?V1) (?P<han> \p{Han}+ )
    | (?P<solo> [\p{Katakana}ー]{2,} | \p{Hangul}{2,} )
    | (?P<number> \p{Nd}+ (?: [.,:/-] \p{Nd}+ )* )
    | (?P<word> [[\p{L}\p{M}]--[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]]
                [[\p{L}\p{M}\p{N}]--[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]]* )
      (?: ['’][sS] (?! \p{L} ) )?""",
    regex.VERBOSE,
)
_STEMMERS = {
    "ar": "arabic", "da": "danish", "de": "german", "el": "greek", "en": "english", "es": "spanish",
    "fi": "finnish", "fr": "french", "hu": "hungarian", "id": "indonesian", "it": "italian",
    "nl": "dutch", "no": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian",
    "ru": "russian", "sv": "swedish", "tr": "turkish",
}  # fmt: skip
_MIN_LETTERS = 2
# Enough words in small letters show that a title does not capitalise every word.
_SMALL_WORDS = 2
_LONG = 4
_MAX_WORD_LENGTH = 40
# Tags of the dictionary (ICTCLAS): people, places, organisations, other names; then other words
# that carry meaning.
_NAMES = ("nr", "ns", "nt", "nz")
_FOREIGN = "eng"
_NOUNS = ("n", "vn", "l", "i", "j")

Tagger = Callable[[str], Sequence[tuple[str, str]]]


@dataclass(slots=True)
class Term:
    """A term of a document.

    ``kind`` is "person", "place", "name", "word", "common" or "number". A "word" may be a name,
    which its capitals tell: ``capital`` says whether it has one where that means something, None if
    it means nothing. A "common" word is no noun and no name. ``title`` and ``lead`` count its
    occurrences.
    """

    form: str
    kind: str
    title: int = 0
    lead: int = 0
    capital: bool | None = None


@dataclass(frozen=True, slots=True)
class Token:
    """A term at its place in a text: ``text[start:end]``. ``key`` is a stem in small letters."""

    key: str
    term: Term
    start: int
    end: int


def language(lang: str) -> str:
    """Return a language without its script and region: reports in both Chinese scripts are one
    story.
    """
    return lang.partition("-")[0].lower()


def terms_of(title: str, content: str, lang: str, tagger: Tagger) -> dict[str, Term]:
    """Return the terms of a document by their key; ``tagger`` segments and tags Chinese."""
    return counted(tokens_of(title, lang, tagger), tokens_of(lead(content), lang, tagger))


def counted(title: Iterable[Token], lead: Iterable[Token]) -> dict[str, Term]:
    """Return the terms of a title and of a lead by their key."""
    found: dict[str, Term] = {}
    for tokens, in_title in ((title, True), (lead, False)):
        for token in tokens:
            term = token.term
            # Documents share their words, so one text for each word is enough.
            known = found.setdefault(intern(token.key), replace(term))
            known.title += in_title
            known.lead += not in_title
            if term.capital is not None and (known.capital is None or not term.capital):
                known.capital = term.capital
    return found


def tokens_of(text: str, lang: str, tagger: Tagger) -> list[Token]:
    """Return the terms of a text in order, without stop words."""
    return list(_tokens(text, lang, tagger))


def lead(content: str) -> str:
    """Return the beginning of a text, without the word that the limit would cut."""
    if len(content) <= LEAD_CHARACTERS:
        return content
    head = content[:LEAD_CHARACTERS]
    if " " in head[-_MAX_WORD_LENGTH:]:
        return head[: max(head.rfind(" "), head.rfind("\n"))]
    return head


def _tokens(text: str, lang: str, tagger: Tagger) -> Iterator[Token]:
    runs = list(_RUN.finditer(text))
    words = [run["word"] or "" for run in runs]
    small = sum(len(word) >= _LONG and word.islower() for word in words)
    for index, (run, word) in enumerate(zip(runs, words, strict=True)):
        if run["han"]:
            yield from _chinese(run["han"], run.start(), tagger)
        elif number := run["number"]:
            if len(number) >= _MIN_LETTERS:
                yield Token(number, Term(number, "number"), run.start(), run.end())
        elif solo := run["solo"]:
            yield Token(solo, Term(solo, "name"), run.start(), run.end())
        else:
            # In a text that capitalises every word, and where a sentence begins, a capital says
            # nothing.
            telling = small >= _SMALL_WORDS and _inside(text, run, index)
            if term := _word(word, telling=telling):
                stem = _stem(word.lower(), lang)
                yield Token(stem, term, run.start("word"), run.end("word"))


def _inside(text: str, run: "regex.Match[str]", index: int) -> bool:
    """Return whether a word is inside a sentence, where a capital means something."""
    return index > 0 and text[: run.start()].rstrip(" \"'“‘«(„")[-1:] not in (
        "",
        ".",
        "!",
        "?",
        "\n",
        ":",
        "-",
        "–",
        "—",
        "|",
    )


def _word(word: str, *, telling: bool) -> Term | None:
    lower = word.lower()
    if len(lower) < _MIN_LETTERS or len(lower) > _MAX_WORD_LENGTH or lower in STOP_WORDS:
        return None
    return Term(word, "word", capital=not word.islower() if telling or word.islower() else None)


def _chinese(run: str, start: int, tagger: Tagger) -> Iterator[Token]:
    for word, tag in tagger(run):
        if len(word) >= _MIN_LETTERS and word not in STOP_WORDS:
            yield Token(word, Term(word, _kind(tag)), start, start + len(word))
        start += len(word)


def _kind(tag: str) -> str:
    if tag.startswith(_NAMES):
        return {"nr": "person", "ns": "place"}.get(tag[:2], "name")
    if tag == _FOREIGN:
        return "word"
    return "word" if tag.startswith(_NOUNS) else "common"


@lru_cache(maxsize=50_000)
def _stem(word: str, lang: str) -> str:
    name = _STEMMERS.get(lang[:2], "english" if word.isascii() else "")
    # The stemmer object holds state, so each call creates one: threads must not share it.
    if name:
        return str(snowballstemmer.stemmer(name).stemWord(word))
    return word
