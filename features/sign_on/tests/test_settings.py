"""The settings of single sign-on."""

import sys
from pathlib import Path
from unittest import mock

import pytest

from features.sign_on.settings import SignOnSettings
from storage.errors import SettingsError
from storage.settings import Settings
from webui import serve


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"ISSUER": "https://login.example.org"}, "without NEWSLOOM_OIDC_CLIENT_ID"),
        ({"CLIENT_SECRET": "hidden"}, "without NEWSLOOM_OIDC_ISSUER"),
        ({"ISSUER": "login.example.org", "CLIENT_ID": "newsloom"}, "must start with https://"),
        ({"ISSUER": "http://a.example", "CLIENT_ID": "newsloom"}, "must start with https://"),
        ({"ISSUER": "http://localhost.a.example", "CLIENT_ID": "n"}, "must start with https://"),
        ({"ISSUER": "https://a.example/?b=c", "CLIENT_ID": "newsloom"}, "no ? or #"),
    ],
)
def test_half_of_a_single_sign_on_is_refused(given: dict[str, str], said: str) -> None:
    environment = {f"NEWSLOOM_OIDC_{name}": value for name, value in given.items()}
    with pytest.raises(SettingsError) as error:
        Settings.from_mapping(environment)
    assert said in str(error.value)
    assert "hidden" not in str(error.value)


def test_single_sign_on_without_its_package_is_refused_in_a_sentence(tmp_path: Path) -> None:
    settings = Settings(
        home=tmp_path,
        of_features=(SignOnSettings(issuer="https://login.example.org", client_id="n"),),
    )
    with (
        mock.patch.dict(sys.modules, {"authlib": None}),  # as if it were not installed
        pytest.raises(SettingsError, match=r"pip install \"newsloom\[oidc\]\""),
    ):
        serve.serve(settings)


def test_a_feature_that_is_off_reads_no_setting() -> None:
    given = {"NEWSLOOM_OIDC_CLIENT_SECRET": "hidden", "NEWSLOOM_FEATURES": "all,-sign_on"}
    assert Settings.from_mapping(given).of(SignOnSettings).client_secret == ""
