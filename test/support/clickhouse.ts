// A server of ClickHouse's HTTP interface for tests, written from its documentation
// (https://clickhouse.com/docs/interfaces/http), with ClickHouse's own engine (chdb) behind it. It is strict: it wants
// POST, a user and a password, a database that there is, and settings that the engine knows.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import type { ConnectionAccess } from "../../src/builds/connection/access.js";
import type { ClickhouseOptions } from "../../src/domain/data/connection.js";
import { seal, sealingKey } from "../../src/store/secrets.js";
import { pythonEnvironment } from "./python-environment.js";

const packages = ["chdb-core==26.9.0"];

type Engine = (statement: string, settings?: Record<string, string>) => Promise<string>;

/** Undefined where it cannot be installed. */
const startEngine = async (): Promise<{ ask: Engine; stop(): Promise<void> } | undefined> => {
  const programs = await pythonEnvironment("clickhouse", packages);
  if (programs === undefined) return undefined;
  const script = path.join(import.meta.dirname, "clickhouse-engine.py");
  const child = spawn(path.join(programs, "python"), [script], { stdio: ["pipe", "pipe", "ignore"] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let last: Promise<unknown> = Promise.resolve();
  const answerTo = async (statement: string, settings: Record<string, string>): Promise<string> => {
    child.stdin.write(`${JSON.stringify({ statement, settings })}\n`);
    const { value } = await answers.next();
    const answer = JSON.parse(value as string) as { text?: string; error?: string };
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.text!;
  };
  return {
    ask: (statement, settings = {}) => {
      const next = last.then(() => answerTo(statement, settings));
      last = next.catch(() => {});
      return next;
    },
    stop: async () => {
      child.stdin.end();
      await once(child, "exit");
    },
  };
};

export interface ClickhouseInTests {
  access(options?: Partial<ClickhouseOptions>, secret?: string): ConnectionAccess<ClickhouseOptions>;
  query: Engine;
  /** Statements that were executed, in order, without their rows. */
  executed: string[];
  /** What happens to the next requests in place of an execution. */
  faults: ((response: ServerResponse) => void)[];
  close(): Promise<void>;
}

/** What the interface answers to a fault. */
export const fault =
  (status: number, code: number, message: string) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { "x-clickhouse-exception-code": String(code) });
    response.end(message.startsWith("Code:") ? message : `Code: ${code}. DB::Exception: ${message}`);
  };

/** `tls`: files of a key and a certificate; absent, the server speaks HTTP. Undefined where there is no engine. */
export const startClickhouse = async (
  dataDir: string,
  tls?: { key: string; cert: string },
): Promise<ClickhouseInTests | undefined> => {
  const engine = await startEngine();
  if (!engine) return undefined;
  await engine.ask("create database shop engine = Atomic");
  const server: ClickhouseInTests = {
    executed: [],
    faults: [],
    query: engine.ask,
    access: (options = {}, secret = "s3cret") => ({
      dataDir,
      privateAddresses: true,
      options: {
        type: "clickhouse",
        host: "localhost",
        port: (listener.address() as AddressInfo).port,
        database: "shop",
        user: "bellwether",
        sslmode: tls ? "verify-full" : "disable",
        sealed_password: seal(sealingKey(dataDir), secret),
        ...options,
      },
    }),
    close: async () => {
      listener.closeAllConnections();
      await new Promise((resolve) => listener.close(resolve));
      await engine.stop();
    },
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { searchParams } = new URL(request.url!, "http://server");
    const { query = "", database = "", query_id, ...settings } = Object.fromEntries(searchParams);
    const statement = [query, await text(request)].filter((part) => part !== "").join("\n");
    const given = Buffer.from(
      (request.headers.authorization ?? "").replace(/^Basic /, ""),
      "base64",
    ).toString();
    if (given !== "bellwether:s3cret")
      return fault(
        403,
        516,
        "bellwether: Authentication failed: password is incorrect. (AUTHENTICATION_FAILED)",
      )(response);
    const next = server.faults.shift();
    if (next) return next(response);
    if (request.method !== "POST" || query_id === undefined)
      return fault(501, 48, "not by POST, or without an id")(response);
    const { enable_http_compression: packs, ...others } = settings;
    try {
      if ((await engine.ask(`select 1 from system.databases where name = '${database}'`)) === "")
        return fault(404, 81, `Database ${database} does not exist. (UNKNOWN_DATABASE)`)(response);
      const rows = await engine.ask(statement, others);
      server.executed.push((query || statement).trim());
      const isPacked = packs === "1" && /gzip/.test(String(request.headers["accept-encoding"]));
      response.writeHead(200, isPacked ? { "content-encoding": "gzip" } : {});
      response.end(isPacked ? gzipSync(rows) : rows);
    } catch (error) {
      const { message } = error as Error;
      const code = Number(/Code: (\d+)/.exec(message)?.[1] ?? 1);
      fault(code === 60 ? 404 : 500, code, message)(response);
    }
  };
  const listener = tls
    ? https.createServer({ key: readFileSync(tls.key), cert: readFileSync(tls.cert) }, answer)
    : http.createServer(answer);
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  return server;
};
