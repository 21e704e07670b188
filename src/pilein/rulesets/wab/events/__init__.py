"""What happens in a WAB battle, in the past tense."""
