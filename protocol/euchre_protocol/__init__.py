"""The wire: typed messages and a sans-IO connection. No sockets, no event loop, no game rules."""
