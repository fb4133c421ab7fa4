"""The judge of links: what it takes on lists of many forms, and that it survives any page."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.lists.anchors import ListPage, open_page
from extractor.lists.judge import Judgement, candidates, judged, probabilities
from extractor.lists.link_facts import NAMES, facts_of

URL = "http://www.example.org/news/"
MENU = "".join(
    f'<li><a href="/{name}/">{name}</a></li>'
    for name in ("world", "sport", "culture", "business", "about-us", "our-people")
)
FOOT = (
    '<footer><a href="/privacy-policy/">Privacy policy</a>'
    '<a href="/advertise-with-us/">Advertise with us</a></footer>'
)


def page(entries: str) -> ListPage:
    html = f"<body><nav><ul>{MENU}</ul></nav><main>{entries}</main>{FOOT}</body>"
    return open_page(html.encode(), {"content-type": "text/html; charset=utf-8"}, URL)


def taken(entries: str) -> list[str]:
    found = judged(page(entries)).items()
    urls = [anchor.url for anchor, judgement in found if judgement is Judgement.ARTICLE]
    return [url.removeprefix("http://www.example.org") for url in dict.fromkeys(urls)]


ONE_WORD = ("Zeppole", "Americano", "Lemon pesto", "Focaccia", "Caponata", "Ragù", "Ribollita")


@pytest.mark.parametrize(
    "entry",
    [
        '<h2><a href="/?p={n}1">{word}</a></h2><p>A day by the sea with a friend of mine.</p>',
        '<article><h3>{word} for everyone</h3><p>It was said on Monday that the old harbour would'
        ' open.</p><a href="/news/{slug}/">Read more</a></article>',
        '<div class="post"><h1><a href="/{slug}.html">2026-03-0{n}</a></h1><p>Rain again.</p></div>',
        '<div class="item"><h2><a href="/devblog-{n}/">Devblog {n}</a></h2><p>What we did in the'
        ' last week.</p><a href="/devblog-{n}/">Continue reading</a></div>',
        '<li><a href="/story/{n}2345" aria-label="{word} comes to the harbour"></a></li>',
        '<li><a href="/story/{n}2345"><img src="a.jpg" alt="{word} comes to the harbour"></a></li>',
        '<tr><td>0{n}.03.2026</td><td><a href="/doc.php?id={n}77">{word} in the town hall</a></td>'
        "</tr>",
        '<a href="/{slug}/">The {word} of the town has been opened again</a><br>',
    ],
)  # fmt: skip
def test_articles_are_found_whatever_their_titles_say(entry: str) -> None:
    slugs = [f"{word.lower().replace(' ', '-')}-of-the-old-town" for word in ONE_WORD]
    entries = [
        entry.format(n=n, word=word, slug=slug)
        for n, (word, slug) in enumerate(zip(ONE_WORD, slugs, strict=True), 1)
    ]
    found = taken("".join(entries))
    assert len(found) == len(ONE_WORD)
    assert not {"/privacy-policy/", "/about-us/", "/world/"} & set(found)


def test_what_stands_beside_the_articles_is_left() -> None:
    entries = "".join(
        f'<article><h2><a href="/2026/11/the-harbour-opens-again-{n}/">The harbour opens again'
        f' after {n} weeks</a></h2><p>By <a href="/people/jane-doe-{n}">Jane Doe {n}</a> in'
        f' <a href="/culture/harbours-and-ships/">Harbours and ships</a></p>'
        f'<a href="/2026/11/the-harbour-opens-again-{n}/#comments">{n} comments</a></article>'
        for n in range(2, 14)
    )
    legal = (
        '<footer><a href="/terms-of-sale-for-digital-products/">Terms of sale and use</a></footer>'
    )
    assert taken(f'{entries}<a href="/news/page/2/">Older posts</a>{legal}') == [
        f"/2026/11/the-harbour-opens-again-{n}/" for n in range(2, 14)
    ]


@pytest.mark.parametrize(
    ("href", "judgement"),
    [
        ("/news/", Judgement.SELF),
        ("https://elsewhere.com/2026/11/a-long-story-about-it.html", Judgement.OTHER_SITE),
        ("/files/report.pdf", Judgement.FILE),
        ("/author/jane", Judgement.SECTION),
        ("/world/", Judgement.UNLIKELY),
    ],
)
def test_a_link_that_is_left_has_a_reason(href: str, judgement: Judgement) -> None:
    found = judged(page(f'<a href="{href}">A title that would be long enough</a>'))
    assert judgement in found.values()


HREF = st.sampled_from(("/", "/a", "/a/b-c-d", "/x.pdf", "//h", "?p=1", "http://e.org/1", "#x", ""))
NODE = st.recursive(
    st.builds(lambda href, text: f"<a href='{href}'>{text}</a>", HREF, st.text(max_size=12)),
    lambda inner: st.builds(
        lambda tag, nodes: f"<{tag} class='k 1'>{''.join(nodes)}</{tag}>",
        st.sampled_from(("div", "li", "nav", "h2", "a", "td", "time")),
        st.lists(inner, max_size=5),
    ),
    max_leaves=25,
)


@given(st.lists(NODE, max_size=6))
def test_any_page_has_a_finite_probability_for_each_candidate(nodes: list[str]) -> None:
    listed = open_page(f"<body>{''.join(nodes)}</body>".encode(), {}, URL)
    chosen = candidates(listed)
    chances = probabilities(listed.url, chosen)
    assert list(chances) == list(dict.fromkeys(anchor.url for anchor in chosen))
    assert all(0 <= chance <= 1 for chance in chances.values())
    assert set(judged(listed)) == set(listed.anchors)


@given(st.integers(0, 1000))
def test_facts_are_finite_and_do_not_depend_on_the_site(seed: int) -> None:
    rng = random.Random(seed)
    entries = "".join(
        f"<li class=x><a href='/{rng.randint(1, 99)}/{rng.choice('abc')}'>{'word ' * rng.randint(0, 9)}"
        "</a></li>"
        for _ in range(rng.randint(0, 30))
    )
    here, there = (
        open_page(f"<body>{entries}".encode(), {}, f"http://{host}/n/")
        for host in ("a.org", "bcd.net")
    )
    of_here, of_there = (facts_of(each.url, candidates(each))[1] for each in (here, there))
    assert of_here.shape[1] == len(NAMES)
    assert np.isfinite(of_here).all()
    assert np.array_equal(of_here, of_there)
