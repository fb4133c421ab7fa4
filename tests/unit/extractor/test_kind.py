"""The kind of a page, its probability, and which lists are rejected."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.extraction import open_page
from extractor.kind import KINDS, KindPrediction, find_kind
from extractor.kind_facts import features, reasons
from extractor.results import Article, Hints, Kind, Rejection, RejectionReason, Thread
from extractor.validity import (
    MIN_ARTICLE,
    MIN_TOLD_ARTICLE,
    MIN_TOLD_FOR_SALE,
    MIN_TOLD_UNSIGNED,
    check_doubtful,
    check_told,
    check_undated,
)
from tests.unit.extractor import samples
from tests.unit.extractor.fields.pages import json_ld
from tests.unit.extractor.samples import COLLECTED, ENGLISH, article_page, read, read_draft

LANGUAGES = {
    "en": ("Town library opens again", samples.ENGLISH),
    "zh": ("市图书馆昨天重新开放", samples.CHINESE),
    "ja": ("市の図書館が再び開館しました", samples.JAPANESE),
    "ru": ("Городская библиотека снова открылась", samples.RUSSIAN),
    "fr": ("La bibliothèque a rouvert hier", samples.FRENCH),
}


def list_page(
    title: str, sentences: tuple[str, ...], count: int = 24, *, teasers: bool = True
) -> str:
    """Return a section front: a heading, and items with a linked headline, a day and a teaser."""
    items = "".join(
        _item(f"/story/{number}/", number, sentences, teasers) for number in range(count)
    )
    menu = "".join(
        f'<li><a href="/{name}/">{name}</a></li>'
        for name in ("news", "sport", "culture", "weather")
    )
    return f"""<html><head><title>Culture - Example Courier</title></head><body><ul>{menu}</ul><h1>Culture</h1>
<div class="list">{items}</div><div class="pages"><a href="?page=2">2</a> <a href="?page=3">3</a></div></body></html>"""


def _item(address: str, number: int, sentences: tuple[str, ...], teasers: bool) -> str:
    headline, teaser = (sentences[(number + step) % len(sentences)] for step in range(2))
    text = f"<p>{teaser[:90]}…</p>" if teasers else ""
    link = f'<a href="{address}">{headline[:60]} {number}</a>'
    return f'<div class="item"><h3>{link}</h3><span>2024-03-{number % 28 + 1:02}</span>{text}</div>'


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("teasers", [True, False])
def test_lists_are_refused_with_the_reason(lang: str, teasers: bool) -> None:
    result = read(list_page(*LANGUAGES[lang], teasers=teasers), "http://news.example.org/culture/")
    assert isinstance(result, Rejection)
    assert (result.reason, result.kind) == (RejectionReason.LISTING, Kind.LISTING)
    assert "24 of them in blocks of one form" in result.detail
    assert f"{result.kind_confidence:.0%}" in result.detail


@pytest.mark.parametrize("count", [6, 12])
@pytest.mark.parametrize(
    "form", ["<li>{}</li>", "<p>{}</p>", "{}<br>", "<tr><td>{}</td><td>5 March 2024</td></tr>"]
)
def test_a_few_plain_links_are_a_list(form: str, count: int) -> None:
    titles = (f"{ENGLISH[number % len(ENGLISH)][:50]} {number}" for number in range(count))
    links = "".join(
        form.format(f"<a href='/story/{title[-2:]}.html'>{title}</a>") for title in titles
    )
    markup = f"<title>Example Courier</title><body><h1>News</h1>{_around(form, links)}<p>© Example Courier</p>"
    verdict = read_draft(markup, "http://news.example.org/").verdict
    assert (verdict.kind, verdict.confidence > 0.65) == (Kind.LISTING, True)


def _around(form: str, links: str) -> str:
    return f"<table>{links}</table>" if form.startswith("<tr") else f"<ul>{links}</ul>"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_operator_calls_an_article_is_not_refused_as_a_list(lang: str) -> None:
    result = read(list_page(*LANGUAGES[lang]), "http://news.example.org/culture/", kind="article")
    if isinstance(result, Rejection):
        assert result.reason is not RejectionReason.LISTING
        assert result.kind is Kind.LISTING
    else:
        assert result.kind is Kind.ARTICLE
        assert result.kind_confidence < 0.5


def test_what_is_hardly_an_article_is_doubtful() -> None:
    page = open_page(
        article_page().encode(), "http://news.example.org/a", {}, Hints(collected=COLLECTED)
    )
    refused = check_doubtful(KindPrediction(Kind.OTHER, 0.7, 0.19), page, MIN_ARTICLE)
    assert refused is not None
    assert refused.reason is RejectionReason.DOUBTFUL
    assert "probability of an article 19%" in refused.detail
    assert check_doubtful(KindPrediction(Kind.OTHER, 0.7, 0.2), page, MIN_ARTICLE) is None


def landing_page(offers: int) -> str:
    """Return a page that sells something: offers with a picture, a line and a button each."""
    cards = "".join(
        f'<li><img src="/{number}.png"><h3>Plan {number}</h3><p>For teams of {number}0 people, with '
        f"help by mail.</p><b>${number}9 a month</b>"
        f'<a class="btn" href="/buy/{number}">Buy</a></li>'
        for number in range(1, offers + 1)
    )
    return f"""<html><head><title>Lamp Desk: plans for teams</title>
<meta name="description" content="Plans for teams"></head><body><header><a href="/">Lamp Desk</a>
<a href="/pricing">Pricing</a><a href="/docs">Docs</a><a href="/login">Log in</a></header>
<section><h1>Plans for teams of every size</h1><p>Answer your customers from one desk, wherever they
write to you, and never lose a message again.</p><a class="btn" href="/trial">Start now</a>
</section>
<section><h2>Choose a plan</h2><ul>{cards}</ul></section><section><h2>Write to us</h2><form><input
name="mail"><button>Send</button></form></section><footer>© Lamp Desk</footer></body></html>"""


@pytest.mark.parametrize("kind", ["", "article"])
@pytest.mark.parametrize("offers", [6, 12, 24])
def test_a_page_that_sells_is_refused_whatever_the_operator_calls_it(
    offers: int, kind: str
) -> None:
    page = landing_page(offers)
    result = read(page, "https://lampdesk.example/pricing/", kind=kind)
    assert isinstance(result, Rejection)
    assert result.kind_confidence


@pytest.mark.parametrize("cards", [6, 12, 24])
def test_what_a_feed_lists_with_a_date_is_an_article_however_short(cards: int) -> None:
    """A feed leads to no landing pages, and short notes beside many teasers look like lists."""
    beside = "".join(
        f'<div><a href="/s/{number}">{ENGLISH[number % len(ENGLISH)]}</a><p>Read on</p></div>'
        for number in range(cards)
    )
    page = f"""<html><head><title>Bridge closed - Courier</title></head><body><nav>
<a href="/">Home</a><a href="/sport">Sport</a></nav><h1>Bridge closed until Monday morning</h1><p>{ENGLISH[0]}</p>
<p>{ENGLISH[1]}</p><aside>{beside}</aside></body></html>"""
    url = "http://news.example.org/bridge.html"
    assert isinstance(read(page, url, kind="article", published=COLLECTED), Article)


def test_the_operators_word_lowers_the_bar() -> None:
    page = read_draft(article_page()).page
    for chance, least, passes in (
        (MIN_TOLD_ARTICLE, MIN_TOLD_ARTICLE, True),
        (MIN_TOLD_ARTICLE, MIN_ARTICLE, False),
        (MIN_TOLD_ARTICLE - 0.01, MIN_TOLD_ARTICLE, False),
    ):
        refused = check_doubtful(KindPrediction(Kind.OTHER, 0.7, chance), page, least)
        assert (refused is None) is passes


@pytest.mark.parametrize(
    ("head", "is_signed", "least"),
    [
        ("", True, MIN_TOLD_ARTICLE),
        ("", False, MIN_TOLD_UNSIGNED),
        (json_ld({"@type": "Product"}), True, MIN_TOLD_FOR_SALE),
        ('<meta property="og:price:amount" content="12.00">', True, MIN_TOLD_FOR_SALE),
        (json_ld({"@type": "SocialEvent"}), True, MIN_TOLD_ARTICLE),
    ],
)
def test_what_the_operators_word_needs_besides(head: str, is_signed: bool, least: float) -> None:
    page = read_draft(f"{head}{article_page()}").page
    for chance, passes in ((least, True), (least - 0.01, False)):
        verdict = KindPrediction(Kind.OTHER, 0.7, chance)
        assert (check_told(verdict, page, is_signed=is_signed) is None) is passes


@pytest.mark.parametrize(
    "path", ["about", "en/about-us/", "content/2-polityka-prywatnosci", "privacy.html", "impressum"]
)
def test_pages_that_stand_on_every_site_are_not_articles(path: str) -> None:
    page = article_page(*LANGUAGES["en"])
    result = read(page, f"http://news.example.org/{path}")
    assert isinstance(result, Rejection)
    assert result.reason is RejectionReason.DOUBTFUL
    assert isinstance(read(page, f"http://news.example.org/{path}", kind="article"), Article)
    assert isinstance(
        read(page, f"http://news.example.org/{path.strip('/')}/the-library-opens-again"), Article
    )


def test_a_short_list_is_rejected_even_if_the_operator_calls_it_an_article() -> None:
    page = list_page(*LANGUAGES["en"], count=6)
    result = read(page, "http://news.example.org/culture/")
    assert isinstance(result, Rejection)
    assert (result.reason, result.kind) == (RejectionReason.LISTING, Kind.LISTING)
    assert "6 headlines are links" in result.detail
    told = read(page, "http://news.example.org/culture/", kind="article")
    assert isinstance(told, Rejection)
    assert (told.reason, told.kind) == (RejectionReason.DOUBTFUL, Kind.LISTING)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", ["", "article"])
def test_articles_are_articles(lang: str, kind: str) -> None:
    title, paragraphs = LANGUAGES[lang]
    result = read(article_page(title, paragraphs * 3), kind=kind)
    assert isinstance(result, Article)
    assert result.kind is Kind.ARTICLE
    assert result.kind_confidence > 0.5


def test_an_article_with_as_many_related_links_as_a_list_is_an_article() -> None:
    related = list_page("x", ENGLISH, teasers=False).partition('<div class="list">')[2]
    page = article_page(paragraphs=ENGLISH * 4).replace(
        '<div class="more">', f'<div class="more">{related}'
    )
    assert isinstance(read(page), Article)


def test_a_thread_is_not_a_list() -> None:
    result = read(samples.thread_page(samples.POSTS), "http://forum.example.org/t/17")
    assert isinstance(result, Thread)
    assert result.kind is Kind.THREAD


def test_other_refusals_name_the_kind_too() -> None:
    result = read(article_page(paragraphs=("This is all that there is.",)))
    assert isinstance(result, Rejection)
    assert (result.reason, result.kind) == (RejectionReason.TOO_SHORT, Kind.LISTING)
    assert 0 < result.kind_confidence <= 1


@pytest.mark.parametrize(
    ("article", "required", "given", "kept"),
    [
        (0.9, False, False, True),
        (0.3, False, False, True),
        (0.29, False, False, False),
        (0.1, False, True, True),
        (0.9, True, False, False),
        (0.9, True, True, False),
    ],
)
def test_a_page_without_a_date_must_look_like_an_article_or_be_called_one(
    article: float, required: bool, given: bool, kept: bool
) -> None:
    """Most pages that name no date sell or explain something."""
    verdict = KindPrediction(Kind.OTHER, 0.5, article)
    refused = check_undated(verdict, required=required, kind_is_known=given)
    assert (refused is None) is kept
    if refused:
        assert refused.reason is RejectionReason.NO_DATE
        assert ("requires one" in refused.detail) is required


_MARKUP = st.recursive(
    st.text(max_size=60)
    | st.sampled_from(["<br>", "<img src=x>", "2024-03-05", "$12", "<h1>Head</h1>"]),
    lambda inner: st.builds(
        "<{0}{1}>{2}</{0}>".format,
        st.sampled_from(["div", "p", "li", "ul", "article", "a", "h2", "table", "td"]),
        st.sampled_from(["", " href='/a/b'", " class=x", " href='http://['"]),
        st.lists(inner, max_size=5).map("".join),
    ),
    max_leaves=25,
)


@given(
    _MARKUP,
    st.sampled_from(["http://a.example/", "http://a.example/2024/03/05/x-y-z.html?page=2", ""]),
)
def test_any_page_has_a_kind(markup: str, url: str) -> None:
    """As many facts as the forest has, all of them numbers; the same result every time; a
    probability.
    """
    draft = read_draft(f"<html><body>{markup}</body></html>", url)
    page, verdict = draft.page, draft.verdict
    facts = features(page, draft.body, draft.date_evidence)
    full = read_draft(article_page(), url)
    assert len(facts) == len(features(full.page, full.body, full.date_evidence))
    assert all(fact == fact and abs(fact) < 1e9 for fact in facts)
    assert verdict == find_kind(page, draft.body, draft.date_evidence)
    assert verdict.kind in KINDS
    assert 1 / len(KINDS) - 1e-6 <= verdict.confidence <= 1
    assert 0 <= verdict.article <= verdict.confidence
    assert reasons(page)
