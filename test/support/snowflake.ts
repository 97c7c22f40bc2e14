// A server of Snowflake's SQL API for tests, written from its documentation:
// https://docs.snowflake.com/en/developer-guide/sql-api. It is strict: it verifies the token's signature and
// claims, the headers and the context of each statement, and refuses what the documentation does not
// describe. It has no SQL of its own; an engine executes the statements. The connector has run against this
// server and not against Snowflake.

import { createHash, createVerify, generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import type { ConnectionAccess } from "../../src/builds/connection/access.js";
import type { SnowflakeOptions } from "../../src/domain/data/connection.js";
import { seal, sealingKey } from "../../src/store/secrets.js";

/** Executes a statement; throws `StatementError` for one that fails. */
export type SnowflakeEngine = (
  statement: string,
  bindings: readonly string[],
) => Promise<(string | null)[][]> | (string | null)[][];

export class StatementError extends Error {}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body: unknown;
}

export interface SnowflakeInTests {
  access(options?: Partial<SnowflakeOptions>): ConnectionAccess<SnowflakeOptions>;
  /** `METHOD path` of each request, in order. */
  requests: string[];
  /** Bodies of the statements that were executed. */
  executed: { statement: string; bindings?: object; parameters: Record<string, string> }[];
  /** The next answers, before anything is executed: an answer, or `cut` for a broken connection. */
  faults: (Answer | "cut")[];
  /** Every statement is answered with its handle, and is in progress for so many looks. */
  looks: number;
  rowsPerPartition: number;
  cancelled: string[];
  privateKey: string;
  close(): Promise<void>;
}

export const accountInTests = { account: "myorg-shop_account", user: "Bellwether", warehouse: "Load WH" };

/** The directory has the key that seals the private key. */
export const startSnowflake = async (dataDir: string, engine: SnowflakeEngine): Promise<SnowflakeInTests> => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }) as string;
  const fingerprint = createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("base64");

  const tokenFault = (authorization: string | undefined): string | undefined => {
    const [header, claims, signature] = authorization?.match(/^Bearer (.+)\.(.+)\.(.+)$/)?.slice(1) ?? [];
    if (!header || !claims || !signature) return "no bearer token";
    const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
    if (read(header).alg !== "RS256") return "not RS256";
    const verifier = createVerify("RSA-SHA256").update(`${header}.${claims}`);
    if (!verifier.verify(publicKey, signature, "base64url")) return "wrong signature";
    const { iss, sub, iat, exp } = read(claims);
    const name = "MYORG-SHOP_ACCOUNT.BELLWETHER";
    if (sub !== name || iss !== `${name}.SHA256:${fingerprint}`) return `wrong claims ${iss} ${sub}`;
    const now = Date.now() / 1000;
    return iat <= now + 1 && now < exp && exp - iat <= 3600 ? undefined : "wrong times";
  };

  const results = new Map<string, { looks: number; partitions: (string | null)[][][]; fault?: string }>();
  const byRequest = new Map<string, string>();
  const server: SnowflakeInTests = {
    requests: [],
    executed: [],
    faults: [],
    looks: 0,
    rowsPerPartition: 1000,
    cancelled: [],
    privateKey: pem,
    close: () => new Promise((resolve) => http.close(() => resolve())),
    access: (options = {}) => ({
      dataDir,
      privateAddresses: false,
      endpoint: { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, pauseScale: 0.001 },
      options: {
        type: "snowflake",
        ...accountInTests,
        database: "SHOP",
        schema: "My Schema",
        sealed_password: seal(sealingKey(dataDir), pem),
        ...options,
      },
    }),
  };

  const resultSet = (handle: string, partition: number): Answer => {
    const result = results.get(handle);
    if (!result) return refused(404, "391917", `no statement ${handle}`);
    if (result.looks-- > 0)
      return {
        status: 202,
        body: {
          code: "333334",
          message: "Asynchronous execution in progress.",
          statementHandle: handle,
          statementStatusUrl: `/api/v2/statements/${handle}`,
        },
      };
    if (result.fault !== undefined)
      return { status: 422, body: { ...errorOf("002003", result.fault), statementHandle: handle } };
    const data = result.partitions[partition];
    if (!data) return refused(400, "391902", `no partition ${partition}`);
    if (partition > 0) return { status: 200, headers: { "content-encoding": "gzip" }, body: { data } };
    return {
      status: 200,
      body: {
        resultSetMetaData: {
          numRows: result.partitions.flat().length,
          format: "jsonv2",
          partitionInfo: result.partitions.map((rows) => ({ rowCount: rows.length, uncompressedSize: 1 })),
        },
        data,
        code: "090001",
        sqlState: "00000",
        message: "Statement executed successfully.",
        statementHandle: handle,
        statementStatusUrl: `/api/v2/statements/${handle}`,
      },
    };
  };

  const submit = async (url: URL, sent: string): Promise<Answer> => {
    const { statement, timeout, warehouse, database, schema, role, bindings, parameters, ...unknown } =
      JSON.parse(sent);
    const isWrong =
      Object.keys(unknown).length > 0 ||
      !(Number.isInteger(timeout) && timeout > 0) ||
      warehouse !== accountInTests.warehouse ||
      database !== "SHOP" ||
      typeof schema !== "string" ||
      (role !== undefined && typeof role !== "string");
    if (isWrong) return refused(400, "391902", `wrong body ${sent.slice(0, 200)}`);
    const requestId = url.searchParams.get("requestId") ?? "";
    if (!/^[0-9a-f-]{36}$/.test(requestId)) return refused(400, "391902", "no requestId");
    const known = byRequest.get(requestId);
    if (known && url.searchParams.get("retry") !== "true")
      return refused(400, "391902", "repeated requestId");
    if (known) return resultSet(known, 0);
    const bound = Object.entries((bindings ?? {}) as Record<string, { type: string; value: string }>);
    const values = bound.map(([place, { type, value }], i) => {
      if (place !== String(i + 1) || type !== "TEXT" || typeof value !== "string")
        throw new Error(`wrong binding ${place}`);
      return value;
    });
    server.executed.push({ statement, bindings, parameters });
    const handle = randomUUID();
    byRequest.set(requestId, handle);
    try {
      const rows = await engine(statement, values);
      const partitions: (string | null)[][][] = [];
      for (let i = 0; i < rows.length; i += server.rowsPerPartition)
        partitions.push(rows.slice(i, i + server.rowsPerPartition));
      results.set(handle, { looks: server.looks, partitions: partitions.length > 0 ? partitions : [[]] });
    } catch (error) {
      if (!(error instanceof StatementError)) throw error;
      results.set(handle, { looks: server.looks, partitions: [], fault: error.message });
    }
    return resultSet(handle, 0);
  };

  const answerTo = async (request: IncomingMessage, sent: string): Promise<Answer> => {
    const { headers, method } = request;
    const url = new URL(request.url!, "http://snowflake");
    const fault = tokenFault(headers.authorization);
    if (fault || headers["x-snowflake-authorization-token-type"] !== "KEYPAIR_JWT")
      return refused(401, "390144", `JWT token is invalid. [${fault}]`);
    if (!headers["user-agent"]?.includes("/")) return refused(400, "391903", "no user agent");
    if (headers.accept !== "application/json") return refused(406, "391900", "wrong accept");
    const [, handle, action] =
      url.pathname.match(/^\/api\/v2\/statements(?:\/([^/]+))?(?:\/(cancel))?$/) ?? [];
    if (method === "POST" && url.pathname === "/api/v2/statements") {
      if (headers["content-type"] !== "application/json") return refused(415, "391901", "wrong type");
      return submit(url, sent);
    }
    if (method === "GET" && handle && !action)
      return resultSet(handle, Number(url.searchParams.get("partition") ?? 0));
    if (method === "POST" && handle && action) {
      server.cancelled.push(handle);
      return { status: 200, body: { code: "000604", message: "SQL execution canceled" } };
    }
    return refused(404, "391917", `nothing at ${request.url}`);
  };

  const http = createServer(async (request, response) => {
    const sent = await text(request);
    server.requests.push(`${request.method} ${request.url}`);
    const fault = server.faults.shift();
    if (fault === "cut") return request.socket.destroy();
    const ofTheTest = (error: Error) => refused(400, "390000", `The test's server failed: ${error.message}`);
    send(response, fault ?? (await answerTo(request, sent).catch(ofTheTest)));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  return server;
};

const send = (response: ServerResponse, { status, headers, body }: Answer): void => {
  const written = typeof body === "string" ? body : JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(headers?.["content-encoding"] === "gzip" ? gzipSync(written) : written);
};

const errorOf = (code: string, message: string) => ({ code, message, sqlState: "42S02" });
const refused = (status: number, code: string, message: string): Answer => ({
  status,
  body: errorOf(code, message),
});
