"""Lines of a story that were false, or missing, on texts that nobody had seen: each kind once."""

import random
from collections import Counter
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from features.stories.statements import conflicts, grouping
from features.stories.statements.comparison import MAX_VOICES, ReportComparison, compare
from features.stories.statements.figures import Figure, agree
from features.stories.statements.likenesses import Likenesses, likenesses_of
from features.stories.statements.reports import Report, sentence_key
from features.stories.tests.test_statements import START, chinese, report, values

POWER = (
    "The storm cut power to {},000 customers across the northern counties, the grid operator said."
)
MADE_UP = [a + b + c for a in ("bra", "kel", "nor", "tis") for b in "aeiou" for c in ("dun", "mer")]


def sites(found: ReportComparison) -> list[int]:
    return [len(each.sites) for each in found.told_by_many]


def stormy(number: int, counted: int, others: int) -> Report:
    """Return a report with a sentence that all have, at any place among others of its own."""
    rng = random.Random(number)
    told = [" ".join(rng.choices(MADE_UP, k=8)).capitalize() + "." for _ in range(others)]
    told.insert(rng.randint(0, others), POWER.format(counted))
    text = " ".join(told)
    return report(f"s{number}", text, number / 60, title=" ".join(rng.choices(MADE_UP, k=5)))


@settings(max_examples=25, deadline=None)
@given(st.integers(3, MAX_VOICES), st.integers(0, 20))
def test_what_all_reports_say_in_the_same_words_is_one_line_however_many_they_are(
    count: int, others: int
) -> None:
    found = compare([stormy(number, 331, others) for number in range(count)])
    assert [len(each.sites) for each in found.told_by_many if "power" in each.quote.text] == [count]
    assert found.in_conflict == ()


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 20), st.integers(2, 20), st.integers(0, 20))
def test_two_numbers_in_the_same_words_are_one_conflict_however_many_reports_have_them(
    first: int, second: int, others: int
) -> None:
    numbers = [331] * first + [414] * second
    found = compare([stormy(place, each, others) for place, each in enumerate(numbers)])
    [conflict] = found.in_conflict
    assert [len(claim.quotes) for claim in conflict.claims] == [first, second]
    assert not [each for each in found.told_by_many if "power" in each.quote.text]


def test_a_story_of_hundreds_of_reports_that_say_one_thing_is_compared_in_bounded_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    steps = Counter[str]()

    def counting(one: Figure, other: Figure) -> bool:
        steps["compared"] += 1
        return agree(one, other)

    monkeypatch.setattr(conflicts, "agree", counting)
    monkeypatch.setattr(grouping, "agree", counting)
    sentence = "Some {} sailors of the flour mill in Northgate came to the harbour on Monday. "
    texts = ["".join(sentence.format(30 * site + n) for n in range(25)) for site in range(300)]
    found = compare([report(f"s{site}", text, site / 60) for site, text in enumerate(texts)])
    assert (found.voices, found.compared) == (300, MAX_VOICES)
    # Any two of the thousand sentences with other numbers would be 499,500.
    assert steps["compared"] < 100_000


def test_titles_take_part_in_what_several_sites_tell() -> None:
    said = "Ministers close the Northgate flour mill for good"
    found = compare(
        [
            report("a", "Reporters wait at the gate.", title=said),
            report("b", f"{said}, the town council said.", title="Flour mill of Northgate"),
        ]
    )
    assert sites(found) == [2]
    assert not found.told_by_many[0].quote.in_title


def test_a_title_alone_is_no_line() -> None:
    said = "Ministers close the Northgate flour mill for good"
    told = [report("a", "Reporters wait at the gate.", title=said), report("b", "", title=said)]
    assert not compare(told).has_lines


QUAKE = "The earthquake in Northgate killed three people and shut its harbour."


@pytest.mark.parametrize(
    "other",
    [
        "The earthquake in Northgate comes after the quake of September that killed 40 people.",
        "The earthquake in Northgate recalls that of 3 August, which killed 40 people.",
        "Five people died in prior earthquakes in Northgate.",
    ],
)
def test_a_number_of_another_event_is_no_conflict(other: str) -> None:
    assert compare([report("a", QUAKE), report("b", other, 0.1)]).in_conflict == ()


def test_a_number_of_the_month_of_the_report_is_one() -> None:
    other = "The earthquake in Northgate on 2 November killed five people."
    found = compare([report("a", QUAKE), report("b", other, 0.1)])
    assert values(found) == [("dead", False, ["three", "five"])]


@pytest.mark.parametrize(
    ("title", "is_of_event"),
    [
        ("The lantern festival 2024 in Gorsehill", True),
        ("The best lantern festival in Gorsehill since 2024", False),
        ("The lantern festival in Gorsehill", False),
    ],
)
def test_a_year_is_that_of_the_event_if_its_titles_name_it(title: str, is_of_event: bool) -> None:
    said = "Lydia Moor opened the lantern festival of 2024 in Gorsehill; {} thousand lanterns rose."
    told = [
        report(site, said.format(number), place / 10, title=title)
        for place, (site, number) in enumerate([("a", 331), ("b", 331), ("c", 414)])
    ]
    found = [(head, claims) for head, _, claims in values(compare(told))]
    assert found == ([("lantern", ["331 thousand", "414 thousand"])] if is_of_event else [])


@pytest.mark.parametrize(
    ("title", "is_of_event"), [("安宁市2024年地震", True), ("安宁市地震", False)]
)
def test_a_year_in_a_chinese_title_is_that_of_the_event(title: str, is_of_event: bool) -> None:
    said = "安宁市2024年地震造成{}人死亡。"
    told = [
        chinese(site, said.format(number), place / 10, title=title)
        for place, (site, number) in enumerate([("a", 3), ("b", 3), ("c", 40)])
    ]
    assert bool(compare(told).in_conflict) is is_of_event


@pytest.mark.parametrize(("numbers", "is_one"), [((3, 5, 8), True), ((3, 5, 8, 12), False)])
def test_where_each_report_has_a_number_of_its_own_they_count_many_things(
    numbers: tuple[int, ...], is_one: bool
) -> None:
    said = "The children of Northgate painted {} pictures of the harbour for the hall of the town."
    told = [
        report(f"s{number}", said.format(number), place / 20)
        for place, number in enumerate(numbers)
    ]
    assert bool(compare(told).in_conflict) is is_one


def test_what_chinese_measure_words_count_is_compared_and_years_are_not() -> None:
    said = "丁慧桂在石桥区磨坊街为{}年灯会揭幕，{}万盏花灯升空。"
    told = [
        chinese(site, said.format(year, number), place / 10, title=f"石桥区{year}年灯会开幕")
        for place, (site, year, number) in enumerate(
            [("a", 2024, 774), ("b", 2024, 774), ("c", 2024, 968), ("d", 2022, 774)]
        )
    ]
    [(_, _, claims)] = values(compare(told))
    assert [each.removesuffix("盏") for each in claims] == ["774万", "968万"]


def test_prior_arrests_are_none_of_the_event() -> None:
    told = "Police arrested two people after the robbery in Northgate."
    other = "The man held after the robbery in Northgate had four prior arrests, police said."
    assert compare([report("a", told), report("b", other, 0.1)]).in_conflict == ()


def test_numbers_of_another_event_are_left_out_in_chinese_too() -> None:
    told = chinese("a", "安宁市周一发生地震，造成3人死亡。")
    for other in (
        "安宁市9月的地震曾造成40人死亡。",
        "安宁市上次地震造成40人死亡。",
    ):
        assert compare([told, chinese("b", other, 0.1)]).in_conflict == ()


@pytest.mark.parametrize(
    "form",
    [
        "An earthquake with a strength of {} shook Northgate early on Monday.",
        "A quake measuring {} shook Northgate early on Monday.",
        "A {} earthquake shook Northgate early on Monday.",
        "An earthquake of magnitude {} shook Northgate early on Monday.",
    ],
)
def test_two_strengths_are_in_conflict(form: str) -> None:
    found = compare([report("a", form.format(5.4)), report("b", form.format(5.7), 0.1)])
    assert values(found) == [("magnitude", False, ["5.4", "5.7"])]


def test_two_strengths_are_in_conflict_in_chinese() -> None:
    form = "周一凌晨安宁市地震强度为{}级，多人被惊醒。"
    found = compare([chinese("a", form.format(5.4)), chinese("b", form.format(5.7), 0.1)])
    assert values(found) == [("magnitude", False, ["5.4", "5.7"])]


def test_the_strength_of_an_aftershock_is_another_one() -> None:
    told = "An earthquake of magnitude 5.4 shook Northgate early on Monday."
    other = "An aftershock of magnitude 4.1 shook Northgate early on Monday."
    assert compare([report("a", told), report("b", other, 0.1)]).in_conflict == ()


BRIDGE = "The new bridge over the Tarn in Northgate opens to traffic on {}."


def test_two_weekdays_are_in_conflict() -> None:
    told = [report("a", BRIDGE.format("Friday")), report("b", BRIDGE.format("Sunday"), 0.1)]
    assert values(compare(told)) == [("weekday", False, ["Friday", "Sunday"])]
    form = "安宁市新大桥将于{}正式通车。"
    told = [chinese("a", form.format("周五")), chinese("b", form.format("星期日"), 0.1)]
    assert values(compare(told)) == [("weekday", False, ["周五", "星期日"])]


def test_the_weekday_of_a_statement_is_none_of_the_event() -> None:
    form = "The new bridge over the Tarn in Northgate opens soon, the mayor said on {}."
    found = compare([report("a", form.format("Friday")), report("b", form.format("Sunday"), 0.1)])
    assert found.in_conflict == ()
    assert sites(found) == [2]


KIN = "The mayor's daughter, {}, opened the new bridge over the Tarn in Northgate."


def test_two_people_in_one_place_are_in_conflict_though_they_share_a_name() -> None:
    found = compare(
        [report("a", KIN.format("Ann Moor")), report("b", KIN.format("Rose Moor"), 0.1)]
    )
    assert values(found) == [("daughter", False, ["Ann Moor", "Rose Moor"])]
    assert found.told_by_many == ()
    told = [
        chinese("a", "市长的女儿王秀英周一为安宁市新大桥剪彩。", people=("王秀英",)),
        chinese("b", "市长的女儿王海燕周一为安宁市新大桥剪彩。", 0.1, people=("王海燕",)),
    ]
    assert values(compare(told)) == [("女儿", False, ["王秀英", "王海燕"])]


@pytest.mark.parametrize("other", ["A. Moor", "Anna Moor", "Joanne Moor"])
def test_one_name_in_two_spellings_is_no_conflict(other: str) -> None:
    found = compare([report("a", KIN.format("Ann Moor")), report("b", KIN.format(other), 0.1)])
    assert found.in_conflict == ()


def test_three_numbers_of_three_reports_are_one_conflict() -> None:
    form = "The flood in Northgate damaged {} houses near the river, the council said."
    told = [report(f"s{n}", form.format(120 + 30 * n), n / 10) for n in range(3)]
    assert values(compare(told)) == [("house", False, ["120", "150", "180"])]


def test_a_number_in_common_does_not_make_up_for_another_one() -> None:
    form = "The flood in Northgate moved 3 barges and damaged {} of the wooden sheds by night."
    found = compare([report("a", form.format(120)), report("b", form.format(900), 0.1)])
    assert found.told_by_many == ()


def test_a_negation_is_not_what_the_others_say() -> None:
    told = "The council of Northgate will close the flour mill near the river."
    other = "The council of Northgate will not close the mill near the river in the end."
    assert compare([report("a", told), report("b", other, 0.1)]).told_by_many == ()
    told, other = "安宁市政府决定关闭河边的面粉厂。", "安宁市政府决定不会关闭河边的老面粉厂。"
    assert compare([chinese("a", told), chinese("b", other, 0.1)]).told_by_many == ()


def test_a_month_speaks_against_another_one() -> None:
    form = "The new bridge over the Tarn in Northgate will open to all traffic in {}."
    told = [report("a", form.format("May")), report("b", form.format("June"), 0.1)]
    assert compare(told).told_by_many == ()
    form = "安宁市新大桥将于{}正式通车。"
    told = [chinese("a", form.format("5月")), chinese("b", form.format("6月"), 0.1)]
    assert compare(told).told_by_many == ()


def test_what_only_leads_over_to_the_next_sentence_is_no_line() -> None:
    told = "The mayor of Northgate, who closed the flour mill by the river, added:"
    said = compare([report("a", f"{told}\nNo."), report("b", f"{told}\nYes.", 0.1)], since=START)
    assert not said.has_lines


def test_what_several_sites_tell_is_said_once() -> None:
    short = "The council of Northgate closed the flour mill."
    long = (
        f"{short[:-1]}, of which brick halls, silos, sheds, cranes, offices and gardens had stood "
        "empty since its owner moved to a larger town by the sea."
    )
    told = [report("a", short), report("b", short, 0.1), report("c", long, 0.2)]
    found = compare([*told, report("d", long, 0.3)])
    assert sites(found) == [2]


TOLD = "A blast at a flour mill in Northgate killed three people on Monday."
FINED = "The flour mill in Northgate paid a fine of 12,000 crowns after a blast in its silo."


def test_what_another_site_tells_in_other_words_is_neither_new_nor_of_one_site() -> None:
    other = (
        "After a blast in a silo the flour mill of Northgate had to pay a fine of 11,900 crowns."
    )
    told = [report("a", f"{TOLD} {other}"), report("b", f"{TOLD} {FINED}", 9)]
    found = compare(told, since=START + timedelta(hours=2))
    assert (found.told_by_one, found.told_new) == ((), ())
    # Without the other one it is both.
    found = compare([report("a", TOLD), told[1]], since=START + timedelta(hours=2))
    assert [each.quote.text for each in found.told_by_one] == [FINED]
    assert [each.text for each in found.told_new or ()] == [FINED]


def test_vectors_tell_what_has_no_word_in_common() -> None:
    other = "Inspectors punished its owners with a penalty over dust beside stored grain."
    told = [report("a", f"{TOLD} {other}"), report("b", f"{TOLD} {FINED}", 9)]
    near = {sentence_key(FINED): [1.0, 0.0], sentence_key(other): [0.8, 0.6]}
    far = {sentence_key(FINED): [1.0, 0.0], sentence_key(other): [0.1, 0.995]}
    assert not compare(told, None, vectors(near)).told_by_one
    assert [each.quote.text for each in compare(told, None, vectors(far)).told_by_one] == [FINED]


def vectors(rows: dict[str, list[float]]) -> Likenesses:
    import numpy as np

    return likenesses_of([{key: np.array(row) for key, row in rows.items()}], floor=0.35)


def test_new_lines_are_of_now_first_and_two_a_report_at_most() -> None:
    before = "The flour mill in Northgate was founded by 26 farmers, whom Otto Weller led."
    arrested = "Police in Northgate arrested Otto Weller, who owns the flour mill."
    shut = "Harbour pilots refused to guide 14 barges past the ruined mill in Northgate."
    paid = "Insurers will pay 90 million crowns to whoever lived beside the mill in Northgate."
    text = " ".join((before, arrested, shut, paid))
    found = compare([report("a", TOLD), report("b", f"{TOLD} {text}", 9)], since=START)
    assert [each.text for each in found.told_new or ()] == [arrested, shut]
    found = compare([report("a", TOLD), report("b", f"{before} {shut}", 9)], since=START)
    assert [each.text for each in found.told_new or ()] == [shut, before]


def test_a_text_that_was_found_before_as_a_copy_is_not_new() -> None:
    text = f"{TOLD} {FINED}"
    late = report("b", text, 1, copy_id="c", found=START + timedelta(hours=9))
    early = report("c", text, 2, copy_id="c", found=START + timedelta(hours=1))
    since = START + timedelta(hours=4)
    assert compare([report("a", TOLD), late, early], since=since).told_new == ()
    assert compare([report("a", TOLD), late], since=since).told_new != ()
