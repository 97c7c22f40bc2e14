// Servers that greet as a database does, take the sign-in, and answer no question. They do not close their
// sessions either.

import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** The port. `greet` speaks until the session is open. */
const listening = async (greet: (socket: Socket) => void): Promise<number> => {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket.on("error", () => {}));
    greet(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

const int32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeInt32BE(value, 4 * i);
  return bytes;
};

const postgresMessage = (type: string, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);

const signedIn = Buffer.concat([
  postgresMessage("R", int32(0)),
  postgresMessage("K", int32(1, 1)),
  postgresMessage("Z", Buffer.from("I")),
]);

const notice = postgresMessage("N", Buffer.from("SNOTICE\0C00000\0MWait.\0\0"));

/** `noticeMs`: the interval at which it says something that nobody asked for; absent: it says nothing. */
export const silentPostgres = (noticeMs?: number): Promise<number> =>
  listening((socket) => {
    socket.once("data", () => {
      socket.write(signedIn);
      if (noticeMs === undefined) return;
      const talking = setInterval(() => socket.write(notice), noticeMs);
      socket.once("close", () => clearInterval(talking));
    });
    socket.resume();
  });

const mysqlPacket = (sequence: number, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from([body.length & 255, body.length >> 8, 0, sequence]), body]);

/** Version 10: version, thread, challenge, abilities, character set, state. */
const mysqlGreeting = Buffer.concat([
  Buffer.from("\x0a8.0.30\0"),
  Buffer.from([1, 0, 0, 0]),
  Buffer.from("12345678\0"),
  Buffer.from([0xff, 0xf7, 0x21, 2, 0, 0x7f, 0x80, 21]),
  Buffer.alloc(10),
  Buffer.from("123456789012\0mysql_native_password\0"),
]);

export const silentMysql = (): Promise<number> =>
  listening((socket) => {
    socket.write(mysqlPacket(0, mysqlGreeting));
    socket.once("data", () => socket.write(mysqlPacket(2, Buffer.from([0, 0, 0, 2, 0, 0, 0]))));
    socket.resume();
  });
