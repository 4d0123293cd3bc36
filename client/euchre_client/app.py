"""The client on a whole screen. Until the screen is there, the game is played in plain mode."""

from euchre_client import plain
from euchre_client.options import Options


def run(options: Options) -> int:
    """Play until the person leaves.

    Returns:
        The exit status.
    """
    return plain.run(options)
