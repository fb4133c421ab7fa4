"""Hot words in keyword lists: the rules that operators set, and the words that follow from them.

All functions raise ``storage.errors.Unavailable`` and ``Refused``.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import asdict, replace

from django.db import transaction
from django.db.models import Count
from django.utils import timezone

from features.hot_words.choice import (
    BOUNDS,
    HotRules,
    HotTerm,
    WordChoice,
    WordTimes,
    choose,
    expiry,
)
from features.hot_words.models import HotWord, ListRules
from storage.database.clock import database_now
from storage.database.errors import Invalid
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.models import KeywordList
from storage.database.people.audit import record_change
from storage.database.sources.keyword_lists import locked_list
from storage.database.sources.validation import check_words

MAX_STOPPED = 2_000


def rules_of(words: KeywordList) -> HotRules:
    """Return the rules of a list."""
    found = ListRules.objects.filter(keyword_list=words).first()
    return found.rules() if found else HotRules()


def words_of(list_ids: Collection[int]) -> dict[int, list[str]]:
    """Return the hot words of these lists that have not expired, the newest first."""
    words = defaultdict(list)
    found = HotWord.objects.filter(keyword_list__in=list_ids, expires__gt=timezone.now())
    for list_id, word in found.values_list("keyword_list", "word"):
        words[list_id].append(word)
    return words


def counts_of(list_ids: Collection[int]) -> dict[int, int]:
    """Return how many hot words those of these lists have that want any."""
    rules = ListRules.objects.filter(keyword_list__in=list_ids)
    wanted = [each.keyword_list_id for each in rules if each.rules().enabled]
    rows = HotWord.objects.filter(keyword_list__in=wanted).order_by()
    counted = dict(rows.values_list("keyword_list").annotate(Count("pk")))
    return {list_id: counted.get(list_id, 0) for list_id in wanted}


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
    with transaction.atomic():
        words = locked_list(list_id)
        _change_rules(words, rules, who)


def stop_word(list_id: int, word: str, who: str) -> bool:
    """Remove a hot word and never add it again; return whether it was there. Raises NotFound."""
    with transaction.atomic():
        words = locked_list(list_id)
        if not words.hot_words.filter(word=word).exists():
            return False
        rules = rules_of(words)
        _change_rules(words, replace(rules, stopped=(*rules.stopped, word)), who)
    return True


def are_wanted() -> bool:
    """Return whether hot words are on for any list."""
    return any(each.rules().enabled for each in ListRules.objects.all())


def take(terms: Sequence[HotTerm]) -> tuple[int, int]:
    """Let every list choose among these terms of hot topics; return how many words were added, and
    how many dropped.
    """
    added = dropped = 0
    lists = ListRules.objects.order_by("keyword_list").values_list("keyword_list", flat=True)
    for list_id in lists:
        with transaction.atomic():
            words = KeywordList.objects.select_for_update().filter(pk=list_id).first()
            if words is None or not rules_of(words).enabled:
                continue
            choice = _chosen(words, terms)
        added += len(choice.added)
        dropped += len(choice.dropped)
    return added, dropped


def forget(ids: Collection[str]) -> None:
    """Drop the words whose example is one of these documents.

    A word that other sites use as well comes back if it is still hot.
    """
    HotWord.objects.filter(example_id__in=ids).delete()


def _change_rules(words: KeywordList, rules: HotRules, who: str) -> None:
    before = rules_of(words)
    ListRules.objects.update_or_create(keyword_list=words, defaults={"values": asdict(rules)})
    record_change(who, "change", words, before=_values(before), after=_values(rules))
    _chosen(words, ())


def _values(rules: HotRules) -> dict[str, object]:
    """Return the rules as the audit log shows them: beside the list's own fields."""
    return {f"hot_{name}": value for name, value in asdict(rules).items()}


def _chosen(words: KeywordList, terms: Sequence[HotTerm]) -> WordChoice:
    """Choose among the terms for a list that is locked, and store the choice."""
    now, rules = database_now(), rules_of(words)
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
