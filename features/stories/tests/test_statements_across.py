"""Which lines of two languages say the same, with made-up likenesses."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from importlib.util import find_spec

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from features.stories.statements.across import (
    MIN_GAP,
    MIN_KEPT,
    MIN_LIKENESS,
    near_lines,
    same_lines,
)
from features.stories.statements.comparison import ReportComparison, compare
from features.stories.statements.likenesses import NOT_COMPARED, Likenesses, likenesses_of
from features.stories.statements.reports import Quote, Report, sentence_key
from features.stories.statements.statement import Statement, statements_of

AT = datetime(2026, 11, 2, tzinfo=UTC)


def report(name: str, lang: str, title: str, *sentences: str, hours: int = 0) -> Report:
    return Report(
        id=name,
        site=f"{name}.example",
        lang=lang,
        title=title,
        text="\n".join(sentences),
        published=AT + timedelta(hours=hours),
        found=AT + timedelta(hours=hours),
    )


def line(lang: str, *texts: str, people: tuple[str, ...] = ()) -> list[Statement]:
    """Return a line whose sentences are in reports of their own, which name these people."""
    made = (replace(report(text, lang, "", text), people=people) for text in texts)
    return [statements_of(each)[1] for each in made]


def key(some: list[Statement], at: int = 0) -> str:
    return some[at].quote.key


ONE, TWO = line("en", "The old bridge is closed."), line("en", "Buses take a detour.")
YI, ER = line("zh", "大桥已经关闭。"), line("zh", "公交车绕行。")


def joined(
    lines: list[list[Statement]],
    others: list[list[Statement]],
    likenesses: dict[tuple[str, str], float],
) -> list[tuple[int, int]]:
    return same_lines(near_lines(lines, others, likenesses))


def test_the_nearest_lines_go_together() -> None:
    likenesses = {
        (key(ONE), key(YI)): 0.4,
        (key(ONE), key(ER)): 0.15,
        (key(TWO), key(ER)): 0.25,
    }
    assert joined([ONE, TWO], [YI, ER], likenesses) == [(0, 0), (1, 1)]


def test_a_rival_that_is_nearly_as_near_keeps_lines_apart() -> None:
    likenesses = {(key(ONE), key(YI)): 0.4, (key(TWO), key(YI)): 0.37}
    assert joined([ONE, TWO], [YI], likenesses) == []


def test_lines_that_are_little_alike_stay_apart() -> None:
    assert joined([ONE], [YI], {(key(ONE), key(YI)): MIN_LIKENESS - 0.01}) == []


def test_a_line_is_as_near_as_its_nearest_sentence() -> None:
    both = line("en", "The old bridge is closed.", "Nobody may use the bridge.")
    likenesses = {(key(both), key(YI)): MIN_KEPT, (key(both, 1), key(YI)): 0.3}
    assert joined([both], [YI], likenesses) == [(0, 0)]


def apart(one: str, other: str, person: str = "", other_person: str = "") -> bool:
    """Whether two sentences stay apart though they are very much alike."""
    ours = line("en", one, people=tuple(filter(None, [person])))
    theirs = line("zh", other, people=tuple(filter(None, [other_person])))
    return joined([ours], [theirs], {(key(ours), key(theirs)): 0.6}) == []


def test_numbers_that_are_all_different_keep_lines_apart_however_they_are_written() -> None:
    assert apart("The fire killed 5 people.", "火灾造成3人死亡。")
    assert not apart("The fire killed three people.", "火灾造成3人死亡。")
    assert not apart("The repairs of the bridge cost $78 million.", "大桥维修费用为7800万美元。")
    assert not apart("The fire killed three people.", "火灾造成多人死亡。")


def test_other_dates_keep_lines_apart_though_the_days_are_equal() -> None:
    assert apart("The bridge opens on 10 June.", "大桥将于5月10日通车。")
    assert not apart("The bridge opens on 10 June.", "大桥将于6月10日通车。")


def test_the_number_of_a_day_or_of_a_result_is_no_number_in_common() -> None:
    assert apart("The fire on 3 March killed 12 people.", "3月3日的火灾造成21人死亡。")
    assert not apart("The fire on 3 March killed 12 people.", "3月3日的火灾造成12人死亡。")
    assert apart("The team won 3-1 on 3 March.", "该队3月3日以2比1获胜。")
    assert not apart("The team won 3-1 on 3 March.", "该队3月3日以3比1获胜。")


def test_each_toll_that_both_lines_tell_must_agree() -> None:
    both = "The fire killed 12 people and injured 40."
    assert apart(both, "火灾造成21人死亡、40人受伤。")
    assert apart(both, "火灾造成12人死亡、35人受伤。")
    assert not apart(both, "火灾造成12人死亡、40人受伤。")
    assert not apart(both, "火灾造成12人死亡。")
    assert not apart("The fire killed at least 12 people.", "火灾造成12人死亡。")


@pytest.mark.skipif(
    find_spec("anyascii") is None, reason="the extra newsloom[meaning] is not installed"
)
def test_holders_of_an_office_are_compared_by_the_whole_name() -> None:
    said, shuo = "Premier {} said the bridge would reopen.", "总理{}表示，大桥将重新开放。"
    one = "Li Qiang"
    assert not apart(said.format(one), shuo.format("李强"), one, "李强")
    assert apart(said.format(one), shuo.format("温家宝"), one, "温家宝")
    # By the last word, as who is named by it alone.
    other = "Emmanuel Macron"
    assert not apart(said.format(other), shuo.format("马克龙"), other, "马克龙")


def test_a_name_with_two_consonants_keeps_no_lines_apart() -> None:
    said, shuo = "Mayor {} said the bridge would reopen.", "市长{}表示，大桥将重新开放。"
    one = "Wang Yi"
    assert not apart(said.format(one), shuo.format("王毅"), one, "王毅")
    assert not apart(said.format(one), shuo.format("李伟"), one, "李伟")


def test_lines_with_other_numbers_are_no_rivals() -> None:
    three, five = line("en", "Three people died."), line("en", "Five people died.")
    san = line("zh", "3人死亡。")
    likenesses = {(key(three), key(san)): 0.25, (key(five), key(san)): 0.35}
    assert joined([three, five], [san], likenesses) == [(0, 0)]


LINES = [line("en", f"Sentence {chr(97 + n)} of it.") for n in range(5)]
OTHERS = [line("zh", f"句子{chr(0x7532 + n)}。") for n in range(5)]


@given(
    st.dictionaries(
        st.tuples(st.sampled_from(range(5)), st.sampled_from(range(5))),
        st.floats(MIN_KEPT, 0.65),
    )
)
def test_a_line_goes_with_one_at_most_clearly_and_with_none_without_a_likeness(
    alike: dict[tuple[int, int], float],
) -> None:
    likenesses = {(key(LINES[a]), key(OTHERS[b])): value for (a, b), value in alike.items()}
    found = joined(LINES, OTHERS, likenesses)
    assert len({one for one, _ in found}) == len({other for _, other in found}) == len(found)
    for one, other in found:
        rivals = [v for (a, b), v in alike.items() if (a == one) != (b == other)]
        assert alike[one, other] >= MIN_LIKENESS
        assert alike[one, other] - max(rivals, default=0.0) >= MIN_GAP


@given(
    st.sets(st.binary(min_size=6, max_size=6).map(bytes.hex), max_size=8).flatmap(
        lambda keys: st.tuples(
            st.just(frozenset(keys)),
            st.dictionaries(
                st.tuples(st.sampled_from(sorted(keys)), st.sampled_from(sorted(keys))),
                st.integers(100, 650).map(lambda steps: steps / 1000),
            )
            if keys
            else st.just({}),
        )
    )
)
def test_what_is_stored_is_what_is_read(
    made: tuple[frozenset[str], dict[tuple[str, str], float]],
) -> None:
    sentences, pairs = made
    before = Likenesses(sentences=sentences, pairs=pairs)
    assert Likenesses.unpacked(before.packed()) == before


def test_likenesses_are_above_the_floor_and_of_two_languages_only() -> None:
    ours = {"a": np.array([1.0, 0.0], np.float32), "b": np.array([0.0, 1.0], np.float32)}
    theirs = {"c": np.array([0.6, 0.8], np.float32)}
    found = likenesses_of([ours, theirs], 0.45)
    assert found.sentences == {"a", "b", "c"}
    assert found.pairs.keys() == {("a", "c"), ("b", "c")}
    assert np.isclose(found.pairs["a", "c"], 0.15)
    assert np.isclose(found.pairs["b", "c"], 0.35)
    assert likenesses_of([ours, theirs], 0.75).pairs == {}
    assert likenesses_of([ours, {}], 0.35).pairs == {}


TITLE, TITEL = "Blast at a flour mill in Northgate", "诺斯盖特面粉厂发生爆炸"
DEAD = "A blast at a flour mill in Northgate killed three people."
TOTE = "诺斯盖特面粉厂爆炸造成三人死亡。"
CAUSE = "The blast at the flour mill in Northgate began in dryer 14, police said."
URSACHE = "警方称诺斯盖特面粉厂爆炸始于14号烘干机。"
OWN = "The flour mill in Northgate belongs to 26 farmers, a register says."
PAIRS = {(sentence_key(DEAD), sentence_key(TOTE)): 0.4}
REPORTS = (
    report("a", "en", TITLE, DEAD, CAUSE, OWN),
    report("b", "zh", TITEL, TOTE, hours=1),
    report("c", "zh-hans", TITEL, URSACHE, hours=2),
)


def likenesses(pairs: dict[tuple[str, str], float]) -> Likenesses:
    everything = (s for each in REPORTS for s in statements_of(each) if s.place)
    return Likenesses(sentences=frozenset(s.quote.key for s in everything), pairs=pairs)


def singles(said: ReportComparison) -> set[str]:
    return {each.quote.text for each in said.told_by_one}


def test_what_sites_tell_in_two_languages_is_told_by_several() -> None:
    said = compare(REPORTS, None, likenesses(PAIRS))
    [agreed] = said.told_by_many
    assert (agreed.quote.text, [each.text for each in agreed.translations]) == (DEAD, [TOTE])
    assert agreed.sites == ("a.example", "b.example")
    assert agreed.first.id == "a"
    assert not said.is_apart


def test_what_another_language_may_tell_too_is_not_told_by_one_site_only() -> None:
    owned = "诺斯盖特面粉厂属于当地农民。"
    reports = report("a", "en", TITLE, DEAD, OWN), report("b", "zh", TITEL, TOTE, owned, hours=1)
    known = frozenset(map(sentence_key, (DEAD, OWN, TOTE, owned)))
    assert OWN in singles(compare(reports, None, Likenesses(sentences=known, pairs=PAIRS)))
    # Not alike enough to be joined.
    echo = {(sentence_key(OWN), sentence_key(owned)): MIN_KEPT}
    said = compare(reports, None, Likenesses(sentences=known, pairs=PAIRS | echo))
    assert OWN not in singles(said)
    assert len(said.told_by_many) == 1


def test_what_another_site_has_as_a_copy_in_the_other_language_is_not_told_by_one_site_only() -> (
    None
):
    owned = "诺斯盖特面粉厂属于当地农民。"
    ours = report("a", "en", TITLE, DEAD, OWN)
    own = replace(report("a2", "zh", TITEL, TOTE, owned, hours=1), site=ours.site, copy_id="c")
    copied = replace(own, id="b", site="b.example")
    known = frozenset(map(sentence_key, (DEAD, OWN, TOTE, owned)))
    for likeness in (MIN_KEPT, 0.4):
        echo = {(sentence_key(OWN), sentence_key(owned)): likeness}
        both = Likenesses(sentences=known, pairs=PAIRS | echo)
        assert OWN in singles(compare([ours, own], None, both))
        assert OWN not in singles(compare([ours, own, copied], None, both))


def test_what_has_a_number_that_the_other_language_has_too_is_not_told_by_one_site_only() -> None:
    assert OWN in singles(compare(REPORTS, None, likenesses(PAIRS)))
    assert CAUSE not in singles(compare(REPORTS, None, likenesses(PAIRS)))
    # Too short to be compared, but it has the number.
    short = report("d", "zh", TITEL, "共26名股东。", hours=3)
    assert OWN not in singles(compare([*REPORTS, short], None, likenesses(PAIRS)))


def test_what_the_other_language_told_before_is_not_new() -> None:
    since = AT + timedelta(minutes=30)
    owned = "诺斯盖特面粉厂近年来亏损达77万克朗。"
    reports = report("a", "en", TITLE, DEAD, OWN), report("b", "zh", TITEL, TOTE, owned, hours=1)
    known = frozenset(map(sentence_key, (DEAD, OWN, TOTE, owned)))
    told = compare(reports, since, Likenesses(sentences=known, pairs=PAIRS))
    assert [each.text for each in told.told_new or ()] == [owned]
    loses = OWN.replace("belongs to 26 farmers", "loses money")
    reports = report("a", "en", TITLE, DEAD, loses), reports[1]
    echo = {(sentence_key(loses), sentence_key(owned)): MIN_KEPT}
    assert not compare(reports, since, Likenesses(sentences=known, pairs=echo)).told_new


def test_without_likenesses_each_language_is_compared_for_itself_and_that_is_said() -> None:
    said = compare(REPORTS, None, NOT_COMPARED)
    assert said.is_apart
    assert said.told_by_many == ()
    assert not compare(REPORTS[1:], None, NOT_COMPARED).is_apart


def test_a_report_whose_text_has_changed_since_is_said_not_to_be_compared() -> None:
    changed = report("b", "zh", TITEL, TOTE, "搜救仍在继续，消防员在现场。", hours=1)
    said = compare([REPORTS[0], changed, REPORTS[2]], None, likenesses(PAIRS))
    assert said.is_apart
    assert len(said.told_by_many) == 1


def test_what_is_in_conflict_in_a_language_is_not_told_by_several_in_both() -> None:
    title = "Flour mill in Northgate burns"
    other = report("e", "en", title, "A blast at a flour mill in Northgate killed five people.")
    said = compare([*REPORTS, other], None, likenesses(PAIRS))
    assert len(said.in_conflict) == 1
    assert said.told_by_many == ()


def test_one_site_in_two_languages_is_one_site() -> None:
    twins = [
        report("a", "en", TITLE, DEAD),
        Report(
            id="a2", site="a.example", lang="zh", title=TITEL, text=TOTE, published=AT, found=AT
        ),
    ]
    assert compare(twins, None, likenesses(PAIRS)).told_by_many == ()


@given(
    st.lists(
        st.tuples(
            st.sampled_from("abc"),
            st.sampled_from(("en", "zh")),
            st.lists(st.integers(0, 4), min_size=1, max_size=4),
            st.integers(0, 5),
        ),
        max_size=8,
    ),
    st.dictionaries(st.tuples(st.integers(0, 4), st.integers(0, 4)), st.floats(0.1, 0.65)),
)
def test_every_line_is_in_its_document_and_sites_are_counted_once(
    told: list[tuple[str, str, list[int], int]], alike: dict[tuple[int, int], float]
) -> None:
    texts = {
        "en": [f"The blast at the mill in Northgate had {n} victims of {w}." for n, w in
               enumerate(("smoke", "fire", "dust", "stone", "glass"), 3)],
        "zh": [f"诺斯盖特面粉厂爆炸造成{n}人{w}。" for n, w in
               enumerate(("死亡", "受伤", "失踪", "被捕", "获救"), 3)],
    }  # fmt: skip
    reports = [
        Report(
            id=f"{number}",
            site=f"{site}.example",
            lang=lang,
            title=TITLE if lang == "en" else TITEL,
            text="\n".join(texts[lang][each] for each in some),
            published=AT + timedelta(hours=hours),
            found=AT + timedelta(hours=hours),
        )
        for number, (site, lang, some, hours) in enumerate(told)
    ]
    keys = {lang: [sentence_key(each) for each in some] for lang, some in texts.items()}
    pairs = {(keys["en"][one], keys["zh"][other]): value for (one, other), value in alike.items()}
    known = Likenesses(sentences=frozenset(keys["en"] + keys["zh"]), pairs=pairs)
    said = compare(reports, AT + timedelta(hours=2), known)
    for agreed in said.told_by_many:
        assert len(agreed.sites) == len({each.report.site for each in agreed.quotes}) > 1
        assert {agreed.quote, *agreed.translations} <= set(agreed.quotes)
        assert_quoted(*agreed.quotes)
    assert_quoted(*(each.quote for each in said.told_by_one), *(said.told_new or ()))
    for quote in said.told_new or ():
        assert quote.report.found > AT + timedelta(hours=2)


def assert_quoted(*quotes: Quote) -> None:
    for each in quotes:
        assert each.text
        assert each.text in (each.report.title if each.in_title else each.report.text)


# A number with three digits that count, times a power of ten.
AMOUNTS = st.builds(
    lambda digits, zeros: digits * 10**zeros, st.integers(2, 999), st.integers(2, 9)
)


def shortest(amount: int, scale: int) -> str:
    """Return an amount in units of a scale, as people write it: 1.2 for 1,200,000 in millions."""
    return f"{Decimal(amount) / scale:f}"


def in_english(amount: int) -> list[str]:
    ways = [f"{amount:,}", f"RMB{amount:,}"]
    for word, suffix, scale in (("million", "m", 10**6), ("billion", "bn", 10**9)):
        if amount >= scale:
            short = shortest(amount, scale)
            ways += [
                f"{short} {word}",
                f"${short} {word}",
                f"£{short}{suffix}",
                f"a {short}-{word}",
            ]
    return ways


def in_chinese(amount: int) -> list[str]:
    ways = [f"{amount}", f"{amount:,}"]
    for unit, scale in (("万", 10**4), ("百万", 10**6), ("千万", 10**7), ("亿", 10**8)):
        if amount >= scale:
            short = shortest(amount, scale)
            ways += [f"{short}{unit}", f"{short} {unit}", f"{short}多{unit}"]
    if amount >= 10**8 and amount % 10**8 and not amount % 10**4:
        ways.append(f"{amount // 10**8}亿{amount % 10**8 // 10**4}万")
    return [*ways, *(way.replace("万", "萬").replace("亿", "億") for way in ways)]


@given(AMOUNTS, AMOUNTS, st.data())
def test_large_numbers_are_compared_as_numbers_however_each_language_writes_them(
    amount: int, other: int, data: st.DataObject
) -> None:
    said, shuo = "The new bridge will take {} of the fund.", "新大桥将使用该基金中的{}。"
    english = said.format(data.draw(st.sampled_from(in_english(amount))))
    assert not apart(english, shuo.format(data.draw(st.sampled_from(in_chinese(amount)))))
    chinese = shuo.format(data.draw(st.sampled_from(in_chinese(other))))
    assert apart(english, chinese) == (amount != other)


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("The port handles 350,000 containers.", "该港口处理三十五万个集装箱。"),
        ("The plan covers 1.52 billion mu.", "该计划涉及十五点二亿亩。"),
        ("More than 36,000 officials took part.", "三万六千多名干部参加。"),
        ("The flat of 1,000sq ft is for sale.", "1,000平方英尺的公寓待售。"),
        ("About 3 crore voters were called.", "约3000万选民参加投票。"),
        ("The run of 10k begins at the port.", "10公里长跑从港口出发。"),
        ("About 2.5m people saw it.", "约250万人观看。"),
        ("The G20 meets in the port.", "二十国集团在港口开会。G20"),
    ],
)
def test_numbers_of_news(english: str, chinese: str) -> None:
    assert not apart(english, chinese)
    assert apart(english, "该项目耗资99亿元。")


def test_what_only_looks_like_a_number_keeps_no_lines_apart() -> None:
    # A piece, "about fifty or sixty", and ten thousand as a word.
    for chinese in ("一家港口已经关闭。", "五六十人参加。", "千家万户受影响。"):
        assert not apart("The port handles 350,000 containers.", chinese)


def test_the_digits_of_numbers_of_other_sizes_are_not_in_common() -> None:
    assert apart("The loan is $1.2 billion.", "利率为1.2%。")
    assert apart("The loan is $12 million.", "贷款为12亿美元。")
