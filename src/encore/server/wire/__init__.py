"""The WebSocket: messages, connections, frames and rate limits."""
