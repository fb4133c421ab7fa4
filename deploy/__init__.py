"""Run Newsloom in containers: images, secrets and the test of the compose file."""
