"""What the overview shows: volume and top words, no stores."""
