"""The provider of OpenID Connect that users can log in with, if the settings name one.

Authlib does the protocol: the code flow with PKCE (RFC 7636), state and nonce, and checks of the ID
token (OpenID Connect Core, 3.1.3.7).
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from features.sign_on.settings import SignOnSettings
from features.sign_on.store import SignOn

_TIMEOUT_SECONDS = 10
"""A provider that takes longer is away: nobody waits longer for a login."""


class SignOnFailed(Exception):
    """The provider, or what came back from it, did not prove who the user is."""


def sign_on_name() -> str:
    """Return the host of the provider, or "" if there is none."""
    return urlsplit(_own().issuer).hostname or ""


def address_of_provider(request: HttpRequest) -> str:
    """Return the address at which the user logs in. Raises SignOnFailed."""
    with _failures():
        client = _client(_own())
        return str(client.authorize_redirect(request, _return_address(request))["Location"])


def person_at_provider(request: HttpRequest) -> SignOn:
    """Return who came back from the provider with this request. Raises SignOnFailed."""
    with _failures():
        client = _client(_own())
        token = client.authorize_access_token(request)
        proven: Mapping[str, Any] | None = token.get("userinfo")
        if not proven:
            raise SignOnFailed("the provider sent no ID token")
        claims = {**_further_claims(client, token, proven["sub"]), **proven}
    claim = _own().groups_claim
    return SignOn(
        issuer=str(claims["iss"]),
        subject=str(claims["sub"]),
        name=str(claims.get("preferred_username") or claims.get("email") or ""),
        groups=_names(claims.get(claim)) if claim else None,
    )


def _further_claims(client: Any, token: object, subject: str) -> Mapping[str, Any]:
    """Return what the provider says besides the ID token, which may hold no more than a number.

    Only with the same subject it speaks of the same person (OpenID Connect Core, 5.3.2).
    """
    if "userinfo_endpoint" not in client.load_server_metadata():
        return {}
    claims: Mapping[str, Any] = client.userinfo(token=token)
    return claims if claims.get("sub") == subject else {}


def _names(value: object) -> list[str]:
    """Return the groups of a claim: a list, or one text with spaces between."""
    if isinstance(value, str):
        return value.split()
    if isinstance(value, list):
        return [str(each) for each in value]
    return []


def _return_address(request: HttpRequest) -> str:
    origin = settings.NEWSLOOM.web_origin
    path = reverse("sign_on_return")
    if origin:
        return f"{origin}{path}"
    return request.build_absolute_uri(path)


@contextmanager
def _failures() -> Iterator[None]:
    """Turn what the libraries raise into SignOnFailed: their errors have no base in common."""
    from authlib.common.errors import AuthlibBaseError
    from joserfc.errors import JoseError
    from requests import RequestException

    try:
        yield
    except (AuthlibBaseError, JoseError, RequestException, ValueError, KeyError) as error:
        raise SignOnFailed(str(error)) from error


def _own() -> SignOnSettings:
    found: SignOnSettings = settings.NEWSLOOM.of(SignOnSettings)
    return found


@cache
def _client(own: SignOnSettings) -> Any:
    from authlib.integrations.django_client import OAuth

    issuer = own.issuer.rstrip("/")
    return OAuth().register(
        "newsloom",
        client_id=own.client_id,
        client_secret=own.client_secret or None,
        server_metadata_url=f"{issuer}/.well-known/openid-configuration",
        client_kwargs={
            "scope": "openid profile email",
            "code_challenge_method": "S256",
            "default_timeout": _TIMEOUT_SECONDS,
        },
    )
