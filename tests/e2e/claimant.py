"""Claims every name under which a host would announce itself, as somebody does who wants no host to be found.

Run on a machine of a test's network, with its address: ``python claimant.py 192.168.77.1``. Prints each name it claims.
"""

from __future__ import annotations

import re
import socket
import struct
import sys

GROUP = "224.0.0.251"
TYPE = (b"_euchre", b"_tcp", b"local")


def labels(*parts: bytes) -> bytes:
    return b"".join(bytes([len(part)]) + part for part in parts) + b"\0"


def main(address: str) -> None:
    group = socket.inet_aton(GROUP) + socket.inet_aton(address)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        line.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
        line.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 0)
        line.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
        line.bind(("", 5353))
        print("ready", flush=True)
        while True:
            asked = line.recv(9000)
            for name in dict.fromkeys(re.findall(rb"den(?:-\d+)?", asked)):
                pointer = labels(name, *TYPE)
                record = labels(*TYPE) + struct.pack(">HHIH", 12, 1, 120, len(pointer)) + pointer
                line.sendto(struct.pack(">6H", 0, 0x8400, 0, 1, 0, 0) + record, (GROUP, 5353))
                print(name.decode(), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
