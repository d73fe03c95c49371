"""Worker processes that compute the bots' moves."""
