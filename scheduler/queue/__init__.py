"""The queue: carries each job to one worker."""
