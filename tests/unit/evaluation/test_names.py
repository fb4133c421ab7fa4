"""Names of authors, and profile addresses in their place."""

import pytest

from evaluation.measures.names import accepted_names, is_profile, profile_names
from extractor.page import dom

URL = "https://forum.example.org/t/1"
PAGE = """<body><a href="/members/Rowan.27/"><img src=r.png></a><a href="/members/Rowan.27/">Rowan &amp; Oak</a>
<a href="memberlist.php?mode=viewprofile&amp;u=88&amp;sid=abc">tide_line</a></body>"""


@pytest.mark.parametrize(
    ("author", "profile"),
    [
        ("/members/rowan.27/", True),
        ("members/rowan.27/", True),
        ("./memberlist.php?mode=viewprofile&u=88", True),
        ("https://forum.example.org/u/7", True),
        ("index.php?user_profile=882", True),
        ("rowan", False),
        ("Rowan/Oak", False),
        ("J. R. Hill", False),
        ("R.Hill", False),
    ],
)
def test_addresses_and_names_are_told_apart(author: str, profile: bool) -> None:
    assert is_profile(author) is profile


def test_a_profile_stands_for_the_name_that_links_to_it() -> None:
    profiles = profile_names(dom.parse(PAGE), URL)
    assert accepted_names("members/Rowan.27/", profiles, "https://forum.example.org/") == {
        "rowanoak",
        "rowan",
    }
    assert accepted_names("./memberlist.php?mode=viewprofile&u=88&sid=zzz", profiles, URL) == {
        "tideline"
    }
    assert accepted_names("./memberlist.php?mode=viewprofile&u=89", profiles, URL) == set()


def test_a_name_stands_for_itself() -> None:
    assert accepted_names("Tide Line", {}, URL) == {"tideline"}


def test_a_profile_that_nothing_links_to_is_known_by_its_last_part_if_that_is_a_name() -> None:
    assert accepted_names("/en/profile/bqpd", {}, URL) == {"bqpd"}
    assert accepted_names("/profile.php?id=9", {}, URL) == set()
    assert accepted_names("/user/4711", {}, URL) == set()
