"""How sources are shown and edited: decisions and forms, no stores."""
