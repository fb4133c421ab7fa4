"""What is wrong with the set-up of a server that answers, for `newsloom doctor`."""

from dataclasses import dataclass

SKEW_SECONDS = 5.0
"""Clocks that differ by more are worth a note."""
_BAD_SKEW_SECONDS = 60.0


@dataclass(frozen=True, kw_only=True)
class SetupFinding:
    """One sentence: what is wrong, and what to do.

    ``is_bad`` if something will be lost or refused; otherwise it is advice.
    """

    text: str
    is_bad: bool = False


def clock_findings(server_time: float, before: float, after: float) -> list[SetupFinding]:
    """Return what is wrong with a server's clock.

    Args:
        server_time: Its Unix time, asked for between ``before`` and ``after`` of this machine.
        before: This machine's time before the question.
        after: This machine's time after the answer.
    """
    skew = server_time - min(max(server_time, before), after)
    if abs(skew) <= SKEW_SECONDS:
        return []
    direction = "ahead of" if skew > 0 else "behind"
    return [
        SetupFinding(
            text=f"its clock is {abs(skew):.0f} s {direction} that of this machine; let both "
            "follow a time server",
            is_bad=abs(skew) > _BAD_SKEW_SECONDS,
        )
    ]
