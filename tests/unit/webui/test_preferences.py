"""The theme and the time zone of a browser."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from tests.html_trees import html_tree
from tests.unit.webui.test_sources_pages import add

if TYPE_CHECKING:
    from django.test import Client

Browse = Callable[..., "Client"]


def theme_of(client: "Client", path: str = "/sources/") -> tuple[str, str]:
    """Return the theme of a page and the one that its button chooses."""
    page = html_tree(client.get(path).content)
    (button,) = page.cssselect("form.theme button")
    return str(page.get("data-theme")), str(button.get("value"))


def test_the_button_goes_through_the_themes_and_the_page_comes_in_the_chosen_one(
    browse: Browse,
) -> None:
    client = browse("ops")
    for theme, following in (("auto", "light"), ("light", "dark"), ("dark", "auto")):
        assert theme_of(client) == (theme, following)
        answer = client.post("/theme/", {"theme": following, "next": "/sources/?tag=a"})
        assert answer["Location"] == "/sources/?tag=a"
    assert theme_of(client) == ("auto", "light")


def test_the_theme_holds_before_the_login_too(browse: Browse) -> None:
    stranger = browse("")
    stranger.post("/theme/", {"theme": "dark", "next": "/login/"})
    assert theme_of(stranger, "/login/")[0] == "dark"


@pytest.mark.parametrize(
    ("theme", "target"), [("smoke", "https://evil.example/"), ("", "//evil.example/")]
)
def test_nonsense_means_the_system_and_no_other_site(
    browse: Browse, theme: str, target: str
) -> None:
    client = browse("ops")
    assert client.post("/theme/", {"theme": theme, "next": target})["Location"] == "/"
    assert theme_of(client)[0] == "auto"


def test_times_are_in_the_zone_of_the_browser_which_is_named_once(browse: Browse) -> None:
    source = add("Example")
    moment = datetime(2026, 1, 5, 23, 30, tzinfo=UTC)
    type(source).objects.update(last_visit=moment)
    client = browse("ops")
    assert (
        'title="2026-01-05 23:30:00 UTC"' in client.get(f"/sources/{source.pk}/").content.decode()
    )
    client.cookies["newsloom_zone"] = "Asia/Shanghai"
    page = client.get(f"/sources/{source.pk}/").content.decode()
    assert 'title="2026-01-06 07:30:00 CST"' in page
    assert page.count("Asia/Shanghai") == 2  # for the script, and for people
    assert html_tree(page).cssselect("footer")[0].text_content().strip() == "Times in Asia/Shanghai"


@pytest.mark.parametrize("zone", ["Mars/Olympus", "../../etc/passwd", "", "x" * 4000])
def test_an_unknown_zone_is_utc(browse: Browse, zone: str) -> None:
    client = browse("ops")
    client.cookies["newsloom_zone"] = zone
    assert "Times in UTC" in client.get("/sources/").content.decode()
