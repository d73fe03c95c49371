"""The HTTP application: routes, requests and responses, the files of the page, and metrics."""
