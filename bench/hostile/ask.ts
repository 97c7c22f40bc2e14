// Requests of an attack, each of which is counted by its answer: one after another on the connections of an
// agent, or bytes on a connection of its own.

import { request } from "node:http";
import { connect } from "node:net";
import type { Target } from "./attack.js";

export interface Question {
  method?: string;
  /** Below /v1. */
  path: string;
  /** An object is sent as JSON. */
  body?: string | Buffer | object;
  headers?: Record<string, string>;
}

export interface Answer {
  /** 0 without an answer. */
  status: number;
  text: string;
}

const patienceMs = 30_000;

export const ask = (
  target: Target,
  { method = "GET", path, body, headers = {} }: Question,
): Promise<Answer> =>
  new Promise((resolve) => {
    const bytes = typeof body === "object" && !Buffer.isBuffer(body) ? JSON.stringify(body) : body;
    const type = Buffer.isBuffer(body) ? "application/octet-stream" : "application/json";
    const none = (why: string) => {
      if (!target.signal.aborted) target.count(why);
      resolve({ status: 0, text: "" });
    };
    const { host, port, key, localAddress } = target;
    const sent = request({
      host,
      port,
      ...(localAddress !== undefined && { localAddress }),
      agent: target.agent,
      method,
      path: `/v1${path}`,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(bytes !== undefined && { "content-type": type }),
        ...headers,
      },
    });
    sent.setTimeout(patienceMs, () => sent.destroy(new Error("none in 30 s")));
    sent.on("error", (error) => none(whyOf(error)));
    sent.on("response", (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", (error) => none(whyOf(error)));
      response.on("end", () => {
        const status = response.statusCode ?? 0;
        target.count(status);
        resolve({ status, text: Buffer.concat(parts).toString() });
      });
    });
    sent.end(bytes);
  });

/** The id of what a request made; undefined if it was refused. */
export const idIn = ({ status, text }: Answer): string | undefined => {
  if (status !== 200 && status !== 201) return undefined;
  return (JSON.parse(text) as { id?: string }).id;
};

const whyOf = (error: Error & { code?: string }): string => {
  if (error.code === "ECONNRESET" || error.code === "EPIPE") return "closed";
  return error.code ?? error.message;
};

export interface RawConnection {
  write(bytes: string | Buffer): void;
  stopReading(): void;
  end(): void;
}

/**
 * A connection whose bytes the attack writes itself. Statuses of answers are counted as they arrive, and so
 * is an end by the server.
 */
export const openRaw = (target: Target): RawConnection => {
  const { host, port, localAddress } = target;
  const socket = connect({ host, port, ...(localAddress !== undefined && { localAddress }) });
  let isOver = false;
  socket.on("data", (bytes) => {
    for (const [, status] of bytes.toString("latin1").matchAll(/HTTP\/1\.1 (\d{3})/g)) target.count(status!);
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    if (!isOver && !target.signal.aborted) target.count("closed");
  });
  return {
    write: (bytes) => void (socket.writable && socket.write(bytes)),
    stopReading: () => void socket.pause(),
    end() {
      isOver = true;
      socket.destroy();
    },
  };
};
