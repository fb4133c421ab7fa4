"""What may be wrong with dashboards, as codes."""

from enum import StrEnum


class DashboardProblem(StrEnum):
    """What is wrong."""

    TOO_MANY_PANELS = "too_many_panels"
