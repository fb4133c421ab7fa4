"""Pages that a site shows in place of an article or thread are rejected by name; articles about such things are not."""

import pytest

from extractor.results import Article, Rejection, RejectionReason, Thread
from tests.unit.extractor import samples
from tests.unit.extractor.fields.pages import json_ld
from tests.unit.extractor.samples import article_page, read

FILLER = "The answer is kept for a year and can be changed at any time from the foot of each page of this site. "


def _gate(title: str, *lines: str, extra: str = "", head: str = "") -> str:
    text = "".join(f"<p>{line}</p>" for line in lines)
    return (
        f"<html><head><title>{title}</title>{head}</head><body><h1>{title}</h1><div>2024-03-05</div>"
        f"<div>{text}</div>{extra}</body></html>"
    )


CHALLENGES = [
    _gate("Just a moment...", "Checking your browser before you reach the courier.", FILLER),
    _gate("One more step", "Please complete the security check to reach the courier.", FILLER),
    _gate("Security check", "Our systems have seen unusual traffic from your network. " + FILLER),
    _gate("请稍候", "为了您的访问安全，请完成下面的安全验证后继续浏览本站的内容。" * 4),
    _gate("确认访问", "您的访问过于频繁，请稍后再试，或者在下面输入图中的字符继续。" * 4),
    _gate("Подождите немного", "Подтвердите, что вы не робот, чтобы продолжить чтение нашего сайта. " * 2),
]
CONSENTS = [
    _gate("The Courier", "We and our partners store data on your device. " + FILLER * 3),
    _gate(
        "Town library opens again",
        "We use cookies to show you news that you like. " + FILLER * 20 + "Accept all cookies",
    ),
    _gate("Der Kurier", "Wir verwenden Cookies, um Ihnen passende Nachrichten zu zeigen. " + FILLER * 3),
    _gate("Der Kurier", "Wir und unsere 217 Partner speichern Daten auf Ihrem Gerät, um sie zu lesen. " + FILLER * 3),
    _gate("Goniec", "My i nasi partnerzy przechowujemy informacje na urządzeniu i je czytamy. " + FILLER * 3),
    _gate("Le Courrier", "Nous utilisons des cookies pour mesurer l’audience de nos pages. " + FILLER * 3),
    _gate("城市晚报", "我们使用Cookie来改进您的阅读体验，您可以随时在页面底部更改您的选择。" * 5),
]
PASSWORD = '<form><input name="user"><input type="password" name="word"><button>Go</button></form>'
LOGINS = [
    _gate("Town library opens again", "You must be logged in to view this article.", FILLER),
    _gate("Log in", "Use the name that you chose when you joined our site. " + FILLER, extra=PASSWORD),
    _gate("Town library opens again", extra=PASSWORD),
    _gate("图书馆昨天重新开放", "请登录后查看全文。" + "本站的文章只对读者开放，注册很简单，也不收费。" * 6),
]
PAYWALLS = [
    _gate("Town library opens again", *samples.ENGLISH[:2], "Subscribe to continue reading"),
    _gate(
        "Die Bibliothek ist wieder offen", *samples.ENGLISH[:2], extra='<a href="/abo">Jetzt weiterlesen mit Plus</a>'
    ),
    _gate("La bibliothèque a rouvert", *samples.FRENCH, "Article réservé aux abonnés"),
    _gate("图书馆昨天重新开放", *samples.CHINESE, "订阅后可阅读全文"),
    _gate(
        "Town library opens again",
        *samples.ENGLISH * 5,
        "To read the full article, join us",
        head=json_ld({"@type": "NewsArticle", "headline": "Town library opens again", "isAccessibleForFree": "False"}),
    ),
]
ERRORS = [
    _gate("404 | The Courier", *samples.ENGLISH * 8),
    _gate("Page not found - The Courier", *samples.ENGLISH * 8),
    _gate("Seite nicht gefunden", *samples.ENGLISH * 8),
    _gate("Oops, something is wrong", "The page you are looking for is not here any more. " + FILLER),
    _gate("您访问的页面不存在", "您可以回到首页，或者看看下面这些今天最受欢迎的文章。" * 6),
    _gate("城市晚报网站", "对不起，该文章已被删除，请浏览本站的其他内容。" * 6),
]
SHELLS = [
    '<html><head><title>Town library opens again</title></head><body><div id="root"></div>'
    "<script src=a.js></script></body>",
    _gate("Town library opens again", "You need to enable JavaScript to read this site. " + FILLER),
    '<html><head><title>Town library opens again</title></head><body><ul><li><a href="/a">News</a></ul><div id="app">'
    "<p>Loading the newest stories of the town and the harbour, please wait</p></div><script>start()</script></body>",
]
PAGES = {
    RejectionReason.CHALLENGE: CHALLENGES,
    RejectionReason.CONSENT: CONSENTS,
    RejectionReason.LOGIN: LOGINS,
    RejectionReason.PAYWALL: PAYWALLS,
    RejectionReason.SOFT_404: ERRORS,
    RejectionReason.SCRIPT_SHELL: SHELLS,
}


@pytest.mark.parametrize("kind", ["", "article"])
@pytest.mark.parametrize(("reason", "page"), [(reason, page) for reason, pages in PAGES.items() for page in pages])
def test_what_is_shown_in_place_of_an_article_is_named(reason: RejectionReason, page: str, kind: str) -> None:
    result = read(page, kind=kind)
    assert isinstance(result, Rejection)
    assert result.reason is reason
    assert result.detail


@pytest.mark.parametrize(
    "page",
    [
        article_page("Why sites say page not found so often", samples.ENGLISH * 2),
        article_page("How robots pass the test", ("You will be asked whether you are a robot.", *samples.ENGLISH * 4)),
        article_page(paragraphs=("Some readers say: we use cookies to bake with.", *samples.ENGLISH * 4)),
        article_page().replace("</body>", f"<div>Please log in to comment{PASSWORD}</div></body>"),
        article_page().replace("<h1>", "<div>Already a subscriber? Log in</div><h1>"),
        article_page(head=json_ld({"@type": "NewsArticle", "isAccessibleForFree": False}), paragraphs=samples.ENGLISH),
        article_page().replace("</body>", "<noscript>Please enable JavaScript</noscript></body>"),
    ],
)
def test_articles_that_mention_barriers_are_articles(page: str) -> None:
    assert isinstance(read(page, kind="article"), Article)


def test_a_thread_that_is_hidden_says_why() -> None:
    login = read(_gate("How do I mend my bicycle", "You must be logged in to view this thread."), kind="thread")
    shell = read(SHELLS[0], kind="thread")
    assert isinstance(login, Rejection)
    assert isinstance(shell, Rejection)
    assert (login.reason, shell.reason) == (RejectionReason.LOGIN, RejectionReason.SCRIPT_SHELL)


def test_a_shell_with_a_hidden_login_form_is_a_shell() -> None:
    page = SHELLS[0].replace("</body>", f"<noscript>{PASSWORD}</noscript></body>")
    result = read(page, kind="thread")
    assert isinstance(result, Rejection)
    assert result.reason is RejectionReason.SCRIPT_SHELL


def test_a_login_form_that_is_hidden_is_no_login_page() -> None:
    page = _gate("How do I mend my bicycle", extra=f'<div style="display: none">{PASSWORD}</div>')
    result = read(page, kind="thread")
    assert isinstance(result, Rejection)
    assert result.reason is RejectionReason.NO_POSTS


def test_a_robot_check_for_a_form_does_not_hide_a_short_article() -> None:
    form = f"<form>安全验证：请完成验证后再发表您的看法<input name=code></form><div>{samples.CHINESE[0] * 40}</div>"
    page = article_page("图书馆昨天重新开放", samples.CHINESE).replace("</body>", f"<aside>{form}</aside></body>")
    result = read(page, kind="article")
    assert not (isinstance(result, Rejection) and result.reason is RejectionReason.CHALLENGE)


def test_a_thread_with_a_login_form_is_a_thread() -> None:
    page = samples.thread_page(samples.POSTS, extra=f"<div>You must be logged in to reply{PASSWORD}</div>")
    assert isinstance(read(page, kind="thread"), Thread)
