"""Hot words in keyword lists: the rules that operators set, and the words that follow from them.

All functions raise ``storage.errors.Unavailable`` and ``Refused``.
"""

from collections.abc import Sequence
from dataclasses import asdict, replace

from django.db import transaction

from storage.database.clock import database_now
from storage.database.connection import translated
from storage.database.errors import Invalid
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.models import HotWord, KeywordList
from storage.database.people.audit import record_change
from storage.database.sources.hot_word_choice import (
    BOUNDS,
    Choice,
    HotRules,
    HotTerm,
    WordTimes,
    choose,
    expiry,
)
from storage.database.sources.keyword_lists import locked_list
from storage.database.sources.validation import check_words

MAX_STOPPED = 2_000


def save_rules(list_id: int, rules: HotRules, who: str) -> None:
    """Set the rules of a list; words that they exclude go at once.

    Raises Invalid with every problem, NotFound.
    """
    problems = list(check_words("stopped", rules.stopped))
    if len(rules.stopped) > MAX_STOPPED:
        params = {"count": len(rules.stopped), "limit": MAX_STOPPED}
        problems.append(FieldError("stopped", "", ErrorCode.TOO_MANY_ENTRIES, params))
    for name, (low, high) in BOUNDS.items():
        if not low <= getattr(rules, name) <= high:
            params = {"low": low, "high": high}
            value = str(getattr(rules, name))
            problems.append(FieldError(name, value, ErrorCode.OUT_OF_RANGE, params))
    if problems:
        raise Invalid(problems)
    with translated(), transaction.atomic():
        words = locked_list(list_id)
        _change_rules(words, rules, who)


def stop_word(list_id: int, word: str, who: str) -> bool:
    """Remove a hot word and never add it again; return whether it was there. Raises NotFound."""
    with translated(), transaction.atomic():
        words = locked_list(list_id)
        if not words.hot_words.filter(word=word).exists():
            return False
        rules = words.rules()
        _change_rules(words, replace(rules, stopped=(*rules.stopped, word)), who)
    return True


def are_wanted() -> bool:
    """Return whether hot words are on for any list."""
    with translated():
        return any(words.rules().enabled for words in KeywordList.objects.all())


def take(terms: Sequence[HotTerm]) -> tuple[int, int]:
    """Let every list choose among these terms of hot topics; return how many words were added, and
    how many dropped.
    """
    added = dropped = 0
    with translated():
        for list_id in KeywordList.objects.order_by("pk").values_list("pk", flat=True):
            with transaction.atomic():
                words = KeywordList.objects.select_for_update().filter(pk=list_id).first()
                if words is None or not words.rules().enabled:
                    continue
                choice = _chosen(words, terms)
            added += len(choice.added)
            dropped += len(choice.dropped)
    return added, dropped


def _change_rules(words: KeywordList, rules: HotRules, who: str) -> None:
    before = words.rules()
    words.hot_rules = asdict(rules)
    words.save()
    record_change(who, "change", words, before=_values(before), after=_values(rules))
    _chosen(words, ())


def _values(rules: HotRules) -> dict[str, object]:
    """Return the rules as the audit log shows them: beside the list's own fields."""
    return {f"hot_{name}": value for name, value in asdict(rules).items()}


def _chosen(words: KeywordList, terms: Sequence[HotTerm]) -> Choice:
    """Choose among the terms for a list that is locked, and store the choice."""
    now, rules = database_now(), words.rules()
    rows = {row.word: row for row in words.hot_words.all()}
    times = [
        WordTimes(
            word=row.word,
            lang=row.lang,
            added=row.added,
            last_hot=row.last_hot,
            expires=row.expires,
        )
        for row in rows.values()
    ]
    choice = choose(terms, times, rules, words.keywords, now)
    words.hot_words.filter(word__in=[each.word for each in choice.dropped]).delete()
    for each in choice.kept:
        row = rows[each.word]
        row.last_hot, row.expires = each.last_hot, each.expires
    HotWord.objects.bulk_update(
        [rows[each.word] for each in choice.kept], ("last_hot", "expires"), batch_size=200
    )
    HotWord.objects.bulk_create(
        HotWord(
            keyword_list=words,
            word=term.word,
            lang=term.lang,
            added=now,
            last_hot=now,
            expires=expiry(now, rules),
            count=term.count,
            hours=term.hours,
            usual=term.usual,
            is_new=term.is_new,
            sites=term.sites,
            example_id=term.example_id,
        )
        for term in choice.added
    )
    return choice
