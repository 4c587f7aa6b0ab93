"""The browser app. A server that people play on, and that programs ask."""

from nupp.extras import require

require("server", "the server of the browser app")
