"""The settings of traces for OpenTelemetry."""

from dataclasses import dataclass
from typing import ClassVar

from storage.setting_fields import FeatureSettings, origin, read_by


@dataclass(frozen=True, kw_only=True)
class TelemetrySettings(FeatureSettings):
    """The collector to which workers send traces."""

    PREFIX: ClassVar[str] = "otlp_"

    url: str = read_by(origin, "")


SETTINGS = TelemetrySettings
