"""Whether the first page has tasks."""

from dataclasses import dataclass
from typing import ClassVar

from storage.setting_fields import FeatureSettings, one_of, read_by


@dataclass(frozen=True, kw_only=True)
class FirstTasksSettings(FeatureSettings):
    """The demo switches them on, and names a site that no source collects."""

    PREFIX: ClassVar[str] = "first_tasks_"

    shown: str = read_by(one_of(("no", "yes")), "no")
    site: str = ""


SETTINGS = FirstTasksSettings
