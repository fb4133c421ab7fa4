"""What workers have learned of sources and hosts: small facts that expire."""
