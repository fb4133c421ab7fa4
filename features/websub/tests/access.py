"""Who may call what hubs call: everyone, the address is the secret."""

OPEN = ("hub_callback",)
