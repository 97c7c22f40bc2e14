// Connections to the service: a number of them in all and from one network address, and a least rate of the
// bodies that they send. A client that drips bytes would otherwise hold its connection, and a file, for ever.
// Those that nobody uses do not hold up the end of the service.

import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { inRanges } from "../domain/machine/address-ranges.js";
import { limits } from "../domain/resource/limits.js";
import { networkOf } from "./request-limits.js";

/**
 * Further connections are closed. Loopback addresses and trusted proxies have no limit of their own: many
 * clients come from there.
 */
export const limitConnections = (
  server: Server,
  most: number,
  proxies: readonly string[] = [],
  mostPerAddress: number = limits.connectionsPerAddress.is,
): void => {
  const open = new Map<string, number>();
  const isProxy = inRanges(proxies);
  server.maxConnections = most;
  server.on("connection", (socket: Socket) => {
    const address = networkOf(socket.remoteAddress ?? "");
    if (isLoopback(address) || isProxy(socket.remoteAddress ?? "")) return;
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once("close", () => {
      const left = open.get(address)! - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    if (count > mostPerAddress) socket.destroy();
  });
};

const isLoopback = (network: string): boolean => network.startsWith("127.") || network === "0:0:0:0";

/**
 * Ends connections that have not sent anything when the service stops: browsers open some before they need
 * them, and Node waits a minute.
 */
export const endUnusedConnections = (app: FastifyInstance): void => {
  const unused = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    unused.add(socket);
    const forget = () => unused.delete(socket);
    socket.once("data", forget).once("close", forget);
  });
  app.addHook("preClose", async () => {
    for (const socket of unused) socket.destroy();
  });
};

interface Arriving {
  sinceMs: number;
  /** Bytes that the connection had received by then. */
  bytes: number;
}

const windowMs = 60_000;
const checksPerWindow = 6;

/**
 * Ends a body that arrives too slowly. One that the service does not read fast enough is not slow: its bytes
 * wait here.
 */
export const endSlowBodies = (
  app: FastifyInstance,
  bytesPerSecond: number = limits.bodyRate.is,
  overMs: number = windowMs,
): void => {
  const arriving = new Map<IncomingMessage, Arriving>();
  app.addHook("onRequest", async ({ raw }) => {
    if (!hasBody(raw) || typeof raw.socket?.bytesRead !== "number") return;
    arriving.set(raw, { sinceMs: performance.now(), bytes: raw.socket.bytesRead });
    const forget = () => arriving.delete(raw);
    raw.once("end", forget).once("close", forget);
  });
  const timer = setInterval(() => {
    for (const [raw, body] of arriving) {
      if (performance.now() - body.sinceMs < overMs) continue;
      const { socket } = raw;
      const isSlow = socket.bytesRead - body.bytes < (bytesPerSecond * overMs) / 1000;
      arriving.set(raw, { sinceMs: performance.now(), bytes: socket.bytesRead });
      if (!isSlow || raw.readableLength > 0 || raw.complete) continue;
      const error = Object.assign(new Error("slow body"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
      app.server.emit("clientError", error, socket);
    }
  }, overMs / checksPerWindow).unref();
  app.addHook("onClose", async () => clearInterval(timer));
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
