"""Which names are proposed as spellings of one, and which look alike and are not."""

from collections.abc import Iterable

import pytest

from features.names.proposing import Naming, Reason, propose

TITLES = frozenset({"president", "mayor", "mrs"})
TRUMP = ("Donald Trump", "Trump", "特朗普")


def reports(*stories: Iterable[tuple[str, ...]]) -> list[Naming]:
    """Return stories, each a sequence of reports, each a language and names."""
    return [
        Naming(document=f"{story}.{number}", story=str(story), lang=lang, names=names)
        for story, told in enumerate(stories)
        for number, (lang, *names) in enumerate(told)
    ]


def pairs(
    namings: list[Naming], facts: Iterable[tuple[str, ...]] = (), people: bool = True
) -> list[tuple[str, str, Reason]]:
    found = propose(namings, facts, TITLES if people else frozenset())
    return [(each.name, each.other, each.reason) for each in found]


def test_what_is_known_to_be_one_is_paired_with_the_most_frequent_spelling() -> None:
    namings = reports([("en", "Donald Trump")], [("zh", "特朗普")], [("zh-hant", "特朗普")])
    (found,) = propose(namings, [TRUMP], TITLES)
    assert (found.name, found.other, found.reason) == ("特朗普", "Donald Trump", Reason.KNOWN)
    assert found.documents == 3
    assert found.examples == ("1.0", "0.0")
    # A text writes it in other capitals or characters.
    namings = reports([("en", "CHINA", "Taiwan")], [("zh", "中国", "臺灣")])
    facts = [("China", "中国"), ("Taiwan", "台湾")]
    assert {frozenset(pair[:2]) for pair in pairs(namings, facts, people=False)} == {
        frozenset(("CHINA", "中国")),
        frozenset(("Taiwan", "臺灣")),
    }


def test_a_known_name_that_means_two_is_not_paired() -> None:
    namings = reports([("en", "Georgia")], [("zh", "格鲁吉亚", "佐治亚")])
    facts = [("Georgia", "格鲁吉亚"), ("Georgia", "佐治亚")]
    assert pairs(namings, facts, people=False) == []
    # The list of countries and the other list say the same.
    namings = reports([("en", "Kosovo")], [("zh", "科索沃")])
    assert len(pairs(namings, [("Kosovo", "科索沃"), ("Kosovo", "科索沃")], people=False)) == 1


def test_a_known_surname_of_two_people_is_not_paired() -> None:
    family = [("en", "Donald Trump"), ("en", "Melania Trump"), ("en", "Trump"), ("zh", "特朗普")]
    assert pairs(reports(family), [TRUMP]) == [("Donald Trump", "特朗普", Reason.KNOWN)]


def test_a_surname_that_stands_in_the_stories_of_a_full_name_is_its_short_form() -> None:
    story = [("en", "Ann Moor"), ("en", "Moor")]
    (found,) = propose(reports(story, story, [("en", "Moor")]), (), TITLES)
    assert (found.name, found.other, found.reason) == ("Ann Moor", "Moor", Reason.SHORT)
    assert (found.together, found.stories) == (2, 3)
    foreign = [("zh", "埃隆·马斯克"), ("zh", "马斯克")]
    assert pairs(reports(foreign, foreign)) == [("埃隆·马斯克", "马斯克", Reason.SHORT)]


@pytest.mark.parametrize(
    "stories",
    [
        # One story is chance.
        [[("en", "Ann Moor"), ("en", "Moor")]],
        # Most stories with the surname are of somebody else.
        [[("en", "Ann Moor"), ("en", "Moor")]] * 2 + [[("en", "Moor")]] * 2,
        # Two people with one surname, in other stories too.
        [[("en", "Ann Moor"), ("en", "Moor")]] * 2 + [[("en", "Rose Moor")]],
        # Father and son.
        [[("en", "Hans Weber"), ("en", "Weber"), ("en", "Hans Weber Jr.")]] * 3,
        [[("en", "Hans Weber"), ("en", "Hans Weber Jr.")]] * 3,
        [[("en", "George Bush"), ("en", "George W. Bush"), ("en", "Bush")]] * 3,
        # Husband and wife.
        [[("en", "Paul Lee"), ("en", "Mrs Lee")]] * 3,
        # Two people whose names begin alike, and a surname in Chinese.
        [[("zh", "张伟"), ("zh", "张伟明"), ("zh", "张")]] * 3,
        [[("zh", "诸葛亮"), ("zh", "诸葛")]] * 3,
    ],
)
def test_people_who_share_a_name_are_not_proposed(stories: list[list[tuple[str, ...]]]) -> None:
    assert pairs(reports(*stories)) == []


def test_a_full_name_after_a_title_is_one_without_it() -> None:
    namings = reports([("en", "Mayor-elect Ann Moor")], [("en", "Ann Moor", "Mayor Rose Moor")])
    assert pairs(namings) == [("Ann Moor", "Mayor-elect Ann Moor", Reason.TITLE)]
    # One word after a title is anybody's surname.
    assert pairs(reports([("en", "Mayor Moor")], [("en", "Moor")])) == []


@pytest.mark.parametrize(
    ("full", "short"),
    [
        ("United Nations", "UN"),
        ("United Nations", "U.N."),
        ("Bank of England", "BOE"),
        ("Bank of England", "BE"),
        ("Hewlett-Packard", "HP"),
    ],
)
def test_initials_in_the_same_stories_are_one(full: str, short: str) -> None:
    story = [("en", full, short)]
    assert pairs(reports(story, story), people=False) == [(full, short, Reason.INITIALS)]


@pytest.mark.parametrize(
    "stories",
    [
        # Never side by side.
        [[("en", "United Nations")]] * 3 + [[("en", "UN")]] * 3,
        # Two that have these initials.
        [[("en", "American Bar Council", "American Beef Council", "ABC")]] * 3,
        # Other letters, in other capitals.
        [[("en", "United Nations", "US", "Un")]] * 3,
    ],
)
def test_initials_that_may_mean_another_are_not_proposed(
    stories: list[list[tuple[str, ...]]],
) -> None:
    assert pairs(reports(*stories), people=False) == []


@pytest.mark.parametrize(
    ("full", "short"), [("世界卫生组织", "世卫组织"), ("欧洲联盟", "欧盟"), ("北京大学", "北大")]
)
def test_a_chinese_short_form_has_a_part_of_each_word(full: str, short: str) -> None:
    story = [("zh", full), ("zh", short)]
    assert pairs(reports(story, story), people=False) == [(full, short, Reason.SHORT)]


@pytest.mark.parametrize(
    "names",
    [
        # One lacks a word, so it is another.
        ("北京师范大学", "北京大学"),
        ("望江市交通局", "交通局"),
        ("新丰县法院", "新丰县"),
        # Two full names have this short form.
        ("北京大学", "北方大学", "北大"),
    ],
)
def test_other_chinese_names_are_not_proposed(names: tuple[str, ...]) -> None:
    story = [("zh", *names)]
    assert pairs(reports(story, story, story), people=False) == []


def test_names_in_the_same_stories_of_two_languages_are_one() -> None:
    story = [("en", "Noor Norrasano"), ("zh", "诺拉")]
    (found,) = propose(reports(*[story] * 4), (), TITLES)
    assert {found.name, found.other} == {"Noor Norrasano", "诺拉"}
    assert (found.reason, found.together, found.stories) == (Reason.LANGUAGES, 4, 4)


@pytest.mark.parametrize(
    "stories",
    [
        # Two stories are chance.
        [[("en", "Wei Zhang"), ("zh", "张伟")]] * 2,
        # 张伟 twice: a swimmer and a judge.
        [[("en", "Wei Zhang"), ("zh", "张伟")]] * 3 + [[("en", "Will Chang"), ("zh", "张伟")]] * 3,
        # The president and her minister, always together.
        [[("en", "Ann Moor", "Rose Bell"), ("zh", "穆尔", "贝尔")]] * 5,
        # Nobody told these stories in two languages.
        [[("en", "Wei Zhang", "张伟")]] * 4,
    ],
)
def test_others_in_stories_of_two_languages_are_not_proposed(
    stories: list[list[tuple[str, ...]]],
) -> None:
    assert pairs(reports(*stories)) == []


def test_only_the_most_frequent_names_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    from features.names import proposing

    monkeypatch.setattr(proposing, "MAX_NAMES", 2)
    namings = reports([("en", "A Bee", "C Dee")], [("en", "A Bee", "C Dee")], [("zh", "特朗普")])
    assert pairs(namings, [("A Bee", "特朗普")]) == []


def test_quotation_marks_and_five_languages_are_no_error() -> None:
    odd = (
        'The "Rock" Jones',
        "Rock' OR (",
        " ",
        "·",
        "Ünal Öz",
        "山田太郎",
        "Пётр",
        "أحمد",
        "J. (",
    )
    story = [(lang, *odd) for lang in ("en", "zh", "ja", "ru", "ar", "")]
    assert all(name in odd and other in odd for name, other, _ in pairs(reports(*[story] * 4)))
    pairs(reports(*[story] * 4), people=False)
