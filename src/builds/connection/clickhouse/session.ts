// A session with an owner's ClickHouse server, by its HTTP interface: https://clickhouse.com/docs/interfaces/http. Each
// statement is a request of its own, and there is no transaction.

import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { Readable } from "node:stream";
import { type ClickHouseClient, ClickHouseError, ClickHouseLogLevel, createClient } from "@clickhouse/client";
import type { ClickhouseOptions } from "../../../domain/data/connection.js";
import { limits } from "../../../domain/resource/limits.js";
import { assert, Refusal, refuse, retryLater } from "../../../errors/refusal.js";
import type { Row } from "../../../warehouse/engine.js";
import { dialectWithoutFiles } from "../../../warehouse/sql/dialect.js";
import { render, type Sql } from "../../../warehouse/sql/sql.js";
import { addressOf, type ConnectionAccess, secretOf } from "../access.js";
import type { TableRow } from "../dialect.js";
import { wordsOf } from "../server-words.js";

export interface Clickhouse {
  /** All rows of a short result; none for a statement that gives none. */
  rows(statement: Sql): Promise<TableRow[]>;
  /** Rows as they arrive, no faster than they are taken. Every column is a text, or null. */
  batches(statement: Sql): AsyncGenerator<TableRow[]>;
  /** Adds rows to a table, in the order of its columns. */
  insert(table: Sql, rows: AsyncIterable<Row[string][][]>): Promise<void>;
}

/**
 * Runs `work` in a new session. Refuses `connection-failed`, `connection-address-forbidden` and
 * `database-unreachable`.
 */
export const withClickhouse = async <T>(
  access: ConnectionAccess<ClickhouseOptions>,
  work: (session: Clickhouse) => Promise<T>,
): Promise<T> => {
  const { agent, client } = await open(access);
  try {
    return await work(sessionOf(client));
  } catch (error) {
    throw refusalOf(error);
  } finally {
    await client.close();
    // Requests that nobody waits for any more end with it.
    agent.destroy();
  }
};

/** The server ends a statement that takes longer: nobody else does if a build is killed meanwhile. */
const statementSeconds = 3_600;

/** Texts of values do not depend on the settings of the user. */
const settings = {
  max_execution_time: statementSeconds,
  cancel_http_readonly_queries_on_client_close: 1,
  // Something is heard of a server that computes.
  send_progress_in_http_headers: 1,
  http_headers_progress_interval_ms: "60000",
  date_time_output_format: "simple",
  output_format_json_quote_64bit_integers: 0,
  bool_true_representation: "true",
  bool_false_representation: "false",
} as const;

const open = async (access: ConnectionAccess<ClickhouseOptions>) => {
  const { host, port, database, user, sslmode } = access.options;
  const address = await addressOf(host, access.privateAddresses);
  const isEncrypted = sslmode === "verify-full";
  const kept = {
    keepAlive: true,
    maxSockets: 2,
    ...(!isIP(host) && address !== host && { lookup: at(address) }),
  };
  const agent = isEncrypted ? new https.Agent(kept) : new http.Agent(kept);
  const client = createClient({
    url: `${isEncrypted ? "https" : "http"}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
    username: user,
    password: secretOf(access),
    database,
    application: "bellwether",
    http_agent: agent,
    request_timeout: limits.serverComputing.is * 1_000,
    max_response_headers_size: 1 << 16,
    compression: { response: true },
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: settings,
  });
  return { agent, client };
};

/** The certificate is that of the host; the socket leads to the address that was checked. */
const at =
  (address: string): LookupFunction =>
  (_host, { all }, done) => {
    const family = isIP(address);
    if (all) done(null, [{ address, family }]);
    else done(null, address, family);
  };

/** A backslash is an escape in texts and in names. */
const escaped = (text: string, quote: string): string =>
  `${quote}${text.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`)}${quote}`;
const writing = dialectWithoutFiles({
  name: (path) => path.map((name) => escaped(name, "`")).join("."),
  literal: (value) => (typeof value === "string" ? escaped(value, "'") : String(value)),
});

const textOf = (statement: Sql): string => {
  const text = render(statement, writing);
  assert(text !== null, "a statement has no spelling for ClickHouse");
  return text;
};

const sessionOf = (client: ClickHouseClient): Clickhouse => {
  async function* batches(statement: Sql): AsyncGenerator<TableRow[]> {
    const query = `${textOf(statement)} format JSONCompactEachRow`;
    const { stream } = await client.exec({ query });
    // The client's own rows (1.23) would leave out what follows the last line, where a server may write its fault.
    stream.setEncoding("utf8");
    let rest = "";
    try {
      for await (const chunk of stream) {
        const lines = (rest + (chunk as string)).split("\n");
        rest = lines.pop()!;
        yield lines.map(parsed);
      }
    } finally {
      // A stream that is left early has to end, or its connection is taken for ever.
      stream.destroy();
    }
    if (rest !== "") parsed(rest);
  }
  return {
    batches,
    rows: async (statement) => {
      const text = textOf(statement);
      if (!/^\s*select\b/i.test(text)) {
        await client.command({ query: text });
        return [];
      }
      const found: TableRow[] = [];
      for await (const rows of batches(statement)) found.push(...rows);
      return found;
    },
    insert: async (table, rows) => {
      for await (const batch of rows) {
        if (batch.length === 0) continue;
        const values = Readable.from(batch.map((row) => row.map(sent)));
        await client.insert({ table: textOf(table), values, format: "JSONCompactEachRow" });
      }
    },
  };
};

/** A server that fails half way writes its fault among the rows. */
const parsed = (line: string): TableRow => {
  try {
    return JSON.parse(line) as TableRow;
  } catch {
    throw refuse("connection-failed", { detail: wordsOf(new Error(line.slice(0, 500))) });
  }
};

/** Integers are sent as texts, so that none is rounded. */
const sent = (value: Row[string]) => {
  if (typeof value === "bigint") return String(value);
  return typeof value === "number" && !Number.isFinite(value) ? null : value;
};

const network =
  /^(ECONN|ETIMEDOUT|EAI_AGAIN|EHOST|ENETUNREACH|ENETDOWN|EPIPE)|^(Timeout error|socket hang up|aborted)/;

/**
 * No room or no time: too slow, too many queries or parts, memory, disk, the network, the keeper of replicas;
 * a table that is read-only or being moved.
 */
const temporary = new Set(
  [159, 202, 203, 209, 210, 236, 241, 242, 243, 252, 279, 319, 394, 425, 473, 571, 999].map(String),
);

const refusalOf = (error: unknown): unknown => {
  if (error instanceof Refusal || !(error instanceof Error)) return error;
  const { code = "" } = error as NodeJS.ErrnoException;
  const isTheirs = error instanceof ClickHouseError;
  const detail = wordsOf(error).slice(0, 500);
  if (isTheirs ? temporary.has(code) : network.test(code || error.message))
    return retryLater("database-unreachable", { detail }, error);
  const isOfTheWire = isTheirs || "syscall" in error || /CERT|SSL|TLS|^HPE_/.test(code);
  return isOfTheWire ? refuse("connection-failed", { detail }) : error;
};
