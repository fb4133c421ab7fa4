"""What single sign-on adds to Newsloom."""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from hooks.answers import AuditLabels, Part
from hooks.specifications import hookimpl

if TYPE_CHECKING:
    from storage.settings import Settings


@hookimpl
def web_starts(settings: "Settings") -> None:
    """Refuse a provider without the package that speaks with it."""
    from features.sign_on.package import require_package

    require_package(settings)


@hookimpl
def page_actions(page: str) -> Sequence[Part] | None:
    """Let whoever logs in go to the provider."""
    from features.sign_on.provider import sign_on_name

    if page != "login" or not (name := sign_on_name()):
        return None
    return [Part(template="sign_on/login.html", context={"sign_on": name})]


@hookimpl
def other_logins(user_ids: Collection[int]) -> Mapping[int, object]:
    """Say who logs in with the provider."""
    from features.sign_on.store import with_identity
    from features.sign_on.texts import ACTIVE

    return dict.fromkeys(with_identity(user_ids), ACTIVE)


@hookimpl
def audit_labels() -> AuditLabels:
    """Say in the audit log that a user came from the provider."""
    from features.sign_on.texts import LOGGED_IN
    from storage.database.people.uses import Use

    return AuditLabels(actions={Use.SIGN_ON: LOGGED_IN})
