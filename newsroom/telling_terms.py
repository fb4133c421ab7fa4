"""Find the terms that tell some documents from all others, and the terms that rise. Pure.

Both questions compare the share of documents with a term in two samples. The answer is the
one-sided exact test of Fisher (1935, "The Logic of Inductive Inference", Journal of the Royal
Statistical Society 98): how likely so many documents or more would have the term if both samples
were of one kind. Many terms are tested at once, so each must be less likely than ``MAX_CHANCE``
divided by the number of those that chance could name (Bonferroni 1936, Tarone 1990). Documents are
compared within their language: a Chinese word is not telling because many other documents are in
English.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from math import exp, lgamma, log

from newsroom.phrases import topic_terms
from newsroom.terms import Tagger, language, tokens_of
from storage.documents.port import Document

READ_CHARACTERS = 200
"""The beginning of a text that states its subject, beside the title: a sentence or two."""
_READ_CHINESE = 80
"""As many characters of Chinese say as much."""
_CHINESE = "zh"
_MAX_CUT = 20
"""Longest word that the end of the beginning may have cut. What is longer has no blanks between its
words, as Japanese.
"""
MAX_CHANCE = 0.01
"""How likely it is at most that one search names any term by chance."""
MIN_DOCUMENTS = 3
"""What fewer documents have is of a document, not of the matter."""
MIN_RATIO = 1.5
"""In many documents, differences are certain that nobody would notice, as from 100 to 110."""
# A phrase stands for a word that is hardly ever outside of it.
_STANDS_FOR = 0.7
# The documents of one search and its periods: whoever narrows a search meets many of them again.
# They take some 8 MB.
_REMEMBERED = 800
# Beyond this, a summand no longer changes the sum.
_NEGLIGIBLE = 30.0
# A separator that no word and no phrase goes over.
_GAP = "\n"

Key = tuple[str, str]
"""A language and a term, in small letters and by its stem."""


@dataclass(kw_only=True)
class TermFrequencies:
    """How many documents of each language there are and have each term; copies count once."""

    documents: Counter[str] = field(default_factory=Counter)
    terms: Counter[Key] = field(default_factory=Counter)
    forms: dict[Key, Counter[str]] = field(default_factory=dict)

    def form(self, key: Key) -> str:
        """Return how most documents write a term; of equals, the first by its letters."""
        forms = self.forms[key]
        return min(forms, key=lambda each: (-forms[each], each))

    @property
    def size(self) -> int:
        """Return the number of documents."""
        return self.documents.total()


@dataclass(frozen=True, kw_only=True)
class FoundTerm:
    """A term with how certain it is that it tells: minus the logarithm of the chance."""

    key: Key
    form: str
    certainty: float


def count_terms(documents: Iterable[Document], tagger: Tagger) -> TermFrequencies:
    """Count the terms of documents; ``tagger`` segments and tags Chinese."""
    counts, copies = TermFrequencies(), set[str]()
    for document in documents:
        if document.copy_id in copies:
            continue
        copies |= {document.copy_id} - {""}
        lang = language(document.lang)
        counts.documents[lang] += 1
        names = tuple(chain(document.people, document.organisations, document.places))
        for term, form in _terms_of(*_beginning(document, lang), names, lang, tagger):
            counts.terms[lang, term] += 1
            counts.forms.setdefault((lang, term), Counter())[form] += 1
    return counts


def telling_terms(found: TermFrequencies, others: TermFrequencies) -> list[FoundTerm]:
    """Return the terms that more of ``found`` have than of ``others``, the most certain first.

    A phrase stands for its words if they are hardly ever outside of it; otherwise it is left out.
    """
    most = log(MAX_CHANCE / _nameable(found, others))
    compared = _compared(_without_parts(found), found, others)
    told = [each for each in compared if each.certainty >= -most]
    return sorted(told, key=lambda each: (-each.certainty, each.form))


def of_each_kind(
    told: Iterable[FoundTerm], documents: Sequence[Collection[Key]], most: int
) -> list[FoundTerm]:
    """Return the terms that tell documents of several kinds, ``most`` at most: each the most
    certain one where each term that a document has of those before halves what it counts.

    Otherwise, all would be of the kind with most documents. ``documents`` have these terms.
    """
    left, chosen = list(told), list[FoundTerm]()
    weights = [1.0] * len(documents)
    having = {
        each.key: [place for place, keys in enumerate(documents) if each.key in keys]
        for each in left
    }

    def still_tells(term: FoundTerm) -> float:
        places = having[term.key]
        return term.certainty * sum(weights[place] for place in places) / len(places)

    while left and len(chosen) < most:
        best = max(left, key=still_tells)
        left.remove(best)
        chosen.append(best)
        for place in having[best.key]:
            weights[place] /= 2
    return chosen


def perhaps_rising(now: TermFrequencies, before: TermFrequencies) -> tuple[list[FoundTerm], int]:
    """Return the terms that may have risen from one sample to another, the most certain first, and
    how many terms could have.

    Whoever counts them in all documents asks ``has_risen`` with that number.
    """
    compared = _compared(_without_parts(now), now, before)
    found = sorted(compared, key=lambda each: (-each.certainty, each.form))
    return found, len(_in_both(now, before))


def has_risen(count: int, documents: int, earlier: int, earlier_documents: int, of: int) -> bool:
    """Return whether ``count`` of ``documents`` is surely a greater share than ``earlier`` of
    ``earlier_documents``; it is one ``of`` so many terms that could have risen.
    """
    if not documents or count < MIN_DOCUMENTS:
        return False
    expected = documents * earlier / earlier_documents if earlier_documents else 0
    chance = log_chance(count, documents, earlier, earlier_documents)
    return count >= MIN_RATIO * expected and chance <= log(MAX_CHANCE / max(of, 1))


def log_chance(count: int, documents: int, other: int, other_documents: int) -> float:
    """Return the logarithm of how likely at least ``count`` of the documents with a term are among
    ``documents``, if its documents are spread over both samples by chance (Fisher 1935).
    """
    having, both = count + other, documents + other_documents
    whole = _log_choices(both, documents)
    parts: list[float] = []
    for number in range(count, min(having, documents) + 1):
        if documents - number > both - having:
            continue
        ways = _log_choices(having, number) + _log_choices(both - having, documents - number)
        parts.append(ways - whole)
        if parts[-1] < parts[0] - _NEGLIGIBLE:
            break
    greatest = max(parts)
    return greatest + log(sum(exp(part - greatest) for part in parts))


def _log_choices(of: int, number: int) -> float:
    return lgamma(of + 1) - lgamma(number + 1) - lgamma(of - number + 1)


def _beginning(document: Document, lang: str) -> tuple[str, str]:
    """Return the title and the first sentences of a document."""
    if lang == _CHINESE:
        return document.title, document.content[:_READ_CHINESE]
    lead = document.content[:READ_CHARACTERS]
    whole = lead.rpartition(" ")[0]
    is_cut = len(lead) == READ_CHARACTERS and len(lead) - len(whole) <= _MAX_CUT
    return document.title, whole if is_cut else lead


def forget_texts() -> None:
    """Forget the beginnings of texts that are remembered."""
    _terms_of.cache_clear()


@lru_cache(maxsize=_REMEMBERED)
def _terms_of(
    title: str, lead: str, names: tuple[str, ...], lang: str, tagger: Tagger
) -> tuple[tuple[str, str], ...]:
    """Return the terms of a text with how it writes each: its names whole, words, phrases."""
    for name in sorted(names, key=len, reverse=True):
        title, lead = title.replace(name, _GAP), lead.replace(name, _GAP)
    in_title = tokens_of(title, lang, tagger)
    in_lead = tokens_of(lead, lang, tagger)
    written = {name.lower(): name for name in names}
    written |= topic_terms(title, in_title, lead, in_lead)
    return tuple(written.items())


def _in_both(some: TermFrequencies, others: TermFrequencies) -> list[tuple[str, int]]:
    """Return the language of each term of enough documents, and how many have it in both samples
    together. To count only those that one sample has often would choose by what is tested.
    """
    both = some.terms + others.terms
    return [
        (lang, count)
        for (lang, _term), count in both.items()
        if count >= MIN_DOCUMENTS and some.documents[lang]
    ]


def _nameable(some: TermFrequencies, others: TermFrequencies) -> int:
    """Return by how many terms the chance is divided: of those in few documents, none could be
    certain enough even if all these were in one sample, so they are not tests at all (Tarone 1990,
    "A modified Bonferroni method for discrete data", Biometrics 46).
    """
    least: list[float] = []
    for (lang, having), number in Counter(_in_both(some, others)).items():
        documents, other_documents = some.documents[lang], others.documents[lang]
        most = min(having, documents)
        best = log_chance(most, documents, having - most, other_documents)
        least += [best] * number
    least.sort()
    return next(
        (k for k in range(1, len(least)) if bisect_right(least, log(MAX_CHANCE / k)) <= k),
        max(len(least), 1),
    )


def _compared(
    keys: Iterable[Key], some: TermFrequencies, others: TermFrequencies
) -> list[FoundTerm]:
    """Return which of these terms have a clearly greater share of one sample than of the other."""
    found = []
    for key in keys:
        lang, _term = key
        count, documents = some.terms[key], some.documents[lang]
        other, other_documents = others.terms[key], others.documents[lang]
        expected = documents * other / other_documents if other_documents else 0
        if count >= max(MIN_DOCUMENTS, MIN_RATIO * expected):
            certainty = -log_chance(count, documents, other, other_documents)
            found.append(FoundTerm(key=key, form=some.form(key), certainty=certainty))
    return found


def _without_parts(counts: TermFrequencies) -> list[Key]:
    """Return the terms of enough documents: a word or a phrase with it, not both."""
    frequent = {key: count for key, count in counts.terms.items() if count >= MIN_DOCUMENTS}
    dropped: set[Key] = set()
    for (lang, term), count in frequent.items():
        parts = [(lang, part) for part in term.split(" ")]
        if len(parts) == 1:
            continue
        # The words of a name are not counted, so a name always stands for them.
        replaced = {part for part in parts if count >= _STANDS_FOR * frequent.get(part, 0)}
        dropped |= replaced or {(lang, term)}
    return [key for key in frequent if key not in dropped]
