"""What subscriptions at hubs log; ``scheduler.log_events`` says how, and which fields all share."""

from enum import StrEnum


class HubEvent(StrEnum):
    """One thing that happened; the comment names its own fields."""

    # exception: a bug; the subscriber goes on
    SUBSCRIBER_CRASHED = "subscriber.crashed"
    # url (of the hub), ending (or subscribing), error ("" if the hub has agreed to verify)
    HUB_ASKED = "hub.asked"
    # url (of the hub), brought_forward: the feed of the source has changed
    PUSH_TAKEN = "push.taken"
    # url (of the hub): the signature is missing or wrong, so the message is ignored
    PUSH_NOT_SIGNED = "push.not_signed"
