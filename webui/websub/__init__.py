"""What hubs of feeds call (W3C WebSub), to verify a subscription or to tell of a change."""
