"""Behind a reverse proxy: which addresses of the site are accepted, and whom a request comes
from.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.errors import SettingsError
from storage.settings import Settings


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("", ""),
        ("https://news.example.org", "https://news.example.org"),
        (" HTTPS://News.Example.org/ ", "https://news.example.org"),
        ("http://10.1.2.3:8080", "http://10.1.2.3:8080"),
    ],
)
def test_an_origin_is_read_as_browsers_write_it(given: str, read: str) -> None:
    assert Settings.from_mapping({"NEWSLOOM_WEB_ORIGIN": given}).web_origin == read


@pytest.mark.parametrize(
    "given",
    [
        "news.example.org",
        "ftp://a.example",
        "https://",
        "https://a.example/news",
        "https://u:p@a.example",
        "https://*",
    ],
)
def test_what_is_not_an_origin_is_refused_by_name(given: str) -> None:
    with pytest.raises(SettingsError, match=r"NEWSLOOM_WEB_ORIGIN.*https://news\.example\.org"):
        Settings.from_mapping({"NEWSLOOM_WEB_ORIGIN": given})


@pytest.mark.parametrize(
    ("header", "address"),
    [
        (None, "192.0.2.1"),
        ("", "192.0.2.1"),
        ("unknown", "192.0.2.1"),
        ("198.51.100.7", "198.51.100.7"),
        ("10.0.0.1, 198.51.100.7", "198.51.100.7"),
        ("198.51.100.7,<script>", "192.0.2.1"),
        ("1.1.1.1,  2001:DB8::1 ", "2001:db8::1"),
    ],
)
def test_only_what_the_proxy_itself_wrote_counts(header: str | None, address: str) -> None:
    from django.test import RequestFactory

    from webui.proxy import client_address

    headers = {} if header is None else {"x-forwarded-for": header}
    assert (
        client_address(RequestFactory().get("/", headers=headers, REMOTE_ADDR="192.0.2.1"))
        == address
    )


@given(st.text(max_size=40))
def test_what_a_client_writes_before_it_never_counts(lie: str) -> None:
    from django.test import RequestFactory

    from webui.proxy import client_address

    request = RequestFactory().get(
        "/", headers={"x-forwarded-for": f"{lie}, 198.51.100.7"}, REMOTE_ADDR="192.0.2.1"
    )
    assert client_address(request) == "198.51.100.7"
