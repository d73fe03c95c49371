"""What reaches people without the page: its texts."""
