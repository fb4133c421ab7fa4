"""The package that speaks with providers, which only the web interface needs."""

from importlib.util import find_spec

from features.sign_on.settings import SignOnSettings
from storage.errors import SettingsError
from storage.settings import Settings


def require_package(settings: Settings) -> None:
    """Raise SettingsError if the settings name a provider, but Authlib is not installed."""
    if settings.of(SignOnSettings).issuer and find_spec("authlib") is None:
        raise SettingsError(
            [
                "NEWSLOOM_OIDC_ISSUER is set, but Authlib is not installed. "
                'Run `pip install "newsloom[oidc]"`, or remove the setting.'
            ]
        )
