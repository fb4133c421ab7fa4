"""What the monitor concludes and draws, no stores."""
