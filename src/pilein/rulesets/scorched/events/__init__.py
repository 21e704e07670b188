"""What has happened in a Scorched battle."""
