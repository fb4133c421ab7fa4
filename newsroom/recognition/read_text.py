"""A text in a script with capitals, as its words, and the runs of them that may be names."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import regex

from newsroom.recognition.mentions import Kind
from newsroom.recognition.words import NameWords

_TOKEN = regex.compile(
    r"""(?V1) (?P<word> (?: \p{Lu}\. ){2,} | \p{Lu}\. (?= [ ] \p{Lu} )
              | \p{L}[\p{L}\p{M}\p{N}]* (?: [-'’&] (?! [sS]\b) \p{L}[\p{L}\p{M}\p{N}]* )* )
    | (?P<end> [.!?:;\n“”"«»„•|] | `` | '' | -- | [–—] )
    | (?P<number> \p{Nd}+ (?: [.,] \p{Nd}+ )* )
    | (?P<other> ['’][sS]\b | [^\s] )""",
    regex.VERBOSE,
)
KINDS: tuple[Kind, ...] = ("person", "org", "place")


@dataclass(slots=True)
class WordToken:
    """A word, a number or a sign; ``text[start:end]`` of the text."""

    text: str
    start: int
    end: int
    word: bool
    #: A sentence begins here, or what is written like one.
    first: bool = False

    @property
    def key(self) -> str:
        """Return it in small letters, as the lists of words have it."""
        return self.text.lower().rstrip(".") or self.text

    @property
    def capital(self) -> bool:
        """Return whether it is a word that begins with a capital."""
        return self.word and self.text[0].isupper()


@dataclass(slots=True)
class WordRun:
    """Words ``tokens[first:last]`` that may be a name, and what speaks for each kind."""

    first: int
    last: int
    points: dict[Kind, float] = field(default_factory=lambda: dict.fromkeys(KINDS, 0.0))
    #: The full name that it stands for.
    meant: str = ""

    def best(self) -> tuple[Kind, float]:
        """Return the kind with the most points, and these."""
        kind = max(KINDS, key=lambda each: self.points[each])
        return kind, self.points[kind]


class ReadText:
    """The tokens of a text, and which of its words stand in small letters or inside sentences."""

    def __init__(self, text: str, words: NameWords) -> None:
        self.text = text
        self.tokens = list(_tokens(text, words))
        # A word in small letters anywhere in the text is no name where a sentence begins.
        self.small = {each.text for each in self.tokens if each.word and each.text.islower()}
        self.inside = {
            each.text
            for each in self.tokens
            if each.capital and not each.first and each.key not in words.never
        }

    def name(self, run: WordRun) -> str:
        """Return a run as it is written."""
        text = self.text[self.tokens[run.first].start : self.tokens[run.last - 1].end]
        return " ".join(text.split())

    def keys(self, run: WordRun) -> list[str]:
        """Return the words of a run in small letters."""
        return [each.key for each in self.tokens[run.first : run.last]]

    def key(self, at: int) -> str:
        """Return the word at a place in small letters, "" outside the text."""
        if 0 <= at < len(self.tokens):
            return self.tokens[at].key
        return ""


def _tokens(text: str, words: NameWords) -> Iterator[WordToken]:
    first, before = True, ""
    shortened = words.titles | words.abbreviations | words.company
    for found in _TOKEN.finditer(text):
        word = found["word"]
        yield WordToken(found[0], found.start(), found.end(), word is not None, first)
        if found["end"]:
            first = found[0] != "." or before not in shortened
        elif word or found["number"]:
            first = False
        before = found[0].lower()
