"""What notifies: messages to users and how they are sent."""
