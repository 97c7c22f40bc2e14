"""The client against a service that is busy, goes away in the middle of an upload, and refuses. Prints what it observes as JSON."""

import json
import sys
import threading
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer
from types import SimpleNamespace

from bellwether import Bellwether, BellwetherError, InvalidKey, InvalidRequest, NoAnswer, uploads

url, breaking_url, repair_url = sys.argv[1:]
seen = {}


class Busy(BaseHTTPRequestHandler):
    """Says twice that it is busy, and then answers."""

    asked = []

    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        Busy.asked.append((time.monotonic(), self.headers["idempotency-key"]))
        is_busy = len(Busy.asked) < 3
        body = b'{"error":"TOO_MANY_REQUESTS","note":"Rate limit."}' if is_busy else b'{"id":"1","name":"x"}'
        self.send_response(429 if is_busy else 201)
        if is_busy:
            self.send_header("retry-after", "1")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


busy = HTTPServer(("127.0.0.1", 0), Busy)
threading.Thread(target=busy.serve_forever, daemon=True).start()
made = Bellwether(f"http://127.0.0.1:{busy.server_port}", "k").create("cohorts", name="x")
times = [at for at, _ in Busy.asked]
seen["busy"] = {
    "id": made.id,
    "pauses_are_respected": all(later - earlier >= 1 for earlier, later in zip(times, times[1:])),
    "keys": len({key for _, key in Busy.asked}),
}

client = Bellwether.sign_up(url, "Shop", "me@example.com")


def error_of(call, kind):
    try:
        call()
    except kind as error:
        return str(error)
    raise SystemExit(f"{kind.__name__} was expected")


seen["errors"] = {
    "key": error_of(lambda: Bellwether(url, "bw_live_x").account(), InvalidKey),
    "field": error_of(lambda: client.create("cohorts", nmae="x"), InvalidRequest),
    "nobody": error_of(lambda: Bellwether("http://127.0.0.1:1", "k", retries=0).account(), NoAnswer),
    "name": error_of(lambda: client.find("cohorts", "Nope"), BellwetherError),
}

rows = "".join(f"{i % 997},2025-01-{1 + i % 28:02},{i % 50}.50\n" for i in range(40_000))
data = f"customer_id,date,total\n{rows}".encode()
breaking = Bellwether(breaking_url, client.key, part_bytes=100_000)
pauses = []


def repair(seconds):
    """In the place of the pause after a part that broke off."""
    pauses.append(seconds)
    urllib.request.urlopen(repair_url).read()


uploads.time = SimpleNamespace(sleep=repair)
breaking.add_file(data, "orders", "big")
[upload] = client.request("GET", "/uploads")
is_whole = upload["file_size"] == len(data)
seen["upload"] = {"subpath": upload["subpath"], "is_whole": is_whole, "breaks": len(pauses)}

seen["answers"] = {
    "file": client.request("GET", "/uploads/orders/big.csv") == data,
    "text": client.request("GET", "/docs").startswith("<!doctype html>"),
    "nothing": client.request("DELETE", "/uploads/orders/big.csv"),
    "sent": client.request("POST", "/uploads/orders/again.csv", data)["file_size"] == len(data),
}

client.request("POST", "/streams/transaction")
for i in range(3):
    client.create("cohorts", name=f"Cohort {i}", stream_name="transaction")
seen["pages"] = len(list(client._http.pages("/cohorts", page_size=2)))
print(json.dumps(seen))
