"""Messages about what the server works out: analyses, thoughts, recorded searches, explorers and jobs."""
