// A server of Databricks' statement execution interface for tests, written from its description:
// https://docs.databricks.com/api/statement-execution/v1/statement-execution. It is strict: it checks the token, the fields
// of a statement and each link to rows, which is for one place, for some time and without a token. SQL is executed by DuckDB,
// of which the statements for reading are a part once their quotes are. The connector has not run against Databricks.

import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import type { ConnectionAccess } from "../../src/builds/connection/access.js";
import type { DatabricksOptions } from "../../src/domain/data/connection.js";
import { seal, sealingKey } from "../../src/store/secrets.js";

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

type Rows = (string | null)[][];

export interface DatabricksInTests {
  access(options?: Partial<DatabricksOptions>, token?: string): ConnectionAccess<DatabricksOptions>;
  /** Executes a statement of DuckDB. */
  query(statement: string): Promise<unknown>;
  /** `METHOD path` of each request, in order. */
  requests: string[];
  /** Statements that arrived. */
  executed: { statement: string; parameters: { name: string; value: string }[] }[];
  /** The next answers of the workspace in place of its own: an answer, or `cut` for a broken connection. */
  faults: (Answer | "cut")[];
  /** A statement is answered with its ID, and runs for so many looks. */
  looks: number;
  rowsPerChunk: number;
  /** So many links are expired when they are given. */
  expired: number;
  cancelled: string[];
  close(): Promise<void>;
}

const workspace = "dbc-a1b2345c-d6e7.cloud.databricks.com";
const storage = "https://dbstorage-prod.s3.amazonaws.com";
const token = "dapi0123456789abcdef0123456789abcdef";
const warehouse = "a1b234c567d8e9fa";

/** Types of DuckDB as Unity Catalog calls those that it has in their place. */
const views = `
create schema meta;
create view meta.schemata as select schema_name from information_schema.schemata where catalog_name = 'unity';
create view meta.tables as select table_schema, table_name from information_schema.tables where table_catalog = 'unity';
create view meta.columns as select table_schema, table_name, column_name, ordinal_position, case
  when data_type like '%[]' then 'ARRAY' when data_type like 'STRUCT%' then 'STRUCT' when data_type like 'MAP%' then 'MAP'
  when data_type like 'DECIMAL%' then 'DECIMAL' else coalesce(map {'VARCHAR': 'STRING', 'BIGINT': 'LONG', 'INTEGER': 'INT',
    'BLOB': 'BINARY', 'TIMESTAMP WITH TIME ZONE': 'TIMESTAMP', 'TIMESTAMP': 'TIMESTAMP_NTZ'}[data_type], data_type) end as data_type
  from information_schema.columns where table_catalog = 'unity';
create macro unix_micros(moment) as epoch_us(moment);`;

/** The directory has the key that seals the token. */
export const startDatabricks = async (dataDir: string): Promise<DatabricksInTests> => {
  const instance = await DuckDBInstance.create(":memory:");
  const database: DuckDBConnection = await instance.connect();
  await database.run("attach ':memory:' as unity; use unity;");
  await database.run(views);
  const address = () => `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const results = new Map<string, { looks: number; chunks: Rows[]; fault?: string }>();
  const links = new Map<string, { rows: Rows; isExpired: boolean }>();

  const server: DatabricksInTests = {
    requests: [],
    executed: [],
    faults: [],
    looks: 0,
    rowsPerChunk: 1_000,
    expired: 0,
    cancelled: [],
    query: (statement) => database.run(statement),
    close: async () => {
      await new Promise<void>((resolve) => http.close(() => resolve()));
      database.closeSync();
    },
    access: (options = {}, secret = token) => ({
      dataDir,
      privateAddresses: false,
      endpoint: { url: address(), pauseScale: 0.001 },
      options: {
        type: "databricks",
        workspace,
        warehouse_id: warehouse,
        catalog: "unity",
        schema: "shop",
        sealed_password: seal(sealingKey(dataDir), secret),
        ...options,
      },
    }),
  };

  const execute = async (statement: string, parameters: { name: string; value: string }[]) => {
    const names = parameters.map(({ name, value }) => [name, value]);
    const translated = statement
      .replace(
        /`((?:[^`]|``)*)`/g,
        (_, name: string) => `"${name.replaceAll("``", "`").replaceAll('"', '""')}"`,
      )
      .replaceAll('"information_schema"', "meta")
      .replace(/(?<![:\w]):(\w+)/g, "$$$1");
    const found = await database.runAndReadAll(translated, Object.fromEntries(names));
    return found.getRows().map((row) => row.map((value) => (value === null ? null : String(value))));
  };

  const linkTo = (id: string, index: number) => {
    const place = `/results/${id}/${index}?X-Amz-Signature=${randomUUID()}`;
    links.set(place, { rows: results.get(id)!.chunks[index]!, isExpired: server.expired-- > 0 });
    const { length } = results.get(id)!.chunks[index]!;
    const external_link = `${storage}${place}`;
    const expiration = new Date(Date.now() + 900_000).toISOString();
    return { external_links: [{ chunk_index: index, row_count: length, external_link, expiration }] };
  };

  const statusOf = (id: string): Answer => {
    const result = results.get(id);
    if (!result) return fault(404, "RESOURCE_DOES_NOT_EXIST", `The statement ${id} was not found.`);
    const answer = (state: string, more: object = {}): Answer => ({
      status: 200,
      body: { statement_id: id, status: { state, ...more } },
    });
    if (server.cancelled.includes(id)) return answer("CANCELED");
    if (result.looks-- > 0) return answer(result.looks % 2 === 0 ? "RUNNING" : "PENDING");
    if (result.fault !== undefined)
      return answer("FAILED", { error: { error_code: "BAD_REQUEST", message: result.fault } });
    const { chunks } = result;
    const manifest = {
      format: "JSON_ARRAY",
      total_chunk_count: chunks.length,
      total_row_count: chunks.flat().length,
      truncated: false,
    };
    const first = chunks.length > 0 ? linkTo(id, 0) : {};
    return {
      status: 200,
      body: { statement_id: id, status: { state: "SUCCEEDED" }, manifest, result: first },
    };
  };

  const start = async (body: Record<string, unknown>): Promise<Answer> => {
    const wrong = wrongIn(body);
    if (wrong) return fault(400, "INVALID_PARAMETER_VALUE", wrong);
    const { statement, parameters = [] } = body as (typeof server.executed)[number];
    server.executed.push({ statement, parameters });
    const id = randomUUID();
    try {
      const rows = await execute(statement, parameters);
      const chunks = Array.from({ length: Math.ceil(rows.length / server.rowsPerChunk) }, (_, i) =>
        rows.slice(i * server.rowsPerChunk, (i + 1) * server.rowsPerChunk),
      );
      results.set(id, { looks: server.looks, chunks });
    } catch (error) {
      results.set(id, { looks: server.looks, chunks: [], fault: (error as Error).message });
    }
    return statusOf(id);
  };

  const answerTo = async (request: IncomingMessage, sent: string): Promise<Answer> => {
    const { method, headers, url = "" } = request;
    if (url.startsWith("/results/")) {
      const link = links.get(url);
      if (headers.authorization !== undefined || method !== "GET" || !link || link.isExpired)
        return { status: headers.authorization === undefined ? 403 : 400, body: "<Error/>" };
      return { status: 200, body: link.rows };
    }
    if (headers.authorization !== `Bearer ${token}`)
      return fault(401, "UNAUTHENTICATED", "Credential was not sent or was of an unsupported type");
    const next = server.faults.shift();
    if (next !== undefined && next !== "cut") return next;
    if (next === "cut") throw new Error("cut");
    const [, id, action, index] =
      /^\/api\/2\.0\/sql\/statements(?:\/([0-9a-f-]{36})(\/cancel|\/result\/chunks\/(\d+))?)?$/.exec(url) ??
      [];
    if (method === "POST" && id === undefined && headers["content-type"] === "application/json")
      return start(JSON.parse(sent));
    if (id === undefined) return fault(404, "ENDPOINT_NOT_FOUND", `No API found for '${method} ${url}'`);
    if (method === "POST" && action === "/cancel") {
      server.cancelled.push(id);
      return { status: 200, body: {} };
    }
    if (method !== "GET") return fault(404, "ENDPOINT_NOT_FOUND", `No API found for '${method} ${url}'`);
    return index === undefined ? statusOf(id) : { status: 200, body: linkTo(id, Number(index)) };
  };

  const http = createServer(async (request, response) => {
    server.requests.push(`${request.method} ${request.url!.split("?")[0]}`);
    try {
      const { status, headers, body } = await answerTo(request, await text(request));
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    } catch {
      request.socket.destroy();
    }
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  return server;
};

const fields = [
  ..."statement warehouse_id catalog schema parameters row_limit byte_limit disposition format wait_timeout on_wait_timeout".split(
    " ",
  ),
];

/** Undefined for a statement as the description has it. */
const wrongIn = (body: Record<string, unknown>): string | undefined => {
  const other = Object.keys(body).find((name) => !fields.includes(name));
  if (other !== undefined) return `Unknown field ${other}`;
  if (typeof body.statement !== "string" || body.warehouse_id !== warehouse)
    return `${String(body.warehouse_id)} is not a valid endpoint id.`;
  if (!/^(0|[5-9]|[1-4]\d|50)s$/.test(String(body.wait_timeout))) return "wait_timeout is out of range";
  if (body.disposition === "INLINE" && body.format !== "JSON_ARRAY") return "INLINE needs JSON_ARRAY";
  if (!["CONTINUE", "CANCEL"].includes(String(body.on_wait_timeout))) return "wrong on_wait_timeout";
  const parameters = (body.parameters ?? []) as Record<string, unknown>[];
  const isRight = parameters.every(({ name, value, type, ...rest }) => {
    const isText = typeof name === "string" && (value === undefined || typeof value === "string");
    return isText && type === "STRING" && Object.keys(rest).length === 0;
  });
  return isRight ? undefined : "wrong parameters";
};

export const fault = (status: number, error_code: string, message: string): Answer => ({
  status,
  body: { error_code, message },
});
