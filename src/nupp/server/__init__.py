"""The browser app. A server that people play on, and that programs ask."""
