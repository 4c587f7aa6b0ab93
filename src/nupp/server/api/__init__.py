"""The API: what the page and programs ask for, and how positions are shown to them."""
