"""Pages of our own for the tests of the extractor: texts in many languages, articles and
threads.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from evaluation.algorithms import choose
from extractor.article import ArticleDraft
from extractor.extraction import extract, read_article_draft
from extractor.results import Article, Extraction, Hints, Thread

COLLECTED = datetime(2024, 3, 6, 12, 0, tzinfo=UTC)
URL = "http://news.example.org/story/17.html"

CHINESE = (
    "市图书馆昨天重新开放，经过两年的修缮，阅览室比以前大了一倍，孩子们也有了自己的角落。",
    "馆长说，读者可以在这里借阅三十万册图书，周末还会有人来讲故事，不用预约。",
    "附近的居民对这次改造很满意，不过他们希望门口的公共汽车站也能早一点修好。",
    "下个月，图书馆将和学校一起举办一次读书比赛，报名的办法会在网站上公布。",
)
TRADITIONAL = (
    "市立圖書館昨天重新開放，經過兩年的整修，閱覽室比以前大了一倍，孩子們也有了自己的角落。",
    "館長說，讀者可以在這裡借閱三十萬冊圖書，週末還會有人來講故事，不用預約。",
    "附近的居民對這次整修很滿意，不過他們希望門口的公車站也能早一點修好。",
)
JAPANESE = (
    "市の図書館が昨日、二年間の改修を終えて再び開きました。閲覧室は以前の二倍の広さになりました。",
    "館長によると、ここでは三十万冊の本を借りることができ、週末には読み聞かせも行われます。",
    "近くに住む人たちは新しい図書館を喜んでいますが、駅からの道も早く直してほしいと話しています。",
)
KOREAN = (
    "시립 도서관이 이 년 동안의 공사를 마치고 어제 다시 문을 열었다. 열람실은 예전보다 두 배로 넓어졌다.",
    "관장은 이곳에서 책 삼십만 권을 빌릴 수 있고 주말에는 아이들에게 이야기를 읽어 준다고 말했다.",
    "가까이에 사는 사람들은 새 도서관을 반기지만 버스 정류장도 빨리 고쳐 주기를 바라고 있다.",
)
ENGLISH = (
    "The town library opened its doors again yesterday after two years, and the reading room is twice as large.",
    "Readers can borrow thirty thousand books there, and at weekends there will be stories for the children.",
    "People who live nearby are pleased with the result, but they hope that the bus stop will be mended soon.",
    "Next month the library and the school will hold a reading contest, and how to enter is shown on the notice board.",
)
RUSSIAN = (
    "Городская библиотека вчера снова открылась после двух лет ремонта, и читальный зал стал вдвое больше, чем был.",
    "Здесь можно взять домой тридцать тысяч книг, а по выходным детям будут рассказывать сказки, и это бесплатно.",
    "Жители соседних домов довольны, но они надеются, что и остановку автобуса приведут в порядок до зимы.",
)
FRENCH = (
    "La bibliothèque a rouvert hier après deux années de travaux, et la salle de lecture est deux fois plus grande.",
    "Les élèves y trouveront trente mille livres, et l’été prochain des conteurs viendront lire à côté de la fenêtre.",
)
CZECH = (
    "Městská knihovna včera po dvou letech oprav znovu otevřela a čítárna je teď dvakrát větší, než bývala dříve.",
    "Čtenáři si tu mohou půjčit třicet tisíc knih a o víkendech přijde někdo, kdo dětem vypráví příběhy a pohádky.",
)


def article_page(
    title: str = "Town library opens again",
    paragraphs: Sequence[str] = ENGLISH,
    date: str = "2024-03-05 10:30",
    *,
    head: str = "",
    site: str = "Example Courier",
) -> str:
    """Return a plain article with menu, byline, related links and footer."""
    body = "\n".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    menu = "".join(f'<li><a href="/{n}">Section {n}</a></li>' for n in range(5))
    return f"""<html><head>{head}<title>{title} - {site}</title></head><body><ul>{menu}</ul>
<div class="main"><h1>{title}</h1><div class="info"><span>{date}</span> <span>{site}</span></div>
<div class="text">{body}</div></div>
<div class="more"><ul>{menu}</ul></div><div class="foot">All rights with {site}</div></body></html>"""


def thread_page(
    posts: list[tuple[str, str, str]], title: str = "How do I mend my bicycle", extra: str = ""
) -> str:
    """Return a thread of (author, time, markup of the body)."""
    shown = "".join(
        f"""<div class="post"><div class="side"><a class="username" href="/member/{number}">{author}</a><br>
Posts: {number * 7}</div><div class="main"><div class="head">Posted {time} <span class="nr">#{number}</span></div>
<div class="content">{body}</div><div class="signature">Ride on</div></div></div>"""
        for number, (author, time, body) in enumerate(posts, 1)
    )
    return f"""<html><head><title>{title} - Wheel Forum</title></head>
<body><div class="nav"><a href="/">Wheel Forum</a></div>
<h1>{title}</h1><div id="posts">{shown}</div>{extra}<div class="foot">All times are local</div></body></html>"""


POSTS = [
    (
        "anna",
        "2024-03-05 10:10",
        "My chain jumps off whenever I ride up the hill, and I do not know why that is.",
    ),
    (
        "bertil",
        "2024-03-05 10:25",
        "Look at the teeth of the small wheel first, they may be worn down.",
    ),
    (
        "carla",
        "2024-03-05 11:00",
        "The same happened to me, and a new chain was all that it needed in the end.",
    ),
]


def read(
    page: str | bytes,
    url: str = URL,
    headers: dict[str, str] | None = None,
    algorithm: str = "",
    **hints: Any,
) -> Extraction:
    """Return the extraction of a page, collected at ``COLLECTED`` by default."""
    body = page.encode() if isinstance(page, str) else page
    known = Hints(**{"collected": COLLECTED, **hints})
    return extract(body, url, headers or {}, known, choose(algorithm))


def read_article(
    page: str | bytes, url: str = URL, headers: dict[str, str] | None = None, **hints: Any
) -> Article:
    result = read(page, url, headers, **hints)
    assert isinstance(result, Article), result
    return result


def read_draft(page: str, url: str = URL, **hints: Any) -> ArticleDraft:
    """Return what a page says when it is read as an article."""
    found = read_article_draft(page.encode(), url, {}, Hints(**{"collected": COLLECTED, **hints}))
    assert isinstance(found, ArticleDraft), found
    return found


def published_of(article: Article) -> datetime:
    assert article.published
    return article.published


def read_thread(
    page: str | bytes, url: str = "http://forum.example.org/t/17", **hints: Any
) -> Thread:
    result = read(page, url, **hints)
    assert isinstance(result, Thread), result
    return result
