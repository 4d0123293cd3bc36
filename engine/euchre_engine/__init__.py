"""The game of Euchre as pure values and functions: no I/O, clock, randomness or logging."""
