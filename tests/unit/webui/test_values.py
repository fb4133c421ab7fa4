"""What pages are made of, without a page: charts, forms, addresses, marks, catalogue."""

from datetime import UTC, date, datetime
from typing import Literal

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from storage.documents.port import Fragment, Sort
from storage.outcomes import Outcome, OutcomeGroup
from watch import labels as watch_labels
from watch.sources.source_health import SourceState

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
DAYS = st.dates(date(1995, 1, 1), date(2026, 12, 31))


@given(st.lists(st.integers(0, 10**9), max_size=50))
def test_columns_stay_inside_the_chart(counts: list[int]) -> None:
    from webui.charts.columns import columns

    for column, count in zip(columns(counts), counts, strict=True):
        assert 0 <= float(column.x) <= float(column.x) + float(column.width) <= 1000.01
        assert float(column.y) + float(column.height) == pytest.approx(100, abs=0.02)
        assert (float(column.height) > 0) == (count > 0)


OUTCOMES = st.dictionaries(
    st.sampled_from([*map(str, Outcome), "unheard_of"]), st.integers(0, 10**6), max_size=8
)


@given(st.dictionaries(st.text(max_size=5), OUTCOMES, max_size=15))
def test_bars_count_every_page_once_and_fit(outcomes: dict[str, dict[str, int]]) -> None:
    from webui.charts.bars import bars
    from webui.labels import group_counts

    drawn = bars({name: group_counts(counts) for name, counts in outcomes.items()}, 10)
    assert len(drawn) <= 10
    totals = [sum(bar.counts.values()) for bar in drawn]
    assert totals == sorted(totals, reverse=True)
    for bar, total in zip(drawn, totals, strict=True):
        assert total == sum(outcomes[bar.name].values())
        assert sum(float(segment.width) for segment in bar.segments) <= 1000.1


@st.composite
def fragments(draw: st.DrawFn) -> Fragment:
    text = draw(st.text(alphabet="ab<>&\"'中文😀", max_size=30))
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=6)))
    if len(cuts) % 2:
        cuts.pop()
    return Fragment(text=text, marks=tuple(zip(cuts[::2], cuts[1::2], strict=True)))


@given(fragments())
def test_marks_change_no_text_and_let_no_markup_through(fragment: Fragment) -> None:
    import html
    import re

    from webui.templatetags.newsloom import marked

    shown = marked(fragment)
    assert html.unescape(shown.replace("<mark>", "").replace("</mark>", "")) == fragment.text
    assert re.findall(r"<(?!/?mark>)", shown) == []
    assert [html.unescape(each) for each in re.findall("<mark>(.*?)</mark>", shown, re.DOTALL)] == [
        fragment.text[start:end] for start, end in fragment.marks
    ]


def test_a_time_span_is_read_as_people_write_it() -> None:
    from storage.database.sources.cells import read_cell
    from webui.sources.forms.fields import TimeSpanField

    for text, seconds in (
        ("2m", 120),
        ("2 min", 120),
        ("2 minutes", 120),
        ("1 Hour", 3600),
        ("90 secs", 90),
        ("1 day", 86400),
        ("15 分钟", 900),
        ("2小时", 7200),
    ):
        assert TimeSpanField().clean(text) == read_cell("interval_seconds", text) == seconds


@given(st.integers(0, 10**7))
def test_a_time_span_is_read_as_it_is_written(seconds: int) -> None:
    from webui.sources.forms.fields import TimeSpanField, time_span

    assert TimeSpanField().clean(time_span(seconds)) == seconds


VALUES = st.text(
    alphabet=st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=20
).map(str.strip)
PAIRS = st.lists(
    st.tuples(st.sampled_from(["source", "site", "channel", "lang", "kind", "tag"]), VALUES),
    max_size=6,
)


@given(
    VALUES,
    PAIRS,
    st.sampled_from(["", "2026-11", "2026-11-21T08:00", "-3h"]),
    st.sampled_from(["", "time", "relevance"]),
)
def test_an_address_means_the_same_when_it_is_read_again(
    text: str, pairs: list[tuple[str, str]], after: str, order: Sort | Literal[""]
) -> None:
    from storage.database.searches.search import clean_choice
    from webui.search.params import SearchParams

    chosen = tuple(
        dict.fromkeys((name, clean_choice(name, value)) for name, value in pairs if value)
    )
    params = SearchParams(text=text, chosen=chosen, after=after, sort=order)
    further = params.following("second").following("next")
    again = SearchParams.read(QueryDict(further.address[1:]))
    assert (again.cursor, again.earlier, again.page) == ("next", ("second",), 3)
    assert (again.text, set(again.chosen), again.after, again.sort) == (
        text,
        set(chosen),
        after,
        order,
    )
    for name, value in chosen:
        without = SearchParams.read(QueryDict(again.toggled(name, value)[1:]))
        assert set(without.chosen) == set(chosen) - {(name, value)}
        assert without.cursor == ""


def test_every_code_has_words() -> None:
    from scheduler.queue.tubes import all_tubes
    from storage.channels import channel_names
    from storage.database.models import MessageWay
    from watch.labels import HEALTH, OUTCOMES
    from webui import labels

    assert set(OUTCOMES) == set(Outcome)
    assert set(labels.GROUPS) == set(OutcomeGroup)
    assert set(HEALTH) == set(SourceState)
    assert set(labels.MESSAGE_WAYS) == set(MessageWay)
    assert tuple(labels.channels()) == channel_names()
    assert set(watch_labels.tube_names()) == set(all_tubes())


def test_every_outcome_that_needs_action_has_advice() -> None:
    from webui.sources.advice import ADVICE

    as_it_should_be = {
        Outcome.STORED,
        Outcome.CHANGED,
        Outcome.UNCHANGED,
        Outcome.LISTED,
        Outcome.NOT_MODIFIED,
        Outcome.DUPLICATE,
        Outcome.DELETED,
    }
    assert set(ADVICE) == set(Outcome) - as_it_should_be


_TOO_MANY = " ".join(f"a{number}" for number in range(100))
_WRONG = [
    '"',
    "(a",
    "a)",
    "((((((((a",
    "OR 1",
    "-",
    "NOT",
    "site:",
    "fo:o",
    "after:%s",
    "%?!",
    _TOO_MANY,
    "x" * 5_000,
]
_WRONG += ["h*rb", "h*", "a NEAR", "a NEAR/200 b", "a NEAR (b c)", "title:a NEAR b", "confidence:1"]


@pytest.mark.parametrize("text", _WRONG)
def test_what_is_wrong_with_a_query_is_said_in_chinese(text: str) -> None:
    import re

    from django.utils.translation import override

    from storage.documents.errors import QueryError
    from storage.documents.query import parse
    from webui.labels import query_problem

    with pytest.raises(QueryError) as caught:
        parse(text)
    english = str(caught.value)
    with override("zh-hans"):
        chinese = query_problem(caught.value)
    assert re.search("[一-鿿]", chinese)
    assert re.findall(r"[\d,]*\d", chinese) == re.findall(r"[\d,]*\d", english)


def test_every_text_is_translated() -> None:
    from webui.messages import rooms

    for place, path, catalog in ((room, *each) for room in rooms() for each in room.catalogues()):
        wanted = {(message.context, message.id) for message in place.collect() if message.id}
        found = {(message.context, message.id): message for message in catalog if message.id}
        missing = wanted - set(found)
        assert not missing, f"{path}: run `python -m webui.messages update` and translate"
        blank = [
            each.id
            for key, each in found.items()
            if key in wanted and not any(_strings(each.string))
        ]
        assert blank == []
        assert [each.id for each in found.values() if each.fuzzy] == []


def test_translations_keep_their_placeholders() -> None:
    import re

    from webui.messages import rooms

    for _path, catalog in (each for room in rooms() for each in room.catalogues()):
        for message in catalog:
            ids, strings = _strings(message.id), _strings(message.string)
            if ids[0]:
                placeholders = [
                    set(re.findall(r"%\(\w+\)[sd]|%s|\{\w+\}", text))
                    for text in (ids[-1], strings[0])
                ]
                assert placeholders[0] == placeholders[1], message.id


def _strings(value: str | list[str] | tuple[str, ...] | None) -> list[str]:
    return [value] if isinstance(value, str) else list(value or ())


@pytest.mark.usefixtures("django")
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_long_numbers_have_separators_in_every_language(language: str) -> None:
    from django.utils import translation
    from django.utils.formats import localize

    with translation.override(language):
        assert localize(1_234_567) == "1,234,567"
        assert localize(2018) == "2,018"
