"""Addresses of mailboxes and mails, and that they are kept apart from those of the web."""

import pytest

from features.newsletters.addresses import (
    Folder,
    address_of_folder,
    address_of_rest,
    is_mail,
    read_folder,
)
from storage.keys import (
    canonical_address,
    canonical_url,
    fetchable_url,
    is_web_url,
    place_of,
    site_of,
)

BOX = "imaps://imap.paper.example/INBOX"
MAIL = "mid:issue-1@mail.paper.example"


@pytest.mark.parametrize(
    ("url", "folder"),
    [
        (BOX, Folder(host="imap.paper.example", port=993, name="INBOX")),
        ("IMAPS://imap.paper.example", Folder(host="imap.paper.example", port=993, name="INBOX")),
        (
            "imaps://imap.paper.example:1993/News%20letters/Paper?17:450",
            Folder(host="imap.paper.example", port=1993, name="News letters/Paper", place="17:450"),
        ),
        ("imaps://[::1]/报纸", Folder(host="::1", port=993, name="报纸")),
    ],
)
def test_an_address_names_server_folder_and_where_to_go_on(url: str, folder: Folder) -> None:
    assert read_folder(url) == folder


@pytest.mark.parametrize(
    "url",
    [
        "imap://h.example/INBOX",
        "imaps:///INBOX",
        "https://h.example/",
        f"{BOX}?FROM%20a",
        f"{BOX}?17:9:3",
        "",
    ],
)
def test_another_address_is_no_mailbox(url: str) -> None:
    with pytest.raises(ValueError, match="not the address of a mailbox"):
        read_folder(url)


@pytest.mark.parametrize("url", [BOX, MAIL, f"{BOX}?17:450:1-40,60-90"])
def test_the_canonical_form_stays_and_is_no_web_address(url: str) -> None:
    assert canonical_address(url) == canonical_address(canonical_address(url)) == url
    assert fetchable_url(url) == url
    assert not is_web_url(url)
    assert place_of(url) == ""
    with pytest.raises(ValueError, match="not an http or https address"):
        canonical_url(url)


@pytest.mark.parametrize("place", ["17:903", "17:903:1-450", "17:903:1-40,60-90"])
def test_the_address_of_a_rest_comes_back(place: str) -> None:
    rest = address_of_rest(f"{BOX}?17:900:1-899", place)
    assert address_of_folder(rest) == BOX
    assert read_folder(rest).place == place


def test_a_user_name_is_no_part_of_the_address() -> None:
    assert canonical_address("imaps://anna%40x.example@Imap.Paper.example/INBOX") == BOX


def test_a_mail_has_no_site_of_its_own() -> None:
    assert site_of(MAIL) == ""
    assert is_mail(MAIL)
    assert not is_mail("https://mid.example/")


@pytest.mark.parametrize("url", ["mid:", "mid://host/x", "imaps://", "mailto:a@b.example"])
def test_what_is_neither_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="not"):
        canonical_address(url)
