"""Where the secret headers of a source may go."""

import pytest
from scrapy import Request
from scrapy.http import Response
from scrapy.utils.test import get_crawler

from crawler.downloader.middlewares.limits import SOURCE_HEADERS, Redirects
from crawler.headers import headers_for
from scheduler.jobs import SourceSpec

SECRETS = {"X-Api-Key": "k3y"}


@pytest.mark.parametrize(
    ("host", "secure", "url", "sent"),
    [
        ("news.example.co.uk", False, "http://cdn.example.co.uk/a", True),
        ("news.example.co.uk", False, "https://cdn.example.co.uk/a", True),
        ("news.example.co.uk", True, "https://cdn.example.co.uk/a", True),
        ("news.example.co.uk", True, "http://news.example.co.uk/a", False),
        ("news.example.co.uk", False, "http://other.co.uk/a", False),
        ("alice.github.io", True, "https://alice.github.io/a", True),
        ("alice.github.io", True, "https://mallory.github.io/a", False),
        ("alice.blogspot.com", True, "https://mallory.blogspot.com/a", False),
        ("127.0.0.1:8080", False, "http://127.0.0.1:9090/a", True),
        ("", False, "http://news.example.co.uk/a", False),
    ],
)
def test_headers_go_to_the_sources_own_site_and_never_from_https_to_http(
    host: str, secure: bool, url: str, sent: bool
) -> None:
    spec = SourceSpec(id=1, name="s", channel="list", host=host, secure=secure, headers=SECRETS)
    assert headers_for(url, spec) == (SECRETS if sent else {})


@pytest.mark.parametrize(
    ("target", "sent"),
    [
        ("https://alice.github.io/b", True),
        ("http://alice.github.io/b", False),
        ("https://mallory.github.io/b", False),
    ],
)
def test_headers_follow_a_redirect_within_these_bounds(target: str, sent: bool) -> None:
    request = Request(
        "https://alice.github.io/a", headers=SECRETS, meta={SOURCE_HEADERS: tuple(SECRETS)}
    )
    response = Response(request.url, status=302, headers={"Location": target}, request=request)
    following = Redirects.from_crawler(get_crawler()).process_response(request, response)
    assert following.url == target
    assert ("X-Api-Key" in following.headers) is sent
