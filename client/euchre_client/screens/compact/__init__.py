"""The screens in a window too small for drawn cards: the same words and keys, one line a thing, no side pane."""
