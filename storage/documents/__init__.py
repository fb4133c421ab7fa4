"""What was collected, and how it is found."""
