"""The chart over time as a picture of its own: sizes, places of texts, and what it says about
itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _

from features.over_time.drawing import DrawnTimeline, gap_text
from features.over_time.gaps import Gap
from features.over_time.params import OverTimeParams
from webui.charts.view_box import HEIGHT, WIDTH, coordinate

_LEFT = 70
_TOP = 96
_DOWN = 340
_ACROSS = 1100
_LEGEND_STEP = 180
COLOURS = ("#14798c", "#d9a441", "#7d6bb0", "#5f9e6e", "#bf6a4a", "#8d949b")
"""Those of the pages in their light scheme."""
_DASHES = ("none", "8 5", "2 5", "10 4 2 4", "5 3", "none")


@dataclass(frozen=True)
class Text:
    """A text at a place. ``anchor`` says which of its ends is there."""

    x: str
    y: str
    text: str
    colour: str = ""
    anchor: str = "middle"


class Picture:
    """What the template ``over_time/over_time.svg`` draws."""

    # As text: pages write numbers as readers do.
    width, height = "1200", "500"
    left, top = str(_LEFT), str(_TOP)
    height_of_plot = str(_DOWN)
    across = str(_ACROSS / WIDTH)
    scale = f"{_ACROSS / WIDTH} {_DOWN / HEIGHT}"

    def __init__(self, params: OverTimeParams, timeline: DrawnTimeline) -> None:
        self.chart = timeline.chart
        self._timeline = timeline
        self.title = " · ".join(text or _("(everything)") for text in params.queries)
        buckets = timeline.counted.buckets
        made = timezone.localtime(timezone.now(), buckets.zone)
        self.subtitle = (
            f"{gap_text(Gap(start=buckets.start, end=buckets.end), buckets)} ({buckets.zone})"
        )
        self.note = f"Newsloom, {made:%Y-%m-%d %H:%M}"
        if timeline.gaps:
            self.note += " · " + _("Hatched: nothing was collected, so nothing is known.")
        if timeline.gaps_unknown:
            self.note += " · " + _(
                "Gaps in collection cannot be read now: where nothing is drawn, perhaps nothing was"
                " collected."
            )

    def layers(self) -> Sequence[tuple[str, str, str]]:
        """Return colour, dashes and path of each series."""
        return [
            (COLOURS[index], _DASHES[index], layer.path)
            for index, layer in enumerate(self.chart.layers)
        ]

    def legend(self) -> Sequence[Text]:
        """Return the names of the series in a row."""
        return [
            Text(x=str(_LEFT + index * _LEGEND_STEP), y="78", text=name[:24], colour=COLOURS[index])
            for index, name in enumerate(self._timeline.names)
        ]

    def values(self) -> Sequence[Text]:
        """Return the labels of the vertical axis."""
        last = len(self.chart.values) - 1
        return [
            Text(x=str(_LEFT - 8), y=coordinate(_TOP + 4 + _DOWN * index / last), text=text)
            for index, text in enumerate(self.chart.values)
        ]

    def moments(self) -> Sequence[Text]:
        """Return the labels of the horizontal axis."""
        last = len(self.chart.moments) - 1
        anchors = {0: "start", last: "end"}
        return [
            Text(
                x=coordinate(_LEFT + _ACROSS * index / last),
                y=str(_TOP + _DOWN + 20),
                text=text,
                anchor=anchors.get(index, "middle"),
            )
            for index, text in enumerate(self.chart.moments)
        ]
