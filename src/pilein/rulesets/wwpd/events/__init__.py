"""What has happened, step by step."""
