"""What repairs of many sources log; ``scheduler.log_events`` says how."""

from enum import StrEnum


class RepairEvent(StrEnum):
    """One thing that happened; the comment names its own fields."""

    # exception: a bug; the loop goes on
    REPAIRER_CRASHED = "repairer.crashed"
    # source (its number), exception: a bug met this source; the next one is looked up
    LOOK_UP_CRASHED = "repairer.look_up_crashed"
    # sources, proposed: all sources of a round are looked up
    LOOKED_UP = "repairer.looked_up"
