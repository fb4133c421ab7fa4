"""The settings of the archive."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from storage.setting_fields import FeatureSettings, address_problem, number, one_of, read_by, secret

ARCHIVE_MODES = ("none", "chosen", "all")
"""Which pages are archived: none, those of sources that ask for it, or all."""


@dataclass(frozen=True, kw_only=True)
class ArchiveSettings(FeatureSettings):
    """What is archived, where, and how long."""

    PREFIX: ClassVar[str] = "archive_"
    MAIN: ClassVar[str] = "wanted"
    KEEPS: ClassVar[bool] = True

    wanted: str = read_by(one_of(ARCHIVE_MODES), "chosen")
    url: str = secret()
    days: int = number(0, 0, 36_500)
    gb: int = number(0, 0, 1_000_000)

    def problems(self) -> Sequence[str]:
        """Return what is wrong with the address; never the address, which has a key."""
        if not self.url:
            return ()
        problem = address_problem(self.url, ("file", "s3"))
        return [f"NEWSLOOM_ARCHIVE_URL {problem}"] if problem else ()


SETTINGS = ArchiveSettings
