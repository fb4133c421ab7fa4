"""What watches: the health of sources and of the system, and the events that follow from it."""
