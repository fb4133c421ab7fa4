"""What a request leaves in the audit although it changes nothing."""

from axes.helpers import get_client_ip_address
from django.http import HttpRequest

from storage.database.people.uses import record_export
from webui.rights import user_of


def address_of(request: HttpRequest) -> str:
    """Return where a request comes from: what the limits of logins count, too."""
    return get_client_ip_address(request) or ""


def note_export(
    request: HttpRequest, subject: str, form: str, matches: int | None = None, sha256: str = ""
) -> None:
    """Record that the request's user exports what ``subject`` names, in the format ``form``.

    ``sha256`` is that of the file, if it is known: it tells later which file was given out.
    """
    if sha256:
        details: dict[str, object] = {"format": form, "sha256": sha256}
    else:
        details = {"format": form}
    if matches is not None:
        details["documents"] = matches
    record_export(user_of(request), subject, details, address_of(request))
