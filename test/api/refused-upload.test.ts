// Connections after a refused upload: the next request on them is answered, or they end.

import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openApi, testLimits } from "./harness.js";

/** A raw connection to an app, on which requests are sent one after another. */
const connection = async () => {
  const api = await openApi({
    limits: { ...testLimits, uploadBytes: 1_000 },
  });
  const { key } = await api.signUp();
  await api.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = api.app.server.address() as { port: number };
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return { api, key, socket, answer: answersOf(socket) };
};

/** Heads of the answers on a connection, one per call; null when it has ended. */
const answersOf = (socket: Socket) => {
  // A character is a byte.
  socket.setEncoding("latin1");
  let text = "";
  let isOver = false;
  let wake = () => {};
  socket.on("data", (bytes) => {
    text += bytes;
    wake();
  });
  socket.on("close", () => {
    isOver = true;
    wake();
  });
  return async (): Promise<string | null> => {
    for (;;) {
      const [, head, length] =
        /^(HTTP\/1\.1 \d+[\s\S]*?content-length: (\d+)[\s\S]*?\r\n\r\n)/i.exec(text) ?? [];
      if (head !== undefined && text.length >= head.length + Number(length)) {
        text = text.slice(head.length + Number(length));
        return head;
      }
      if (isOver) return null;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
};

const head = (key: string, lines: string[]) =>
  [
    "POST /v1/uploads/orders/orders.csv HTTP/1.1",
    "Host: x",
    `Authorization: Bearer ${key}`,
    ...lines,
    "",
    "",
  ].join("\r\n");
const health = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n";
const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${"x".repeat(bytes)}\r\n`;

test("after a short body that is too large for the limit, the connection is used again", async () => {
  const { key, socket, answer } = await connection();
  socket.write(head(key, ["Content-Type: text/csv", "Content-Length: 5000"]));
  socket.write("x".repeat(2_000));
  expect(await answer()).toMatch(/^HTTP\/1.1 413/);
  socket.write("x".repeat(3_000));
  socket.write(health);
  expect(await answer()).toMatch(/^HTTP\/1.1 200/);
});

test("after a body without an announced length, the answer arrives although the client goes on sending, and the connection ends", async () => {
  const { key, socket, answer } = await connection();
  socket.write(head(key, ["Content-Type: text/csv", "Transfer-Encoding: chunked"]));
  for (let time = 0; time < 200; time++) socket.write(chunk(10_000));
  const refused = await answer();
  expect(refused).toMatch(/^HTTP\/1.1 413/);
  expect(refused).toMatch(/connection: close/i);
  socket.end();
  expect(await answer()).toBeNull();
});

test("an upload that is refused before it is read leaves a connection that works", async () => {
  const { socket, answer } = await connection();
  socket.write(head("bw_live_wrong", ["Content-Type: text/csv", "Content-Length: 900"]));
  socket.write("x".repeat(900));
  expect(await answer()).toMatch(/^HTTP\/1.1 401/);
  socket.write(health);
  expect(await answer()).toMatch(/^HTTP\/1.1 200/);
});

test("a store that breaks off during an upload leaves a connection that works", async () => {
  const { api, key, socket, answer } = await connection();
  socket.write(head(key, ["Content-Type: text/csv", "Content-Length: 900"]));
  await api.db.close();
  socket.write("x".repeat(900));
  expect(await answer()).toMatch(/^HTTP\/1.1 5\d\d/);
  socket.write(health);
  expect(await answer()).toMatch(/^HTTP\/1.1 200/);
});
