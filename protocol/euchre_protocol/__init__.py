"""The wire: typed messages and a sans-IO connection. No sockets, no event loop, no game rules.

Messages live in ``euchre_protocol.messages``; everything else that other packages use is named here.
"""

from euchre_protocol.codec import TO_CLIENT, TO_HOST, Way, decode, encode
from euchre_protocol.connection import TRANSITIONS, BadCommand, Connection, Received, Role, State
from euchre_protocol.errors import LocalProtocolError, ProtocolError, RemoteProtocolError
from euchre_protocol.messages import DEFAULT_PORT, PRODUCT, PROTOCOL
from euchre_protocol.tablespec import OPTIONS, TableSpec, parse_table_spec, parse_value
from euchre_protocol.text import clean_chat, clean_name, clean_text, name_key, same_name, text_width

__all__ = [
    "DEFAULT_PORT",
    "OPTIONS",
    "PRODUCT",
    "PROTOCOL",
    "TO_CLIENT",
    "TO_HOST",
    "TRANSITIONS",
    "BadCommand",
    "Connection",
    "LocalProtocolError",
    "ProtocolError",
    "Received",
    "RemoteProtocolError",
    "Role",
    "State",
    "TableSpec",
    "Way",
    "clean_chat",
    "clean_name",
    "clean_text",
    "decode",
    "encode",
    "name_key",
    "parse_table_spec",
    "parse_value",
    "same_name",
    "text_width",
]
