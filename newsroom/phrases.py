"""Find the words and phrases of a document that can name a topic. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from newsroom.terms import Term, Token

# A topic is in the title or in the first sentences.
_LEAD_CHARACTERS = 200
# Between the words of a phrase may be what joins names, as in "Bank of England" and "Sam's Club",
# or what makes them one word, as in "hit-and-run".
_JOINING = ("of", "de", "del", "du", "des", "da", "do", "di", "von", "van", "der")
_POSSESSIVES = ("'s ", "’s ")
_LINKS = frozenset(
    ["", " ", "-", "-and-", " & ", *_POSSESSIVES, *(f" {word} " for word in _JOINING)]
)
_WORDLESS = ("number", "common")


def topic_terms(
    title: str, title_tokens: Sequence[Token], lead: str, lead_tokens: Iterable[Token]
) -> dict[str, str]:
    """Return the words and the phrases of two words by their key, each as it is written.

    The key of a phrase has the keys of its words and a space. A word in capitals gives way to
    another form.
    """
    found: dict[str, str] = {}
    first = [token for token in lead_tokens if token.end <= _LEAD_CHARACTERS]
    for text, tokens in ((title, title_tokens), (lead, first)):
        for key, form in (*_words(tokens), *_phrases(text, tokens)):
            if key not in found or found[key].isupper():
                found[key] = form
    return found


def _words(tokens: Iterable[Token]) -> Iterator[tuple[str, str]]:
    return ((token.key, token.term.form) for token in tokens if token.term.kind not in _WORDLESS)


def _phrases(text: str, tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    for one, other in pairwise(tokens):
        between = text[one.end : other.start]
        if between in _LINKS and _match(one.term, other.term):
            yield f"{one.key} {other.key}", text[one.start : other.end]


def _match(one: Term, other: Term) -> bool:
    """Return whether two terms can be a phrase: not a person's name, which is whole, and not a name
    with a word.
    """
    if {one.kind, other.kind} & {*_WORDLESS, "person"} or one.form == other.form:
        return False
    return one.capital is None or other.capital is None or one.capital == other.capital
