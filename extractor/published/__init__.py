"""Published algorithms for article bodies and forum posts, one paper a module; only the registry imports them."""
