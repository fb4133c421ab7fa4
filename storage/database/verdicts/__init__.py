"""What ops decide about the verdict of the monitor, and its history."""
