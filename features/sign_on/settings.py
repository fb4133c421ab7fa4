"""The settings of single sign-on."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from storage.setting_fields import FeatureSettings, secret

# Who can change an answer of the provider on its way can log in as anybody, so an address without
# TLS must be of this machine.
_ISSUER = re.compile(
    r"(https://[^/?#]+|http://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(?=/|$))[^?#]*$"
)


@dataclass(frozen=True, kw_only=True)
class SignOnSettings(FeatureSettings):
    """The provider of OpenID Connect with which users can log in."""

    PREFIX: ClassVar[str] = "oidc_"

    issuer: str = ""
    client_id: str = ""
    client_secret: str = secret()
    groups_claim: str = ""

    def problems(self) -> Sequence[str]:
        """Return what a provider needs that is missing."""
        return list(self._problems())

    def _problems(self) -> Iterator[str]:
        names = ("client_id", "client_secret", "groups_claim")
        others = [name for name in names if getattr(self, name)]
        # Without the issuer sign-on is off, and whoever set the others believes that it is on.
        if others and not self.issuer:
            yield (
                f"NEWSLOOM_OIDC_{others[0].upper()} is set without NEWSLOOM_OIDC_ISSUER, the "
                "address of the provider. Set that too."
            )
        if not self.issuer:
            return
        if not _ISSUER.match(self.issuer):
            yield (
                "NEWSLOOM_OIDC_ISSUER must start with https:// and have no ? or #, as in "
                "https://login.example.org/realms/news"
            )
        if not self.client_id:
            yield (
                "NEWSLOOM_OIDC_ISSUER is set without NEWSLOOM_OIDC_CLIENT_ID, the name under "
                "which the provider knows Newsloom. Set that too."
            )


SETTINGS = SignOnSettings
