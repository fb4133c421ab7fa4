"""Authentication of API calls by a token or by the session of the web UI, and the right that each
call needs.
"""

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils import timezone
from ninja.errors import AuthenticationError, HttpError
from ninja.security import APIKeyCookie, HttpBearer
from ninja.utils import check_csrf

from storage.database.models import ApiToken
from storage.database.people.rights import Right
from storage.database.people.tokens import token_of
from webui.uses import address_of


class TokenBearer(HttpBearer):
    """An API token in the header Authorization."""

    openapi_description = "A token that you create on the page “API tokens”."

    def __init__(self, right: Right) -> None:
        self.right = right
        super().__init__()

    def __call__(self, request: HttpRequest) -> ApiToken | None:
        """Return the token, or None without the header.

        A wrong token fails even if there is a valid session.
        """
        if "Authorization" not in request.headers:
            return None
        token: ApiToken | None = super().__call__(request)
        if token is None:
            raise AuthenticationError
        return token

    def authenticate(self, request: HttpRequest, token: str) -> ApiToken | None:
        """Return the token if it is valid and has the right; log its owner in for this request."""
        found = token_of(token.strip(), timezone.now(), address_of(request))
        if found is None:
            return None
        # A token never has more rights than its owner has today.
        if self.right.name not in found.scopes or not found.owner.has_perm(self.right):
            raise HttpError(
                403,
                f"This token does not have the right {self.right.name}, or its owner lost it. "
                "Create a token with this right.",
            )
        request.user = found.owner
        return found


class Session(APIKeyCookie):
    """The session cookie of the web UI.

    Requests that change something also need the header X-CSRFToken.
    """

    param_name = "newsloom_session"
    openapi_description = (
        "The session cookie of the web UI. Send X-CSRFToken with every request that changes "
        "something."
    )

    def __init__(self, right: Right) -> None:
        self.right = right
        super().__init__()

    def __call__(self, request: HttpRequest) -> User | None:
        """Return the user if logged in and allowed; None if not logged in."""
        user = request.user
        if not isinstance(user, User):
            return None
        # A session's cookie comes with each request of a browser, whoever has made the page.
        if check_csrf(request):
            raise HttpError(
                403,
                "The header X-CSRFToken is missing or wrong. Send it with every request that "
                "changes something.",
            )
        if not user.has_perm(self.right):
            raise HttpError(
                403, f"You do not have the right {self.right.name}. Ask an administrator for it."
            )
        return user

    def authenticate(self, request: HttpRequest, key: str | None) -> None:
        """Do nothing: Django has already read the session."""


def right(wanted: Right) -> list[TokenBearer | Session]:
    """Return the authentication methods of an operation that needs this right."""
    return [TokenBearer(wanted), Session(wanted)]
