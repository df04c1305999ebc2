"""How the generated part of the Python client is made from the OpenAPI document."""
