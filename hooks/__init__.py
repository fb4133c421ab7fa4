"""Where the core and its features meet: what a feature may add, and which features are on."""
