"""The address of a proxy, and its password that nobody reads again."""

from dataclasses import replace

import pytest

from storage.database.sources.source_config import SourceConfig, plain_values
from storage.errors import SettingsError
from storage.proxies import Proxy, hide_password, read_proxy
from storage.settings import Settings

URL = "http://joe:s3%40cret@proxy.example:3128"
STORED = SourceConfig(name="s", channel="feed", address="https://a.example/feed", proxy=URL)


def test_an_address_is_read() -> None:
    assert read_proxy(URL) == Proxy(host="proxy.example", port=3128, user="joe", password="s3@cret")
    assert read_proxy("http://[2001:db8::1]:80").url == "http://[2001:db8::1]:80"
    assert "s3" not in repr(read_proxy(URL))


@pytest.mark.parametrize(
    "url",
    [
        "proxy:3128",
        "https://p:1",
        "http://p",
        "http://p:1/x",
        "http://p:x",
        "socks5://p:1",
        "http://:1",
        "http://[::1",
    ],
)
def test_another_address_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(ValueError, match=r"^(enter|the host)"):
        read_proxy(url)


def test_the_audit_and_the_api_hide_the_password_and_a_hidden_one_is_kept() -> None:
    # Models can be imported only once Django is set up.
    from storage.database.people.audit import without_secrets
    from storage.database.sources.validation import check_record
    from storage.database.sources.versions import as_draft, with_stored_secrets

    shown = without_secrets(plain_values(STORED), None)
    assert shown is not None
    assert shown["proxy"] == hide_password(URL) == "http://joe:(hidden)@proxy.example:3128"
    changed = without_secrets({"proxy": URL.replace("s3", "t4")}, {"proxy": URL})
    assert changed == {"proxy": "http://joe:(hidden)@proxy.example:3128 (hidden, changed)"}
    assert with_stored_secrets(replace(STORED, proxy=shown["proxy"]), STORED) == STORED
    # The stored password does not go to another proxy.
    other = with_stored_secrets(
        replace(STORED, proxy="http://joe:(hidden)@evil.example:3128"), STORED
    )
    assert [problem.field for problem in check_record(other)] == ["proxy"]
    restored = as_draft({**shown, "proxy": "http://ann:(hidden)@proxy.example:3128"}, STORED)
    assert (restored.config.proxy, restored.lost_secrets) == ("", ("proxy",))


def test_a_wrong_setting_is_named_without_its_password() -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.from_mapping({"NEWSLOOM_PROXY": "http://joe:s3cret@proxy"})
    assert "NEWSLOOM_PROXY" in str(caught.value)
    assert "s3cret" not in str(caught.value)
    assert "s3cret" not in repr(Settings(proxy="http://joe:s3cret@proxy:1"))
