"""What holds the memory of a measured worker."""
