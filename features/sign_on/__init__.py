"""Logins with a provider of OpenID Connect."""
