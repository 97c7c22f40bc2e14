// A program's HTTP interface for tests: a server that is strict about what it is sent, from a table of routes.
// The servers of single programs are written from their public descriptions. The connectors have run against
// these and not against the programs.

import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import type { ConnectionAccess } from "../../../src/builds/connection/access.js";
import type { ProgramOptions } from "../../../src/domain/data/connection.js";
import { seal, sealingKey } from "../../../src/store/secrets.js";

export interface Request {
  method: string;
  path: string;
  query: URLSearchParams;
  /** Parsed JSON, or the fields of a form; undefined without a body. */
  body: unknown;
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface ProgramServer {
  access(): ConnectionAccess<ProgramOptions>;
  /** `METHOD path` of each request, in order. */
  requests: string[];
  /** The next answers in place of the server's own, before the work is done or after it. */
  faults: (Answer & { isAfter?: true })[];
}

interface Strictness {
  options: { type: ProgramOptions["type"] } & Record<string, string>;
  secret: string;
  /** What every request must have, by lower-case name. */
  headers: Record<string, string>;
  /** Where a token is fetched, without these headers. */
  tokenPath?: string;
  answer(request: Request): Answer;
}

export const startProgram = async ({
  options,
  secret,
  headers,
  tokenPath,
  answer,
}: Strictness): Promise<ProgramServer> => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "bw-program-"));
  const server: Pick<ProgramServer, "requests" | "faults"> = { requests: [], faults: [] };
  const http = createServer(async (incoming, response) => {
    const url = new URL(incoming.url!, "http://program");
    const written = await text(incoming);
    server.requests.push(`${incoming.method} ${url.pathname}`);
    const needed = url.pathname === tokenPath ? {} : headers;
    const wrong = Object.entries(needed).find(([name, value]) => incoming.headers[name] !== value);
    const own = (): Answer =>
      wrong
        ? {
            status: wrong[0] === "authorization" || wrong[0] === "api-key" ? 401 : 400,
            body: { code: `wrong ${wrong[0]}` },
          }
        : answer({
            method: incoming.method!,
            path: url.pathname,
            query: url.searchParams,
            body: parsed(written, incoming.headers["content-type"]),
          });
    const fault = server.faults.shift();
    if (fault?.isAfter) own();
    const { status, headers: sent = {}, body } = fault ?? own();
    response.writeHead(status, { "content-type": "application/json", ...sent });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
    rmSync(dataDir, { recursive: true });
  });
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return Object.assign(server, {
    access: () => ({
      dataDir,
      privateAddresses: false,
      endpoint: { url, pauseScale: 0.0001 },
      options: { ...options, sealed_password: seal(sealingKey(dataDir), secret) } as ProgramOptions,
    }),
  });
};

const parsed = (written: string, media = ""): unknown => {
  if (written === "") return undefined;
  return media.startsWith("application/x-www-form-urlencoded")
    ? Object.fromEntries(new URLSearchParams(written))
    : JSON.parse(written);
};

/** Fails a request of a wrong form. */
export const must = (isRight: unknown, what: string): void => {
  if (!isRight) throw new Refused(what);
};
export class Refused extends Error {}

/** The keys of an object, none of which may be another. */
export const only = (value: object, ...names: string[]): void => {
  const other = Object.keys(value).find((name) => !names.includes(name));
  must(other === undefined, `unknown field ${other}`);
};

/** Answers 400 where a request is of a wrong form. */
export const strictly =
  (answer: (request: Request) => Answer): ((request: Request) => Answer) =>
  (request) => {
    try {
      return answer(request);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { status: 400, body: { code: error.message } };
    }
  };
