"""A sentence as it is compared: its words, its figures, the names in it. Pure."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from features.stories.statements import chinese, english
from features.stories.statements.figures import Figure
from features.stories.statements.reports import Quote, Report
from features.stories.statements.sentences import MAX_LENGTH, sentences
from features.stories.statements.times import months_in, speaks_of_another_month, years_of
from features.stories.statements.words import words_of
from newsroom.stop_words import STOP_WORDS
from newsroom.terms import tokens_of
from storage.documents.chinese import fold_script

LANGUAGES = ("en", "zh")
"""Sentences are compared in these: each needs rules for what a number counts."""
MAX_SENTENCES = 25
"""So many sentences of a report are compared, from its beginning: what matters comes first."""
# A date, a byline or a caption has fewer; a short sentence that counts something may have one less.
_MIN_TERMS = 4
_HAN = re.compile(r"[\u3400-\u9fff]+")
_CAPITAL = re.compile(r"\b[A-Z][\w-]+")
_NO_NUMBER = re.compile(r"\bno\. ?\d")
_LATIN = re.compile(r"[A-Za-z]{2,}")
# Characters that only join words.
_JOINING = "的了在是和与及也都而被将把对从到为于等之其并已"
_FIGURES: dict[str, Callable[[str, Sequence[str], Collection[int]], list[Figure]]] = {
    "en": english.figures_of,
    "zh": chinese.figures_of,
}
_NUMERALS: dict[str, Callable[[str], set[float]]] = {
    "en": english.numerals_of,
    "zh": chinese.numerals_of,
}
_AMOUNTS: dict[str, Callable[[str], set[float]]] = {
    "en": english.amounts_of,
    "zh": chinese.amounts_of,
}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Statement:
    """A sentence of a report, as it is compared.

    ``place`` counts from 0, the title; ``numerals`` are all numbers in it.
    """

    quote: Quote
    lang: str
    place: int
    terms: frozenset[str]
    numerals: frozenset[float]
    figures: tuple[Figure, ...]
    names: frozenset[str]
    #: The words with a capital in order, which may be names that nobody has found.
    capitals: tuple[str, ...]
    is_negated: bool
    #: The months that are named, as numbers.
    months: frozenset[int]

    @property
    def report(self) -> Report:
        """Return the report that says it."""
        return self.quote.report


def language_of(report: Report) -> str:
    """Return the language of a report without script and region."""
    return report.lang.partition("-")[0].lower()


def statements_of(report: Report) -> list[Statement]:
    """Return the title and the first sentences of a report; none in a language without rules."""
    lang = language_of(report)
    if lang not in LANGUAGES:
        return []
    title = Quote(report=report, start=0, end=len(report.title), in_title=True)
    quotes = [
        Quote(report=report, start=start, end=end)
        for start, end in _first_sentences(report.text, lang)
    ]
    return [_statement(quote, lang, place) for place, quote in enumerate((title, *quotes))]


def says_something(statement: Statement) -> bool:
    """Return whether a sentence is whole, and long enough to be compared with others."""
    counts = any(each.kind != "date" for each in statement.figures)
    # What such a sentence says is in the next one: "The minister added:"
    is_whole = not statement.quote.text.endswith((":", "：", ",", "，"))
    return is_whole and len(statement.terms) >= _MIN_TERMS - counts


def counts_of(statement: Statement) -> set[float]:
    """Return the numbers of a sentence as they are meant, but for those of days and results."""
    text = statement.quote.text
    for each in statement.figures:
        if each.kind in ("date", "score"):
            text = text[: each.start] + " " * (each.end - each.start) + text[each.end :]
    return amounts_of(text, statement.lang)


def amounts_of(text: str, lang: str) -> set[float]:
    """Return all numbers of a text as they are meant."""
    return _AMOUNTS[lang](text)


def heads_in(text: str, lang: str) -> frozenset[str]:
    """Return what happened to people in a text: "dead", "arrested" and the like."""
    words = words_of(lang)
    assert words is not None
    if lang == "en":
        told = set(re.findall(r"[a-z]+", text.lower()))
        return frozenset(head for word, head in words.heads.items() if word in told)
    plain = fold_script(text)
    return frozenset(head for word, head in words.heads.items() if word in plain)


def _first_sentences(text: str, lang: str) -> Iterator[tuple[int, int]]:
    count = 0
    for start, end in sentences(text, lang):
        if end - start <= MAX_LENGTH:
            yield start, end
            count += 1
        if count >= MAX_SENTENCES:
            return


def _statement(quote: Quote, lang: str, place: int) -> Statement:
    text, report = quote.text, quote.report
    return Statement(
        quote=quote,
        lang=lang,
        place=place,
        terms=frozenset(terms_of(text, lang)),
        numerals=frozenset(_NUMERALS[lang](text)),
        figures=tuple(_figures(text, lang, report)),
        capitals=tuple(_capitals(text, lang)),
        is_negated=_is_negated(text, lang),
        months=frozenset(months_in(text, lang)),
        names=frozenset(name for name in (*report.people, *report.others) if name in text),
    )


def _figures(text: str, lang: str, report: Report) -> Iterator[Figure]:
    """Yield the figures of a sentence; its numbers only if it does not speak of another event."""
    is_elsewhere = speaks_of_another_month(text, lang, report.published)
    for each in _FIGURES[lang](text, report.people, years_of(report.title)):
        if not (is_elsewhere and each.kind == "number" and each.head != "age"):
            yield each


def _is_negated(text: str, lang: str) -> bool:
    words = words_of(lang)
    assert words is not None
    negations = words.lists["negations"]
    if lang == "en":
        plain = text.lower().replace("’", "'")
        found = _NO_NUMBER.sub(" ", plain)
        return "n't" in found or not set(negations).isdisjoint(re.findall(r"[a-z]+", found))
    return any(word in fold_script(text) for word in negations)


def _capitals(text: str, lang: str) -> Iterator[str]:
    for word in _CAPITAL.findall(text) if lang == "en" else ():
        if word.lower() not in STOP_WORDS:
            yield word


def terms_of(text: str, lang: str) -> Iterator[str]:
    """Yield what a text is compared by: stems of words, and pairs of Chinese characters."""
    if lang == "en":
        for token in tokens_of(text, lang, _no_tagger):
            if token.term.kind != "number" and token.term.form.lower() not in english.NO_TERMS:
                yield token.key
        return
    for run in _HAN.findall(re.sub(f"[{_JOINING}]", " ", fold_script(text))):
        yield from (run[at : at + 2] for at in range(len(run) - 1))
    yield from (word.lower() for word in _LATIN.findall(text))


def _no_tagger(text: str) -> list[tuple[str, str]]:
    return [(text, "x")]


def marked(statement: Statement, figure: Figure) -> Quote:
    """Return the sentence with a figure marked."""
    return replace(statement.quote, mark=(figure.start, figure.end))
