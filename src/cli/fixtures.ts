// A real HTTP server and a terminal for tests: both record what they receive and answer as the test says.

import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import type { Terminal } from "./terminal.js";

export interface Received {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}
export interface Answer {
  status?: number;
  body: string;
}

/** Listens on a free local port until it is closed. */
export const serveAnswers = async (answer: (request: Received) => Answer) => {
  const received: Received[] = [];
  const server = createServer(async (message, response) => {
    const { method = "", url: path = "", headers } = message;
    const request = { method, path, headers, body: await text(message) };
    received.push(request);
    const { status = 200, body } = answer(request);
    response.writeHead(status).end(body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
};

/** A terminal that keeps its output. It is interactive only if the test gives an answer. */
export const quiet = (
  environment: Record<string, string> = {},
  answer: boolean | null = null,
  secret = "",
): { terminal: Terminal; out(): string; err(): string } => {
  const [out, err]: [string[], string[]] = [[], []];
  const terminal: Terminal = {
    out: { write: (text) => out.push(text) },
    err: { write: (text) => err.push(text) },
    environment,
    confirm: async () => answer,
    newSecret: async () => secret,
    secret: async () => secret,
    signal: new AbortController().signal,
  };
  return { terminal, out: () => out.join(""), err: () => err.join("") };
};
