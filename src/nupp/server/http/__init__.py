"""HTTP: what every request passes, and the files of the page."""
