"""What the reports of a story say: quotations, agreement, contradictions, updates, what is new."""

import re
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import groupby

import pytest

from fakeweb.events import reports
from features.stories.statements.comparison import ReportComparison, compare
from features.stories.statements.reports import Quote, Report, sentence_key
from features.stories.statements.sentences import find_sentence, sentences

START = datetime(2026, 11, 2, 8, tzinfo=UTC)


def report(site: str, text: str, hours: float = 0.0, **options: object) -> Report:
    at = START + timedelta(hours=hours)
    made = Report(
        id=f"{site}-{hours}",
        site=f"{site}.example",
        lang="en",
        title="",
        text=text,
        published=at,
        found=at,
    )
    return replace(made, **options)  # type: ignore[arg-type]


def chinese(site: str, text: str, hours: float = 0.0, **options: object) -> Report:
    return report(site, text, hours, **{"lang": "zh-hans", **options})


def quotes_of(found: ReportComparison) -> list[Quote]:
    return [
        *(quote for each in found.told_by_many for quote in (each.quote, *each.quotes)),
        *(quote for each in found.in_conflict for claim in each.claims for quote in claim.quotes),
        *(each.quote for each in found.told_by_one),
        *(found.told_new or ()),
    ]


def values(found: ReportComparison) -> list[tuple[str, bool, list[str]]]:
    return [
        (each.head, each.is_update, [claim.value for claim in each.claims])
        for each in found.in_conflict
    ]


def test_every_line_is_in_its_document_and_its_address_finds_it() -> None:
    lines = 0
    made = sorted(reports(120, seed=5), key=lambda each: each.event)
    for _event, told in groupby(made, lambda each: each.event):
        some = [
            report(each.site, each.content, each.hours, lang=each.lang, title=each.title)
            for each in told
        ]
        found = compare(some, since=START + timedelta(hours=60))
        for quote in quotes_of(found):
            lines += 1
            whole = quote.report.title if quote.in_title else quote.report.text
            assert quote.text
            assert quote.text in whole
            if not quote.in_title:
                place = find_sentence(whole, quote.report.lang, quote.key)
                assert place is not None
                assert whole[slice(*place)] == quote.text
            if quote.mark:
                assert 0 <= quote.mark[0] < quote.mark[1] <= len(quote.text)
    assert lines > 300


def test_sentences_end_at_full_stops_and_lines_but_not_after_abbreviations() -> None:
    text = "Mr. Smith met Dr. Jones at 3 p.m. on Monday. They spoke.\nA heading\n“Yes!” he said."
    found = [text[start:end] for start, end in sentences(text, "en")]
    assert found == [
        "Mr. Smith met Dr. Jones at 3 p.m. on Monday.",
        "They spoke.",
        "A heading",
        "“Yes!” he said.",
    ]
    text = "他说：“今天很好。”然后走了！真的吗？"
    found = [text[start:end] for start, end in sentences(text, "zh")]
    assert found == ["他说：“今天很好。”", "然后走了！", "真的吗？"]


def test_an_abbreviation_is_found_at_the_beginning_of_a_line_and_far_inside_it() -> None:
    text = f"Prof. Lee left. {'Nobody knows why he did so, ' * 9}says Prof. Lee. Supt. Ray agrees."
    found = [text[start:end] for start, end in sentences(text, "en")]
    assert [each[:5] for each in found] == ["Prof.", "Nobod", "Supt."]
    # A word that only ends like one.
    text = "He met the capt. Then he left.\nHe wore a cocapt. Then he left."
    found = [text[start:end] for start, end in sentences(text, "en")]
    assert [len(each.split()) for each in found] == [7, 4, 3]


def test_a_long_line_takes_no_longer_than_many_short_ones() -> None:
    told = "The harbour bridge was closed by the storm, the mayor said. " * 4_000
    dots = "." * 100_000 + "x"
    began = time.process_time()
    assert len(list(sentences(told, "en"))) == 4_000
    assert len(list(sentences(dots, "en"))) == 1
    assert time.process_time() - began < 5


def test_only_so_much_of_a_line_is_read_as_is_asked_for() -> None:
    told = "The harbour bridge was closed by the storm, the mayor said. " * 300_000
    began = time.process_time()
    assert next(sentences(told, "en")) == (0, 59)
    assert time.process_time() - began < 0.2


def test_a_sentence_has_the_same_key_in_every_spelling_of_white_space() -> None:
    assert sentence_key("Five  people\tdied.") == sentence_key(" Five people died. ")
    assert find_sentence("Five people died. All is well.", "en", sentence_key("No.")) is None


def test_two_tolls_at_the_same_time_contradict_each_other() -> None:
    found = compare(
        [
            report("a", "A blast at a flour mill in Northgate killed three people on Monday."),
            report("b", "Five people died in the blast at the mill in Northgate.", 0.2),
        ]
    )
    assert values(found) == [("dead", False, ["three", "Five"])]
    [conflict] = found.in_conflict
    assert conflict.claims[0].quotes[0].report.site == "a.example"


def test_a_toll_that_rises_later_is_an_update() -> None:
    found = compare(
        [
            report("a", "A blast at a flour mill in Northgate killed at least three people."),
            report("b", "The death toll of the mill blast in Northgate rose to five.", 5),
            report("c", "Rescuers said 7 people were killed in the mill blast in Northgate.", 9),
        ]
    )
    assert values(found) == [("dead", True, ["at least three", "five", "7"])]


@pytest.mark.parametrize(
    "other",
    [
        "At least two people died in the blast at the mill in Northgate.",
        "Three people died in the blast at the mill in Northgate, among them two children.",
        "A blast at the mill in Northgate in 2019 may have killed five people.",
        "The mill blast in Northgate injured five people, officials of the town said.",
        "The blast at the mill in Northgate killed another five people in a nearby house.",
        "The mill in Northgate had 5 million customers when the blast killed people.",
    ],
)
def test_what_can_be_true_as_well_is_no_conflict(other: str) -> None:
    first = "A blast at a flour mill in Northgate killed three people on Monday."
    assert compare([report("a", first), report("b", other, 0.2)]).in_conflict == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "Volunteers in Northgate packed 40 boxes of food after the mill blast in the town.",
            "Volunteers in Northgate packed 60 boxes of tools after the mill blast in the town.",
        ),
        (
            "At the mill in Northgate, Anna Weller found 12 bags of flour after the blast.",
            "At the mill in Northgate, Carl Brandt found 30 bags of flour after the blast.",
        ),
        (
            "The mill in Northgate sold for $400 million before the blast on Monday.",
            "The mill in Northgate sold for $399 million before the blast on Monday.",
        ),
    ],
)
def test_counts_of_two_things_and_rounded_ones_are_no_conflict(one: str, other: str) -> None:
    reports = [
        report("a", one, title="Mill blast in Northgate"),
        report("b", other, 0.2, title="Blast at mill in Northgate"),
    ]
    assert compare(reports).in_conflict == ()
    # With another number in the same sentence there is one.
    again = re.sub(r"\d+", lambda found: str(int(found[0]) * 2), one)
    assert len(compare([reports[0], replace(reports[1], text=again)]).in_conflict) == 1


def test_a_report_that_states_both_numbers_shows_that_they_are_two_things() -> None:
    found = compare(
        [
            report("a", "A blast at a flour mill in Northgate killed three people on Monday."),
            report("b", "Five people died in the blast at the mill in Northgate.", 0.2),
            report(
                "c",
                "Three people died in the blast at the mill in Northgate. "
                "With those in the street, five people died in Northgate.",
                0.3,
            ),
        ]
    )
    assert found.in_conflict == ()


def test_copies_of_a_text_are_one_voice() -> None:
    text = "A blast at a flour mill in Northgate killed three people on Monday."
    copies = [report(site, text, copy_id="same") for site in ("a", "b", "c")]
    assert compare(copies).told_by_many == ()
    other = report("d", "Monday's blast at the flour mill in Northgate killed three people.", 1)
    [agreed] = compare([*copies, other]).told_by_many
    assert agreed.sites == ("a.example", "d.example")


def test_what_one_site_alone_has_is_told_apart() -> None:
    text = "A blast at a flour mill in Northgate killed three people on Monday."
    alone = "The flour mill in Northgate paid a fine of 12,000 crowns after a blast in its silo."
    found = compare([report("a", text), report("b", f"{text} {alone}", 1)])
    assert [each.quote.text for each in found.told_by_one] == [alone]
    assert [each.first.site for each in found.told_by_many] == ["a.example"]


def test_only_what_no_earlier_report_says_is_new() -> None:
    text = "A blast at a flour mill in Northgate killed three people on Monday."
    added = "Police in Northgate arrested the owner of the flour mill on Tuesday."
    told = [report("a", text), report("b", f"{text} {added}", 9)]
    found = compare(told, since=START + timedelta(hours=2))
    assert [quote.text for quote in found.told_new or ()] == [added]
    assert compare(told, since=START + timedelta(hours=10)).told_new == ()
    assert compare(told).told_new is None


SENTENCED = "The court sentenced the banker to {} months in prison after the long trial."
SERVES = "The banker will serve the {} months in prison that the court gave after the trial."


def test_a_voice_that_repeats_a_value_is_quoted_once() -> None:
    often = "\n".join((SENTENCED.format(460), SENTENCED.format(460), SERVES.format(460)))
    found = compare(
        [
            report("a", often),
            report("b", often.replace("after", "at the end of"), 0.1),
            report("c", often.replace("460", "576"), 0.2),
        ]
    )
    [conflict] = found.in_conflict
    told = [[quote.report.site for quote in claim.quotes] for claim in conflict.claims]
    assert told == [["a.example", "b.example"], ["c.example"]]
    assert conflict.voices == 3


def test_who_states_two_values_testifies_to_neither() -> None:
    both = report("a", f"{SENTENCED.format(460)}\n{SENTENCED.format(576)}")
    other, third = report("b", SENTENCED.format(520), 0.1), report("c", SENTENCED.format(548), 0.2)
    assert compare([both, other]).in_conflict == ()
    # What others say against each other stays.
    [conflict] = compare([both, other, third]).in_conflict
    assert [claim.value for claim in conflict.claims] == ["520", "548"]
    assert [claim.sites for claim in conflict.claims] == [("b.example",), ("c.example",)]


def test_a_date_and_a_name_contradict_each_other_in_the_same_sentence() -> None:
    found = compare(
        [
            report("a", "The new bridge over the Tarn in Northgate will open to traffic on 5 May."),
            report("b", "The new bridge over the Tarn in Northgate opens to traffic on May 7.", 1),
        ]
    )
    assert values(found) == [("day", False, ["5 May", "May 7"])]
    found = compare(
        [
            report(
                "a",
                "Voters in Northgate chose Anna Weller as mayor; Anna Weller won by 300 ballots.",
                people=("Anna Weller",),
            ),
            report(
                "b",
                "Voters in Northgate chose a mayor: Carl Brandt won by 300 ballots.",
                1,
                people=("Carl Brandt",),
            ),
        ]
    )
    [(_head, is_update, names)] = values(found)
    assert (is_update, names) == (False, ["Anna Weller", "Carl Brandt"])


def test_chinese_reports_are_compared_in_both_scripts() -> None:
    found = compare(
        [
            chinese("a", "安宁市一家面粉厂周一发生爆炸，造成3人死亡、12人受伤。"),
            chinese("b", "安宁市面粉厂爆炸事故已致五人遇难，12人受伤。", 0.2),
            chinese("c", "安寧市麵粉廠爆炸造成5人死亡。", 0.3, lang="zh-hant"),
        ]
    )
    [conflict] = found.in_conflict
    assert (conflict.head, conflict.is_update) == ("dead", False)
    assert [len(claim.quotes) for claim in conflict.claims] == [1, 2]
    found = compare(
        [
            chinese("a", "安宁市一家面粉厂周一发生爆炸，造成3人死亡。"),
            chinese("b", "安宁市面粉厂爆炸死亡人数升至5人。", 6),
        ]
    )
    assert values(found) == [("dead", True, ["3人", "5人"])]


def test_other_languages_have_no_lists() -> None:
    text = "Eine Explosion in einer Mühle in Nordheim hat am Montag drei Menschen getötet."
    found = compare([report("a", text, lang="de"), report("b", text, 1, lang="de")], since=START)
    assert not found.has_lines


def test_a_large_story_is_compared_in_part() -> None:
    text = "A blast at a flour mill in Northgate killed three people on Monday."
    found = compare([report(f"s{number}", text, number / 10) for number in range(60)])
    assert found.compared < found.voices == 60
