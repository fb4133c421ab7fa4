"""What alerts log; ``scheduler.log_events`` says how, and which fields all share."""

from enum import StrEnum


class AlertEvent(StrEnum):
    """One thing that happened; the comment names its own fields."""

    # exception, search (its number) if it met one: a bug; the loop goes on
    ALERTS_CRASHED = "alerts.crashed"
    # search (its number), error
    ALERT_NOT_RUN = "alert.not_run"
    # search (its number), since: it found too many since then, and looks back less far
    ALERT_LOOKS_LESS_FAR = "alert.looks_less_far"
    # rule (its number), error
    RULE_NOT_CARRIED_OUT = "rule.not_carried_out"
    # rule (its number), since: it found too many since then, and looks back less far
    RULE_LOOKS_LESS_FAR = "rule.looks_less_far"
    # delivery (its number), error: it is sent again, unless it was the last attempt
    DELIVERY_FAILED = "delivery.failed"
    # delivery (its number), exception: a bug; the others are sent
    DELIVERY_CRASHED = "delivery.crashed"
    # error: the database was away when the role stopped, so what ended last is sent once more
    DELIVERIES_NOT_SETTLED = "deliveries.not_settled"
