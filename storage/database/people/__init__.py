"""Users, their API tokens, and the audit log of what they changed."""
