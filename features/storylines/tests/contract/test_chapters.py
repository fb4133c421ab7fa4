"""Storylines on both databases: which stories become chapters, and what a kill leaves."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from features.storylines.tests.samples import (
    ARREST,
    NOW,
    QUAKE,
    TERMS,
    TOLL,
    forget_storylines,
    keep,
)
from storage.keys import url_key
from storage.settings import Settings
from watch.stores import Stores


@pytest.fixture
def stores(configuration_url: str, tmp_path: Path) -> Iterator[Stores]:
    from features.stories.tests.samples import forget_stories

    forget_stories()
    forget_storylines()
    opened = Stores(Settings(home=tmp_path, database_url=configuration_url))
    yield opened
    opened.close()


def run(stores: Stores, *, parts: int | None = None) -> int:
    """Let a new process do a pass, or only so many parts of it; return how many it did."""
    from features.storylines.chapters import ChapterLoop

    done = 0
    for _part in ChapterLoop(stores).parts(NOW):
        done += 1
        if done == parts:
            break
    return done


def storylines() -> list[list[str]]:
    """Return the headlines of the chapters of each storyline, in the order of their times."""
    from features.stories.public import Story
    from features.storylines.models import Chapter

    titles = dict(Story.objects.values_list("id", "title"))
    found: dict[str, list[str]] = {}
    for each in Chapter.objects.order_by("first"):
        found.setdefault(each.storyline, []).append(titles[each.story])
    return list(found.values())


def lines() -> list[tuple[Any, ...]]:
    from features.storylines.models import ChapterLine

    rows = ChapterLine.objects.order_by("chapter", "kind", "place")
    return list(rows.values_list("chapter", "kind", "place", "value", "text"))


def test_stories_of_one_matter_become_chapters_with_what_is_new_and_what_changed(
    stores: Stores,
) -> None:
    keep(stores, "quake", QUAKE, 20)
    [toll, _other] = keep(stores, "toll", TOLL, 13)
    keep(stores, "arrest", ARREST, 4)
    keep(stores, "other", "Bank fails", 5, vector={"bank": 1.0, "fail": 0.5}, names=[])
    run(stores)
    assert sorted(storylines()) == sorted([[QUAKE, TOLL, ARREST], ["Bank fails"]])
    changed = {
        kind: value for chapter, kind, _, value, _ in lines() if chapter == toll.id and value
    }
    assert changed == {"before": "12", "after": "35"}
    assert "found 4 families" in str([line for line in lines() if line[:2] == (toll.id, "new")])


def test_a_second_pass_changes_nothing(stores: Stores) -> None:
    keep(stores, "quake", QUAKE, 20)
    keep(stores, "toll", TOLL, 13)
    run(stores)
    before = storylines(), lines()
    assert lines()
    assert run(stores) == 1, "it reads what the stories are recognised by, and writes nothing"
    assert (storylines(), lines()) == before


def test_whatever_a_kill_leaves_the_next_pass_finishes(stores: Stores) -> None:
    for name, title, days in (("quake", QUAKE, 20), ("toll", TOLL, 13), ("arrest", ARREST, 4)):
        keep(stores, name, title, days)
    whole = run(stores)
    expected = storylines(), lines()
    assert whole > 3
    for parts in range(1, whole):
        forget_storylines()
        run(stores, parts=parts)
        run(stores)
        assert (storylines(), lines()) == expected


def test_lines_are_replaced_whole_or_not_at_all(
    stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    from features.storylines.models import Chapter, ChapterLine

    keep(stores, "quake", QUAKE, 20)
    keep(stores, "toll", TOLL, 13)
    run(stores)
    expected = lines()
    Chapter.objects.update(documents=0)

    def die(*_args: object, **_options: object) -> None:
        raise MemoryError

    with monkeypatch.context() as patched:
        patched.setattr(type(ChapterLine.objects), "bulk_create", die)
        with pytest.raises(MemoryError):
            run(stores)
    assert lines() == expected
    assert set(Chapter.objects.values_list("documents", flat=True)) == {0}, (
        "they are compared again"
    )
    run(stores)
    assert lines() == expected


def test_a_story_waits_until_it_is_quiet_or_a_day_old(stores: Stores) -> None:
    keep(stores, "quake", QUAKE, 20)
    keep(stores, "new", TOLL, 0.2)
    run(stores)
    assert storylines() == [[QUAKE]]
    keep(stores, "old", ARREST, 1.1, last=NOW)
    run(stores)
    assert storylines() == [[QUAKE, ARREST]]


def test_a_story_of_one_site_is_no_chapter(stores: Stores) -> None:
    from features.stories.tests.samples import move_report

    keep(stores, "quake", QUAKE, 20)
    [first, second] = keep(stores, "toll", TOLL, 13)
    move_report(second.id, first.site)
    run(stores)
    assert storylines() == [[QUAKE]]


def test_a_story_that_became_part_of_another_is_one_chapter(stores: Stores) -> None:
    from features.stories.public import Story
    from features.storylines.models import Chapter

    [first, _] = keep(stores, "quake", QUAKE, 20)
    [second, _] = keep(stores, "toll", TOLL, 13)
    [third, _] = keep(stores, "arrest", ARREST, 4)
    run(stores)
    storyline = Chapter.objects.get(story=third.id).storyline
    Story.objects.filter(pk=second.id).update(merged_into=third.id, documents=0)
    run(stores)
    assert storylines() == [[QUAKE, ARREST]]
    [larger, _] = keep(stores, "larger", "Corvane after the earthquake", 3)
    Story.objects.filter(pk=third.id).update(merged_into=larger.id, documents=0)
    run(stores)
    assert storylines() == [[QUAKE, "Corvane after the earthquake"]]
    assert set(Chapter.objects.values_list("storyline", flat=True)) == {storyline, first.id}


def test_stories_that_are_built_again_are_the_same_chapters(stores: Stores) -> None:
    """``newsloom stories --rebuild`` deletes all stories first."""
    from features.stories.tests.samples import forget_stories

    keep(stores, "quake", QUAKE, 20)
    keep(stores, "toll", TOLL, 13)
    run(stores)
    before = storylines(), lines()
    forget_stories()
    run(stores)
    assert (storylines(), lines()) == ([], [])
    keep(stores, "quake", QUAKE, 20)
    keep(stores, "toll", TOLL, 13)
    run(stores)
    assert (storylines(), lines()) == before


def test_a_story_in_several_languages_is_recognised_by_any_of_them(stores: Stores) -> None:
    from features.stories.public import Story

    [told, _] = keep(stores, "quake", QUAKE, 20)
    later = "科尔瓦内地震死亡人数上升"
    chinese: dict[str, Any] = {
        "lang": "zh",
        "names": [["玛尔塔", "person"]],
        "vector": {"科尔瓦内": 1.0, "玛尔塔": 0.9, "地震": 0.5},
    }
    [other, _] = keep(stores, "zh", "科尔瓦内地震", 20, **chinese)
    Story.objects.filter(pk=other.id).update(same_as=told.id)
    keep(stores, "later", later, 10, **chinese)
    run(stores)
    assert storylines() == [[QUAKE, later]]


def test_stories_in_five_languages_and_names_with_quotation_marks(stores: Stores) -> None:
    """Nothing is told of reports in languages that are not compared, and nothing fails."""
    titles = {
        "ja": "「コルバネ」で地震",
        "ar": "زلزال «كورفان»",
        "ru": "Землетрясение в «Корване»",
        "fr": "Séisme à « Corvane » : l'émoi",
        "xx": "\"Corvane\" 'quake' \\ %s {}",
    }
    for place, (lang, title) in enumerate(titles.items()):
        names = [['Marta "La Jefa" Hellin', "person"], ["O'Neill's \\ Guard", "org"]]
        keep(None, lang, title, 25 - 4 * place, lang=lang, vector=TERMS, names=names)
    run(stores)
    assert storylines() == [list(titles.values())]
    assert lines() == []


def test_erased_documents_leave_their_lines(stores: Stores) -> None:
    from features.storylines.models import ChapterLine
    from features.storylines.store import count_lines, erase_lines

    keep(stores, "quake", QUAKE, 20)
    keep(stores, "toll", TOLL, 13)
    run(stores)
    quoting = ChapterLine.objects.get(kind="before").document
    assert count_lines([quoting]) == erase_lines([quoting]) > 0
    assert not ChapterLine.objects.filter(document=quoting).exists()
    assert not ChapterLine.objects.filter(kind__in=("before", "after")).exists(), "both its sides"
    assert count_lines([quoting]) == erase_lines([quoting]) == 0


def test_a_chapter_that_grows_lets_the_next_one_be_compared_again(stores: Stores) -> None:
    """What is new in it is what no report of the chapter before has."""
    from features.stories.tests.samples import add_report

    [quake, _] = keep(stores, "quake", QUAKE, 20)
    [toll, _] = keep(stores, "toll", TOLL, 13)
    run(stores)
    new = [text for chapter, kind, _, _, text in lines() if (chapter, kind) == (toll.id, "new")]
    assert any("found 4 families" in each for each in new)
    late = replace(quake, id=url_key("https://late.example/"), site="late.example", content=new[0])
    stores.documents().write([late])
    add_report(quake.id, late)
    run(stores)
    run(stores)
    assert (toll.id, "new", new[0]) not in [(*each[:2], each[4]) for each in lines()]


def test_a_story_that_is_told_more_often_in_another_language_is_read_once(stores: Stores) -> None:
    from features.stories.public import Story
    from features.storylines.chapters import ChapterLoop

    [quake, _] = keep(stores, "quake", QUAKE, 20)
    [german, _] = keep(stores, "beben", "Beben in Corvane", 20, lang="de", same_as=quake.id)
    Story.objects.filter(pk=german.id).update(documents=9)
    loop = ChapterLoop(stores)
    assert list(loop.parts(NOW))
    assert not list(loop.parts(NOW + timedelta(minutes=2)))


def test_a_story_that_is_made_again_on_more_sites_is_looked_at_again(stores: Stores) -> None:
    """Without this, what is known of stories that are gone would also grow for ever."""
    from features.stories.tests.samples import forget_stories, move_report
    from features.storylines.chapters import ChapterLoop

    loop = ChapterLoop(stores)
    [first, second] = keep(stores, "quake", QUAKE, 20)
    move_report(second.id, first.site)
    for minutes in (0, 2):
        list(loop.parts(NOW + timedelta(minutes=minutes)))
        forget_stories()
    keep(stores, "quake", QUAKE, 20)
    for minutes in (4, 6):
        list(loop.parts(NOW + timedelta(minutes=minutes)))
    assert storylines() == [[QUAKE]]


def test_a_story_waits_while_reports_of_days_ago_are_found(stores: Stores) -> None:
    """The later one may be found first, and would begin a storyline of its own."""
    from features.stories.public import Story
    from features.storylines.chapters import ChapterLoop

    loop = ChapterLoop(stores)
    list(loop.parts(NOW))
    [toll, _] = keep(stores, "toll", TOLL, 13)
    list(loop.parts(NOW + timedelta(minutes=2)))
    assert storylines() == []
    keep(stores, "quake", QUAKE, 20)
    Story.objects.filter(pk=toll.id).update(documents=9)
    list(loop.parts(NOW + timedelta(minutes=4)))
    assert storylines() == []
    list(loop.parts(NOW + timedelta(minutes=6)))
    assert storylines() == [[QUAKE, TOLL]]
