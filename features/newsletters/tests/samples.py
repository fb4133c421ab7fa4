"""Mailboxes as sources have them."""

from typing import Any


def mailbox(user: str = "u", password: str = "p", **more: Any) -> dict[str, Any]:
    """Return what a source has of its mailbox, as an argument for any shape of it."""
    given = {"user": user, "password": password, **more}
    return {"of_channel": {f"mail_{name}": value for name, value in given.items()}}
