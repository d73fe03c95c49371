"""The HTTP application: routes, requests and answers, the page's files and metrics."""
