# SPDX-License-Identifier: MIT
"""Load for Unbound: two daemons on the loopback interface, one forwarding to the other; every answer is checked.

usage: queries.py UNBOUND, in a folder of its own
"""

import socket
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path

NAMES = 400
ROUNDS = 4
CLIENTS = 6

COMMON = """\
server:
    interface: 127.0.0.1@{port}
    num-threads: 4
    so-reuseport: no
    do-daemonize: no
    use-syslog: no
    logfile: "{name}.log"
    pidfile: "{name}.pid"
    username: ""
    chroot: ""
    directory: "."
    do-not-query-localhost: no
    msg-cache-size: 256k
    rrset-cache-size: 256k
    module-config: "iterator"
"""


def free_port() -> int:
    """A port that nobody listens at, for UDP and TCP."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
        udp.bind(("127.0.0.1", 0))
        return int(udp.getsockname()[1])


def address(number: int) -> bytes:
    """The address of a name."""
    return bytes((10, number >> 16, number >> 8 & 255, number & 255))


def query(number: int, ident: int) -> bytes:
    """A question for the address of hostN.test."""
    labels = (f"host{number}".encode(), b"test")
    name = b"".join(bytes((len(label),)) + label for label in labels) + b"\0"
    return struct.pack(">6H", ident, 0x0100, 1, 0, 0, 0) + name + struct.pack(">2H", 1, 1)


def ask(port: int, numbers: range, faults: list[str]) -> None:
    """Ask for each name until its answer comes, and compare."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
        udp.settimeout(2)
        udp.connect(("127.0.0.1", port))
        for number in numbers:
            for attempt in range(10):
                ident = (number * 10 + attempt) & 0xFFFF
                try:
                    udp.send(query(number, ident))
                    answer = udp.recv(4096)
                except (TimeoutError, ConnectionError):
                    time.sleep(0.1)
                    continue
                if answer[:2] == struct.pack(">H", ident):
                    break
            else:
                faults.append(f"no answer for host{number}")
                continue
            if answer[3] & 15 or not answer.endswith(address(number)):
                faults.append(f"wrong answer for host{number}: {answer!r}")


def start(unbound: str, name: str, port: int, rest: str) -> "subprocess.Popen[bytes]":
    """Start a daemon with a configuration of its own."""
    Path(f"{name}.conf").write_text(COMMON.format(port=port, name=name) + rest)
    return subprocess.Popen([unbound, "-d", "-c", f"{name}.conf"])


def main() -> int:
    """Run the daemons, ask, stop them; 0 if all went well."""
    known, forwarding = free_port(), free_port()
    data = "".join(f'    local-data: "host{n}.test. 5 A {".".join(map(str, address(n)))}"\n' for n in range(NAMES))
    forward = f'forward-zone:\n    name: "."\n    forward-addr: 127.0.0.1@{known}\n'
    daemons = [
        start(sys.argv[1], "known", known, '    local-zone: "test." static\n' + data),
        start(sys.argv[1], "forwarding", forwarding, '    local-zone: "test." transparent\n' + forward),
    ]
    faults: list[str] = []
    threads = [
        threading.Thread(target=ask, args=((known, forwarding)[client % 2], range(NAMES), faults))
        for client in range(CLIENTS)
        for _ in range(ROUNDS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for daemon in daemons:
        daemon.terminate()
    statuses = [daemon.wait() for daemon in daemons]
    print("\n".join(faults) or f"{len(threads) * NAMES} answers, all right; the daemons ended with {statuses}")
    return 1 if faults or any(statuses) else 0


sys.exit(main())
