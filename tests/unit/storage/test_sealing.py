"""Header values in jobs: no one reads them, or sends them elsewhere, without the secret key."""

import pytest

from storage.errors import Refused
from storage.sealing import HeaderSeal

HEADERS = {"Cookie": "session=s3cret", "X-名": "值"}
SEAL = HeaderSeal(lambda: "key")


def test_what_was_sealed_is_opened_with_the_same_key_only() -> None:
    sealed = SEAL.seal(HEADERS, "a.example")
    assert sealed.keys() == HEADERS.keys()
    assert "s3cret" not in str(sealed)
    assert HeaderSeal(lambda: "key").open(sealed, "a.example") == HEADERS
    with pytest.raises(
        Refused, match="header Cookie cannot be decrypted; give schedulers and workers the same"
    ):
        HeaderSeal(lambda: "another key").open(sealed, "a.example")


def test_a_value_moves_to_no_other_host_or_name() -> None:
    sealed = SEAL.seal(HEADERS, "a.example")
    with pytest.raises(Refused):
        SEAL.open(sealed, "evil.example")
    with pytest.raises(Refused):
        SEAL.open({"X-Forwarded": sealed["Cookie"]}, "a.example")
    with pytest.raises(Refused):
        SEAL.open({"Cookie": "sealed:not base64!"}, "a.example")


def test_values_of_a_trial_are_not_sealed_and_a_value_may_look_sealed() -> None:
    assert HeaderSeal(lambda: pytest.fail("no key is needed")).open(HEADERS, "a.example") == HEADERS
    odd = {"X-Odd": "sealed:nothing"}
    assert SEAL.open(SEAL.seal(odd, "a.example"), "a.example") == odd


def test_a_former_key_opens_what_it_sealed_and_the_new_one_seals() -> None:
    old = SEAL.seal(HEADERS, "a.example")
    both = HeaderSeal(lambda: "new key", lambda: ("another", "key"))
    assert both.open(old, "a.example") == HEADERS
    new = both.seal(HEADERS, "a.example")
    assert HeaderSeal(lambda: "new key").open(new, "a.example") == HEADERS
    with pytest.raises(Refused):
        SEAL.open(new, "a.example")
