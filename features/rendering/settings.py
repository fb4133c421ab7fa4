"""The settings of workers that read pages in a browser."""

from dataclasses import dataclass
from typing import ClassVar

from storage.setting_fields import FeatureSettings, number


@dataclass(frozen=True, kw_only=True)
class RenderingSettings(FeatureSettings):
    """What a worker of the pool *render* may take."""

    PREFIX: ClassVar[str] = "render_"

    browser: str = ""
    pages: int = number(2, 1, 64)
    seconds: int = number(45, 5, 300)
    memory_mb: int = number(1024, 256, 65_536)


SETTINGS = RenderingSettings
