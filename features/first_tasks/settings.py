"""Whether the first page has tasks."""

from dataclasses import dataclass
from typing import ClassVar

from storage.setting_fields import FeatureSettings, one_of, read_by


@dataclass(frozen=True, kw_only=True)
class FirstTasksSettings(FeatureSettings):
    """The demo switches them on."""

    PREFIX: ClassVar[str] = "first_tasks_"

    shown: str = read_by(one_of(("no", "yes")), "no")


SETTINGS = FirstTasksSettings
