"""The HTTP API: Flask resources, their document, the page, and the server in front of them."""
