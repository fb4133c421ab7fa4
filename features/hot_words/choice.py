"""Decide which hot words a keyword list takes in and which it gives up. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

MAX_WORD_LENGTH = 200
_DAY = timedelta(days=1)


@dataclass(frozen=True, kw_only=True)
class HotRules:
    """Whether and how hot words become keywords of a list."""

    enabled: bool = False
    #: The most words that were added within a day. Each costs one request per visit of a source.
    words_a_day: int = 10
    #: How long a word stays after it was last hot.
    stay_days: int = 3
    #: A word must be on so many sites, without what search sources have found.
    min_sites: int = 3
    #: Languages of the words, with scripts and regions: "zh" takes "zh-hans". () for all.
    langs: tuple[str, ...] = ()
    #: Words that are never added.
    stopped: tuple[str, ...] = ()


MAX_COUNTED_SITES = 20
"""The documents store names no more sites of a search."""
BOUNDS = {"words_a_day": (1, 50), "stay_days": (1, 14), "min_sites": (2, MAX_COUNTED_SITES)}
"""The least and the most that the numbers of ``HotRules`` may be."""


@dataclass(frozen=True, kw_only=True)
class HotTerm:
    """A term of a hot topic, and why it is hot.

    ``count`` documents of the last ``hours`` have it, where ``usual`` is usual. ``sites`` and the
    example are those of documents that no search source has found. ``is_name``: it is a name or a
    phrase, and no single common word.
    """

    word: str
    lang: str
    count: int
    hours: int
    usual: float
    is_new: bool
    score: float
    is_name: bool
    sites: int
    example_id: str


@dataclass(frozen=True, kw_only=True)
class WordTimes:
    """A hot word in a list, and its times."""

    word: str
    lang: str
    added: datetime
    last_hot: datetime
    expires: datetime


@dataclass(frozen=True, kw_only=True)
class WordChoice:
    """What becomes of the hot words of a list: those that stay have new times."""

    added: Sequence[HotTerm] = ()
    kept: Sequence[WordTimes] = ()
    dropped: Sequence[WordTimes] = ()


def choose(
    terms: Iterable[HotTerm],
    words: Iterable[WordTimes],
    rules: HotRules,
    typed: Iterable[str],
    now: datetime,
) -> WordChoice:
    """Return which terms to add, and which words stay or go.

    ``words`` are the list's hot words so far, ``typed`` those that people have entered.
    """
    words = list(words)
    if not rules.enabled:
        return WordChoice(dropped=words)
    refused = {word_key(each) for each in (*typed, *rules.stopped)}
    hot: dict[str, HotTerm] = {}
    for term in sorted(terms, key=lambda each: (not each.is_name, -each.score)):
        if word_key(term.word) not in refused and _suits(term, rules):
            hot.setdefault(word_key(term.word), term)
    kept, dropped = [], []
    for word in words:
        # A word that is hot again stays as long as a new one.
        last_hot = now if word_key(word.word) in hot else word.last_hot
        expires = expiry(last_hot, rules)
        if word_key(word.word) in refused or not _speaks(word.lang, rules) or expires <= now:
            dropped.append(word)
        else:
            kept.append(replace(word, last_hot=last_hot, expires=expires))
    known = {word_key(each.word) for each in words}
    new = [term for key, term in hot.items() if key not in known]
    room = max(0, rules.words_a_day - used_today((each.added for each in kept), now))
    return WordChoice(added=new[:room], kept=kept, dropped=dropped)


def used_today(added: Iterable[datetime], now: datetime) -> int:
    """Return how many of the words that were added at these times count for the budget."""
    return sum(each > now - _DAY for each in added)


def expiry(last_hot: datetime, rules: HotRules) -> datetime:
    """Return until when a word stays."""
    return last_hot + timedelta(days=rules.stay_days)


def word_key(word: str) -> str:
    """Return what is equal for words that differ in case only."""
    return word.strip().casefold()


def _suits(term: HotTerm, rules: HotRules) -> bool:
    return (
        _speaks(term.lang, rules)
        and term.sites >= rules.min_sites
        and len(term.word) <= MAX_WORD_LENGTH
    )


def _speaks(lang: str, rules: HotRules) -> bool:
    return not rules.langs or any(
        lang == each or lang.startswith(f"{each}-") for each in rules.langs
    )
