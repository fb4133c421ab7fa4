"""Links that do something for the reader are never followed, in whatever words and languages."""

import hashlib

import pytest

from extractor.lists.patterns import Patterns
from features.newsletters.mails.links import MailLinks, links_of_mail
from features.newsletters.mails.mail import read_mail
from features.newsletters.tests.mails.letters import SECOND, STORY, letter

HEADLINES = (
    "A new ferry for Harbourtown",
    "The bridge closes in March for two years",
    "What the museum on the hill shows this spring",
)


def token(text: str) -> str:
    """A number that a service gives a reader and a link."""
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def click(text: str) -> str:
    """An address of a service that counts clicks, which has one form for all links."""
    return f"https://click.post.example/ls/click?upn={token(text)}"


def own(text: str) -> str:
    """An address of the paper without a number."""
    return f"https://harbour.example/2026/{'-'.join(text.lower().split())}"


def link(text: str, url: str) -> str:
    return f'<a href="{url}">{text}</a>'


def item(text: str, url: str, more: str = STORY) -> str:
    return f"<table><tr><td><h2>{link(text, url)}</h2><p>{more}</p></td></tr></table>"


def row(*cells: str) -> str:
    return f"<tr><td>{' '.join(cells)}</td></tr>"


def found(body: str, **headers: str) -> MailLinks:
    raw = letter(f"<html><body>{body}</body></html>", subject="Harbour Weekly, issue 41")
    lines = "".join(f"{name.replace('_', '-')}: {value}\n" for name, value in headers.items())
    return links_of_mail(read_mail(lines.encode() + raw), Patterns(()))


def titles(body: str, **headers: str) -> list[str]:
    return [each.title for each in found(body, **headers).links]


@pytest.mark.parametrize(
    "words",
    [
        "Unsubscribe from all of these letters", "Stop getting these letters from us",
        "I don't want to get these letters", "Take me off this list, please",
        "Remove my address from the list", "Leave this mailing list for good",
        "Update how often you hear from us", "Change what we send to you by email",
        "Choose which letters you want to receive", "Send me fewer of these emails",
        "Manage your email preferences", "Confirm that you want to stay subscribed",
        "Please verify your email address", "Yes, keep me on the list",
        "No, I do not want this any more", "Read this letter in your browser",
        "Having trouble? View it as a web page", "Vote now", "Take the poll of the week",
        "Rate this issue of the letter", "Let me out of this list", "Pause my subscription for a month",
        "Newsletter jetzt abbestellen oder ändern", "Diese E-Mail im Browser ansehen", "Jetzt Anmeldung bestätigen, danke",
        "Ja, ich möchte weiter lesen", "Ne plus recevoir ces messages", "Se désabonner de cette lettre",
        "Cancelar mi suscripción a este boletín", "No quiero recibir más correos", "Non voglio più ricevere questa lettera",
        "Quero cancelar minha inscrição agora", "Afmelden voor deze nieuwsbrief", "Wypisz mnie z tej listy",
        "Avregistrera mig från utskicket", "Отписаться от рассылки новостей", "Відписатися від розсилки новин",
        "Bu e-posta listesinden çık", "إلغاء الاشتراك في النشرة", "Hủy đăng ký nhận bản tin",
        "我不想再收到这些邮件了", "点击这里退订本周报", "在浏览器中查看这封邮件", "更改您的订阅设置", "确认订阅本周报",
        "配信停止はこちらから", "ブラウザで表示する場合はこちら", "뉴스레터 수신 거부하기",
    ],
)  # fmt: skip
def test_links_that_say_what_they_do_are_left_out(words: str) -> None:
    """Wherever they are, under an address that says nothing."""
    body = item(HEADLINES[0], click("a")) + link(words, click("b")) + item(HEADLINES[1], click("c"))
    assert titles(body) == [*HEADLINES[:2]]


@pytest.mark.parametrize(
    "url",
    [
        "https://harbour.example/unsubscribe/8f3a9c2d71",
        "https://harbour.example/letter/unsub?u=8f3a9c2d71",
        "https://harbour.example/index.php?action=unsubscribe&u=8",
        "https://harbour.example/preferences.php?u=8f3a9c2d71",
        "https://harbour.example/manage-subscription/8f3a9c2d71",
        "https://harbour.example/confirm?t=8f3a9c2d71",
        "https://harbour.example/web-version/41",
        "https://harbour.example/vote/41/2",
        "https://harbour.example/newsletter/abmelden/41",
        "https://social.example/share?u=41",
    ],
)
def test_links_whose_addresses_say_what_they_do_are_left_out(url: str) -> None:
    body = item(HEADLINES[0], own(HEADLINES[0])) + link("Some words that nobody knows", url)
    assert titles(body) == [HEADLINES[0]]


@pytest.mark.parametrize(
    "url",
    [
        "https://harbour.example/2026/how-to-unsubscribe-from-alerts",
        "https://harbour.example/politics/vote-count-begins-in-ostvik",
        "https://harbour.example/2026/03/05/confirmed-cases-rise-again",
        "https://harbour.example/editorial/a-bridge-for-all-of-us",
    ],
)
def test_addresses_of_articles_about_such_things_are_followed(url: str) -> None:
    assert titles(item("A new ferry for Harbourtown", url)) == ["A new ferry for Harbourtown"]


UNKNOWN = "Kindly spare us this from here on"
"""Words that no table has."""


@pytest.mark.parametrize(
    ("header", "url"),
    [
        (
            "<https://harbour.example/q/7>, <mailto:out@harbour.example>",
            "https://harbour.example/q/7",
        ),
        ("<https://harbour.example/q?u=7&i=41>", "https://harbour.example/q?u=7"),
        (
            "<mailto:out@harbour.example>,\n <https://harbour.example/q/41>",
            "https://harbour.example/q/41?x=1",
        ),
    ],
)
def test_links_that_the_head_names_are_left_out(header: str, url: str) -> None:
    body = (
        item(HEADLINES[0], own(HEADLINES[0]))
        + link(UNKNOWN, url)
        + item(HEADLINES[1], own(HEADLINES[1]))
    )
    assert found(body).left_out == (UNKNOWN,)
    named = found(body, List_Unsubscribe=header)
    assert [each.title for each in named.links] == [*HEADLINES[:2]]
    assert named.left_out == ()


def test_the_address_of_a_service_for_all_links_is_none_that_the_head_names() -> None:
    body = "".join(item(each, click(each)) for each in HEADLINES) + link(UNKNOWN, click("out"))
    named = f"<{click('out')}>"
    assert titles(body, List_Unsubscribe=named) == [*HEADLINES]


ADDRESSES = [
    "Harbour Weekly, 12 Pier Road, Ostvik 10115",
    "Hafenblatt GmbH, Am Pier 12, 10115 Ostvik",
    "© 2026 Harbour Weekly",
    "© Harbour Weekly",
    "Copyright (c) 2024–2026, the harbour office",
    "Harbour Weekly. All rights reserved.",
    "地址：青石镇码头路12号",
    "You get this letter because you have subscribed to it.",
]


@pytest.mark.parametrize("company", ADDRESSES)
@pytest.mark.parametrize("is_flat", [True, False])
def test_links_in_the_box_of_the_company_are_left_out_and_named(
    company: str, is_flat: bool
) -> None:
    items = [item(each, click(each)) for each in HEADLINES]
    foot = row(company, link("Unsubscribe", click("u")), link(UNKNOWN, click("out")))
    below = row(link("Another thing that may be here", click("more")))
    if is_flat:
        body = f"<table>{''.join(map(row, items))}{foot}{below}</table>"
    else:
        body = f"{''.join(items)}<table><tr><td><table>{foot}{below}</table></td></tr></table>"
    got = found(body)
    assert [each.title for each in got.links] == [*HEADLINES]
    assert got.left_out == (UNKNOWN, "Another thing that may be here")


def test_a_link_above_the_letter_does_not_end_it() -> None:
    head = row(link("View in browser", click("v")), link("Unsubscribe", click("u")), "© Harbour")
    body = f"<table>{head}{''.join(row(item(each, click(each))) for each in HEADLINES)}</table>"
    assert titles(body) == [*HEADLINES]


def test_a_link_that_acts_amid_headlines_does_not_end_the_letter() -> None:
    rows = [
        f"<p>{link(f'{each} ({number})', click(f'{each}{number}'))}</p>"
        for number in range(2)
        for each in HEADLINES
    ]
    out = f"<p>{link('Unsubscribe', click('u'))}</p>"
    assert len(titles("".join([*rows[:2], out, *rows[2:]]))) == 6


def test_a_line_about_the_subscription_takes_no_other_line_with_it() -> None:
    body = (
        f"<div>{link(HEADLINES[0], own(HEADLINES[0]))}<br>{link('Unsubscribe', click('u'))}</div>"
    )
    assert titles(body) == [HEADLINES[0]]
    among = f"<p>Enough? {link(UNKNOWN, own('somewhere else in town'))} or unsubscribe here.</p>"
    assert found(body + among).left_out == (UNKNOWN,)


def test_a_list_of_headlines_alone_is_followed_to_its_end() -> None:
    rows = "".join(
        row(link(f"{each} ({number})", click(f"{each}{number}")))
        for number in range(9)
        for each in HEADLINES
    )
    foot = row("© 2026 Harbour Weekly", link(UNKNOWN, click("out")))
    assert len(titles(f"<table>{rows}{foot}</table>")) == 27


@pytest.mark.parametrize(
    "url",
    [
        f"https://harbour.example/k/{token('k')}",
        f"https://letters.harbour.example/again?t={token('k')}&x=1",
        f"https://click.post.example/r/{token('k')}",
    ],
)
def test_a_number_of_the_reader_that_is_none_of_those_of_articles_is_in_doubt(url: str) -> None:
    items = "".join(item(each, click(each), SECOND) for each in HEADLINES)
    out = f"<https://click.post.example/out/{token('out')}>"
    got = found(items + f"<p>{link(UNKNOWN, url)}</p>" + items, List_Unsubscribe=out)
    assert [each.title for each in got.links] == [*HEADLINES]
    assert got.left_out == (UNKNOWN,)


@pytest.mark.parametrize(
    "form", ["https://harbour.example/n/{}", "https://harbour.example/{}.html"]
)
def test_an_address_of_another_form_than_those_of_articles_is_in_doubt(form: str) -> None:
    """At the host that sends the letter; elsewhere it is followed."""
    items = "".join(f"<p>{link(each, form.format(n))}</p>" for n, each in enumerate(HEADLINES))
    away = link("A film about the lighthouse on the hill", "https://video.example/w/7")
    got = found(f"{items}<p>{link(UNKNOWN, 'https://harbour.example/q/7')}</p>{away}")
    assert [each.title for each in got.links] == [
        *HEADLINES,
        "A film about the lighthouse on the hill",
    ]
    assert got.left_out == (UNKNOWN,)


@pytest.mark.parametrize("address", [click, own])
def test_answers_to_a_question_are_in_doubt(address: object) -> None:
    assert callable(address)
    answers = (
        "More ferries on Sundays",
        "A wider bridge",
        "Neither of the two",
        "A tunnel for bicycles",
    )
    poll = "<p>What should the council build first?</p>" + "<br>".join(
        link(each, f"https://polls.example/41/{token(each)}" if address is own else click(each))
        for each in answers
    )
    body = (
        item(HEADLINES[0], address(HEADLINES[0])) + poll + item(HEADLINES[1], address(HEADLINES[1]))
    )
    got = found(body)
    assert [each.title for each in got.links] == [*HEADLINES[:2]]
    assert set(got.left_out) == {
        "More ferries on Sundays",
        "Neither of the two",
        "A wider bridge",
        "A tunnel for bicycles",
    }


@pytest.mark.parametrize(
    "words", ["What nobody may take from me", "Was mir niemand nehmen darf", "我从此与此无关"]
)
def test_words_of_the_reader_are_in_doubt_unless_a_paragraph_is_around_them(words: str) -> None:
    items = "".join(f"<p>{link(each, click(each))}</p>" for each in HEADLINES)
    got = found(f"{items}<p>{link(words, click(words))}</p>{items}")
    assert [each.title for each in got.links] == [*HEADLINES]
    assert got.left_out == (words,)
    assert words in titles(f"{items}<p>{STORY} {link(words, click(words))}</p>{items}")


def test_articles_elsewhere_are_followed_whatever_their_addresses() -> None:
    urls = {
        "The minutes of the council as a document": f"https://docs.example/d/{token('d')}/view",
        "A film about the lighthouse": "https://video.example/watch?v=dQx4w9WgXcQ",
        "The ferry company replies at length": "https://paper.example/a/reply-of-the-ferry-company-8f3a9c2d71?u=8f3a9c2d71ab",
    }
    assert titles("".join(f"<p>{link(text, url)}</p>" for text, url in urls.items())) == [*urls]


def test_an_address_of_the_words_of_its_link_is_that_of_an_article() -> None:
    url = "https://letters.harbour.example/p/the-ferry-question"
    named = "<https://letters.harbour.example/out/8f3a9c2d71>"
    assert titles(f"<p>{link('The ferry question', url)}</p>", List_Unsubscribe=named) == [
        "The ferry question"
    ]


def test_a_pattern_chooses_what_is_in_doubt_and_nothing_that_acts() -> None:
    doubt = f"https://harbour.example/k/{token('k')}"
    body = (
        item(HEADLINES[0], click("a"))
        + f"<p>{link(UNKNOWN, doubt)}</p>"
        + link("Unsubscribe", f"https://harbour.example/k/{token('u')}")
    )
    raw = letter(f"<html><body>{body}</body></html>")
    got = links_of_mail(read_mail(raw), Patterns(("harbour.example/k/",)))
    assert [each.title for each in got.links] == [UNKNOWN]


CLAIMS = (
    "Yes, we can build the bridge, says the mayor",
    "Minister says voters must let us know where they stand",
    "Facebook users can now delete my data, court rules",
    "RSVP: the etiquette of royal weddings",
    "Activate Ukraine's reserves now, urges general",
    "Deutschland: Abmeldung von Autos wird digital",
)
"""Headlines with the words of links that act."""


@pytest.mark.parametrize("words", CLAIMS)
@pytest.mark.parametrize("is_alone", [True, False])
def test_headlines_with_such_words_are_followed_to_addresses_of_articles(
    words: str, is_alone: bool
) -> None:
    url = f"https://harbour.example/2026/11/{'-'.join(words.lower().split())}"
    around = [] if is_alone else [f"<p>{link(each, own(each))}</p>" for each in HEADLINES]
    assert words in titles("".join([*around, f"<p>{link(words, url)}</p>", *around]))


@pytest.mark.parametrize("words", CLAIMS)
def test_headlines_with_such_words_are_named_where_addresses_say_nothing(words: str) -> None:
    items = "".join(item(each, click(each)) for each in HEADLINES)
    assert found(f"{items}<p>{link(words, click(words))}</p>{items}").left_out == (words,)


@pytest.mark.parametrize(
    ("words", "url"),
    [
        ("Unsubscribe from this list", "https://harbour.example/q/unsubscribe-from-this-list"),
        ("No, I like it as it is", "https://harbour.example/q/no-i-like-it-as-it-is"),
        ("Please confirm your address", "https://harbour.example/q/123456789"),
        ("Rate this letter", "https://harbour.example/2026/11/rate-this-letter"),
    ],
)
def test_short_words_of_links_that_act_are_followed_nowhere(words: str, url: str) -> None:
    items = "".join(f"<p>{link(each, own(each))}</p>" for each in HEADLINES)
    assert words not in titles(f"{items}<p>{link(words, url)}</p>")


@pytest.mark.parametrize("tag", ["p", "h2"])
@pytest.mark.parametrize(
    "url",
    [
        "https://harbour.example/politics/poll/majority-wants-new-bridge-2026",
        "https://harbour.example/vote/2026/11/majority-wants-new-bridge",
        "https://harbour.example/feedback/majority-wants-new-bridge",
        "https://harbour.example/news/account/majority-wants-new-bridge",
        "https://harbour.example/article.php?id=12&section=survey",
    ],
)
def test_a_section_of_such_a_name_makes_no_link_act(url: str, tag: str) -> None:
    words = "A majority wants a new bridge"
    assert titles(f"<{tag}>{link(words, url)}</{tag}>") == [words]


def test_a_title_in_other_words_below_such_a_section_is_named() -> None:
    url = "https://harbour.example/poll/majority-wants-new-bridge"
    assert found(f"<p>{link(UNKNOWN, url)}</p>").left_out == (UNKNOWN,)


@pytest.mark.parametrize(
    ("words", "url"),
    [
        ("Spare me this letter", "https://harbour.example/unsubscribe/spare-me-this-letter"),
        ("Yes, I want a bridge here", "https://harbour.example/poll/yes-i-want-a-bridge-here"),
        ("A wider bridge for all", "https://harbour.example/vote/41/2"),
    ],
)
def test_titles_below_what_acts_for_sure_are_left_out(words: str, url: str) -> None:
    assert titles(f"<p>{link(words, url)}</p>") == []


@pytest.mark.parametrize(
    "words", ["I would rather not hear from you again", "Enough of the harbour for today"]
)
def test_a_service_that_no_article_is_at_is_in_doubt(words: str) -> None:
    url = "https://click.mailer.example/ls/click?upn=u001.Ab12Cd34Ef56"
    items = "".join(f"<p>{link(each, own(each))}</p>" for each in HEADLINES)
    got = found(f"{items}<p>{link(words, url)}</p>")
    assert [each.title for each in got.links] == [*HEADLINES]
    assert got.left_out == (words,)


NEWS = ("Ferry strike ends", "Museum opens late", "Bridge closes again")


def test_a_list_of_headlines_below_a_question_is_followed() -> None:
    def polled(form: str) -> MailLinks:
        rows = "".join(
            f"<li>{link(each, form.format(place))}</li>" for place, each in enumerate(NEWS)
        )
        return found(f"<p>What else is new in the harbour?</p><ul>{rows}</ul>")

    assert [each.title for each in polled("https://harbour.example/s/{}").links] == [*NEWS]
    assert polled("https://harbour.example/s?a={}").left_out == NEWS
    assert polled(f"https://harbour.example/s/{token('reader')}/{{}}").left_out == NEWS


@pytest.mark.parametrize(
    "credit",
    [
        "<p>Photo: © Anna Berg</p>",
        "<p>Photo © 2026 Anna Berg</p>",
        "<ul><li>© Reuters</li></ul>",
        "<p>Foto: Anna Berg, © 2026</p>",
        "<p>图：© 新华社 2026</p>",
        "<p>The court rules on copyright in songs of whales</p>",
    ],
)
def test_the_sign_below_a_picture_ends_no_letter(credit: str) -> None:
    first, *others = (f"<p>{link(each, own(each))}</p>" for each in HEADLINES)
    assert titles(f"{first}{credit}{''.join(others)}") == [*HEADLINES]
