"""The host: sockets, seats, clocks, the shuffle and the records, on trio."""
