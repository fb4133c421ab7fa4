"""Images, secrets and the compose test: what runs Newsloom, no logic of it."""
