# SPDX-License-Identifier: MIT
"""As much of a bucket as s3backer needs, on the loopback interface: GET, HEAD, PUT, DELETE, in memory.

usage: s3.py PORT_FILE; the port is written into the file once it can be reached
"""

import hashlib
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

objects: dict[str, tuple[bytes, dict[str, str]]] = {}


class Bucket(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"

    def answer(self, status: int, body: bytes = b"", headers: dict[str, str] | None = None) -> None:
        """Send a whole response."""
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def do_GET(self) -> None:
        """An object that is there, with what came along with it."""
        known = objects.get(self.path)
        if known is None:
            self.answer(404)
            return
        body, headers = known
        etag = f'"{hashlib.md5(body).hexdigest()}"'
        if etag == self.headers.get("If-None-Match"):
            self.answer(304, headers={"ETag": etag})
        else:
            self.answer(200, body, {"ETag": etag, **headers})

    do_HEAD = do_GET

    def do_PUT(self) -> None:
        """Keep an object and its own headers."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        own = {k: v for k, v in self.headers.items() if k.lower().startswith(("x-amz-meta-", "content-encoding"))}
        objects[self.path] = body, own
        self.answer(200, headers={"ETag": f'"{hashlib.md5(body).hexdigest()}"'})

    def do_DELETE(self) -> None:
        """Forget an object."""
        objects.pop(self.path, None)
        self.answer(204)

    def log_message(self, *ignored: object) -> None:
        """Say nothing."""


server = ThreadingHTTPServer(("127.0.0.1", 0), Bucket)
port_file = Path(sys.argv[1])
port_file.with_suffix(".new").write_text(str(server.server_address[1]))
port_file.with_suffix(".new").rename(port_file)
server.serve_forever()
