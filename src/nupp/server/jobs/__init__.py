"""Jobs: long work on the server that anybody may watch who knows its name."""
