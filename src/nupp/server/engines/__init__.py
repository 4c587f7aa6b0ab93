"""Engines: processes that search for those who ask, who take turns."""
