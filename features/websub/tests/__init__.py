"""Tests of subscriptions at hubs."""
