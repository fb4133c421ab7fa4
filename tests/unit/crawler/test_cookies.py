"""Cookies that the jobs of a source share: those of redirects, on one host, within limits."""

from scrapy import Request
from scrapy.http import Response

from crawler.downloader.middlewares import cookies
from crawler.downloader.middlewares.cookies import COOKIE_SOURCE, JAR, Cookies

URL = "http://news.example/a"


def request(url: str = URL, source: int = 1, jar: str = "job") -> Request:
    return Request(url, meta={JAR: jar, COOKIE_SOURCE: source})


def answer(
    middleware: Cookies, status: int, *set_cookie: str, url: str = URL, source: int = 1
) -> None:
    asked = request(url, source)
    middleware.process_request(asked)
    middleware.process_response(
        asked, Response(url, status, headers={"Set-Cookie": list(set_cookie)})
    )
    middleware.forget("job")


def sent(middleware: Cookies, url: str = URL, source: int = 1) -> set[str]:
    asked = request(url, source, jar="next job")
    middleware.process_request(asked)
    middleware.forget("next job")
    header = asked.headers.get("Cookie") or b""
    return set(header.decode().split("; ")) if header else set()


def test_cookies_of_redirects_are_shared_and_those_of_pages_are_not() -> None:
    middleware = Cookies()
    answer(middleware, 302, "visited=1; Path=/")
    answer(middleware, 200, "articles_read=3; Path=/")
    assert sent(middleware) == {"visited=1"}
    assert sent(middleware, "http://other.example/a") == set()
    assert sent(middleware, source=2) == set()


def test_a_cookie_of_a_domain_stays_on_its_host() -> None:
    middleware = Cookies()
    answer(middleware, 302, "visited=1; Path=/; Domain=.news.example")
    assert sent(middleware) == {"visited=1"}
    assert sent(middleware, "http://sub.news.example/a") == set()


def test_a_path_and_a_secure_connection_are_respected() -> None:
    middleware = Cookies()
    answer(
        middleware,
        302,
        "deep=1; Path=/deep",
        "safe=1; Path=/; Secure",
        url="https://news.example/deep/a",
    )
    assert sent(middleware, "https://news.example/deep/b") == {"deep=1", "safe=1"}
    assert sent(middleware, "https://news.example/b") == {"safe=1"}
    assert sent(middleware, "http://news.example/deep/b") == {"deep=1"}


def test_what_jobs_share_is_bounded() -> None:
    middleware = Cookies()
    answer(middleware, 302, f"long={'x' * 5_000}; Path=/", "expired=1; Path=/; Max-Age=0")
    assert sent(middleware) == set()
    for number in range(100):
        answer(middleware, 302, f"c{number}=1; Path=/; Max-Age=999999999")
    assert sent(middleware) == {f"c{number}=1" for number in range(70, 100)}
    for number in range(cookies._MAX_HOSTS):
        answer(middleware, 302, "visited=1; Path=/", url=f"http://host-{number}.example/")
    assert sent(middleware) == set()
    assert sent(middleware, "http://host-0.example/") == {"visited=1"}


def test_cookies_that_lead_nowhere_are_dropped() -> None:
    middleware = Cookies()
    answer(middleware, 302, "visited=1; Path=/")
    middleware.forget_shared(1, URL)
    assert sent(middleware) == set()
