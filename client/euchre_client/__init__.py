"""The screen of a player: asyncio and prompt_toolkit. It knows the protocol and no rules of the game."""
