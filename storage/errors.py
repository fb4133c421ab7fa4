"""Errors of storage, each a ``StorageError``: ``SettingsError`` (a setting is missing or wrong),
``Unavailable`` (a server does not answer or a file is locked: retry later), ``LeaseLost`` (another
process leads) and ``Refused`` (retrying does not help).
"""


class StorageError(Exception):
    """Root of all errors that this package raises."""


class SettingsError(StorageError):
    """One or more settings are wrong. ``problems`` has one sentence for each."""

    def __init__(self, problems: list[str]) -> None:
        self.problems = problems
        super().__init__("; ".join(problems))


class Unavailable(StorageError):
    """The store ``what`` does not answer now; the same call may succeed later."""

    def __init__(self, what: str, why: str) -> None:
        self.what = what
        self.why = why
        super().__init__(f"{what} does not answer: {why}")


class BeingRead(Unavailable):
    """The file ``what`` cannot be cleaned of what was deleted while others read it."""

    def __init__(self, what: str) -> None:
        super().__init__(what, "others are reading; what was deleted is still in its log")


class LeaseLost(StorageError):
    """Another process leads: this one must not write what it has in memory."""

    def __init__(self, lease: str) -> None:
        self.lease = lease
        super().__init__(f"another process holds the lease {lease}; nothing was written")


class Refused(StorageError):
    """The store ``what`` rejects the request; the same call will fail again."""

    def __init__(self, what: str, why: str) -> None:
        self.what = what
        self.why = why
        super().__init__(f"{what} refused: {why}")
