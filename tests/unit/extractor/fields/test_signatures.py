"""Authors named by a signature below the text, and organisations whose names contain "and"."""

import pytest

from extractor.fields.names import Names, names_in
from tests.unit.extractor import samples
from tests.unit.extractor.fields.pages import json_ld, page


def _author(markup: str) -> str:
    return samples.read_article(markup, kind="article").author


def test_the_first_signature_below_a_text_is_the_authors_and_later_ones_are_comments() -> None:
    signed = "<p>Posted by Ann Hill on March 12, 2010 at 07:14 PM in Books</p>"
    comments = "<h3>Comments</h3><p>I want this very badly.</p><p>Posted by: Dorothea | March 13, 2010 at 9:40</p>"
    text = "".join(f"<p>{paragraph}</p>" for paragraph in samples.FRENCH * 8)
    assert _author(page(after=text + signed + comments)) == "Ann Hill"


def test_the_name_of_an_organisation_is_not_taken_apart() -> None:
    name = "Center for Boats and Bridges"
    head = json_ld({"@type": "Article", "author": {"@type": "Organization", "name": name}})
    assert _author(page(head=head)) == name


def test_an_account_that_has_posted_an_entry() -> None:
    signed = "<p>Posted by doughboy at November 22, 2005 11:14 PM | TrackBack</p>"
    comments = "<p>Posted by: Lena M. at November 23, 2005 07:02 AM</p>"
    assert _author(page(after=f"{'<p>x</p>' * 20}{signed}{comments}")) == "doughboy"


_TEXT = "".join(f"<p>{paragraph}</p>" for paragraph in samples.ENGLISH)


@pytest.mark.parametrize(
    "line",
    [
        "<p><strong>Anna Miller</strong></p>",
        "<p><i>(Anna Miller)</i></p>",
        "<div><b>Anna Miller</b><br>5 March 2024</div>",
    ],
)
def test_a_name_that_ends_the_text_is_the_authors(line: str) -> None:
    assert _author(page(after=_TEXT + line + "<p>Share this page</p>")) == "Anna Miller"


def test_a_name_that_ends_the_text_must_be_a_common_one() -> None:
    assert _author(page(after=f"{_TEXT}<p>Mary Lee</p>")) == "Mary Lee"
    assert _author(page(after=f"{_TEXT}<p>Town Hall</p>")) == ""
    assert _author(page(after=f"{_TEXT}<p>Northern News Agency</p>")) == ""


@pytest.mark.parametrize(
    "line",
    [
        "Беседовала Maxa Quille",
        "Das Gespräch führte Maxa Quille",
        "Propos recueillis par Maxa Quille",
        "Haber-Kamera: Maxa QUILLE / AYVALIK (DHA)",
        "Text: Maxa Quille",
    ],
)
def test_who_wrote_down_an_interview_or_a_report(line: str) -> None:
    assert _author(page(after=f"{_TEXT}<p>{line}</p>")).casefold() == "maxa quille"


def test_the_byline_at_the_end_of_the_text_and_not_those_of_other_stories() -> None:
    others = "<p>Written by Orlo Stane</p>", "<p>Written by Tilda Bourne</p>"
    assert (
        _author(page(after=f"{_TEXT}<p>Words: Maxa Quille</p>{'<p>x</p>' * 20}{others[0]}"))
        == "Maxa Quille"
    )
    assert _author(page(after=f"{_TEXT}{'<p>x</p>' * 20}{others[0]}")) == "Orlo Stane"
    assert _author(page(after=f"{_TEXT}{'<p>x</p>' * 20}{others[0]}{others[1]}")) == ""


def test_the_name_of_another_story_is_not_a_signature() -> None:
    assert _author(page(after=f'{_TEXT}<p><a href="/x">Anna Miller</a></p>')) == ""


@pytest.mark.parametrize(
    ("beside", "author"),
    [
        (
            "<b>Mary Lee</b> <a href='/list'>mary.lee at example.org</a><br><i>Wed Mar  5 22:41:07 CET 2024</i>",
            "Mary Lee",
        ),
        ("<div>Écrit par Amélie Roux</div><div>Catégorie : Actualités</div>", "Amélie Roux"),
        ("<div>Door onze verslaggever Joost Vos</div>", "Joost Vos"),
        ("<div>Της Μαρίας Δημητρίου</div>", "Μαρίας Δημητρίου"),
        ("<div>Teksti Aino Lehtovaara</div>", "Aino Lehtovaara"),
        (
            "<div>Birgit Albers und Udo Kern</div><div>Erstellt: 04.03.2024, 08:15 Uhr | Neu: 05.03.2024</div>",
            "Birgit Albers, Udo Kern",
        ),
        ("<div>Mary Lee in Oldtown</div><div>4 March 2024</div>", "Mary Lee"),
        ("<div>il y a 5 heures</div><div>Amélie Roux, à Charmoy</div>", "Amélie Roux"),
        ("<div>(北浜支局 高梨健司)</div>", "高梨健司"),
        ("<div>3小时前 · 郑海涛</div>", "郑海涛"),
        ("<div>文/周敏 图/吴秀珍</div>", "周敏"),
        ("<div><span>Interview: Mary Lee</span><br><span>Fotos: Udo Kern</span></div>", "Mary Lee"),
        ("<p>tekst <b>Agata Nowak</b> · zdjęcia <b>Jan Pyś</b></p>", "Agata Nowak"),
        (
            '<a href="https://author.example.com/home?app_id=1"><p>园丁老何</p></a><p>2024-03-05 15:06 山东</p>',
            "园丁老何",
        ),
        ("<p>From <b>Mary Lee</b> at Harbour Park</p>", "Mary Lee"),
        ('<div class="news_author">Correspondante: Amélie Roux</div>', "Amélie Roux"),
        ("<p>Oluşturulma Tarihi: Mart 06, 2016 00:12</p>", ""),
        ("<p>1929 - 2020</p><p>Send Flowers</p>", ""),
    ],
)
def test_lines_beside_the_headline(beside: str, author: str) -> None:
    assert _author(page(beside=beside)) == author


def test_the_name_in_a_meta_element_of_turkish_papers() -> None:
    assert (
        _author(page(head='<meta name="articleauthor" content="Nermin Aksoy">')) == "Nermin Aksoy"
    )


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Photographs and text by Mary Lee", ("Mary Lee",)),
        ("Von Anna Müller und Jörg Weiß 30.06.2015, 18:20 Uhr", ("Anna Müller", "Jörg Weiß")),
        ("By Mary Lee and updated 30 June 2015", ("Mary Lee",)),
        ("Di Pietro Bianchi - 3 Novembre 2017", ("Pietro Bianchi",)),
        ("Antonio Di Pietro", ("Antonio Di Pietro",)),
        ("خبرنگار: سمیرا کاوه", ("سمیرا کاوه",)),
        ("Send Flowers", ()),
        ("Von Anna Müller Mi., 25.11.2026", ("Anna Müller",)),
        ("Von unserer Redakteurin Anna Müller", ("Anna Müller",)),
        ("Texto: Marta Quesada. Fotografía: Ramón Escartín", ("Marta Quesada",)),
        ("Текст: Игорь Ветлугин Фото: архив редакции", ("Игорь Ветлугин",)),
        ("Von Anna Müller Lesezeit: 3 Min.", ("Anna Müller",)),
        ("Catégorie : Actualités", ()),
    ],
)
def test_names_among_other_facts(text: str, names: Names) -> None:
    assert names_in(text) == names


def test_the_office_of_a_korean_reporter_is_not_part_of_the_stated_name() -> None:
    assert _author(page(head='<meta name="author" content="임도균 기자">')) == "임도균"
    assert (
        _author(page(head='<meta name="author" content="임도균 선임기자, 이하나 기자">'))
        == "임도균, 이하나"
    )
