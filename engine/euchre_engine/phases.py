"""What a game can wait for."""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    """What a game waits for."""

    START = "start"
    FARMER = "farmer"
    SWAP = "swap"
    NAME = "name"
    BID1 = "bid1"
    BID2 = "bid2"
    EXCHANGE = "exchange"
    DISCARD = "discard"
    DECLARE = "declare"
    GIVE = "give"
    PLAY = "play"
    CLAIM = "claim"
    DEAL_OVER = "deal_over"
    GAME_OVER = "game_over"
