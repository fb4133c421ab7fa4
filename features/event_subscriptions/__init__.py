"""Who hears of events: messages by mail, webhook or chat, and a feed."""
