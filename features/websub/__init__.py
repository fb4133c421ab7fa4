"""Subscriptions at the hubs of feeds (W3C WebSub): a hub tells at once when a feed has changed."""
