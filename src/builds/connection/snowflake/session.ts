// A session with an owner's Snowflake account, by its SQL API:
// https://docs.snowflake.com/en/developer-guide/sql-api. A statement is a request. A long one is answered
// with a handle, which is asked until it is done; a large result has several partitions.

import { createHash, createPrivateKey, createPublicKey, randomUUID } from "node:crypto";
import type { SnowflakeOptions } from "../../../domain/data/connection.js";
import { assert, type Refusal, refuse } from "../../../errors/refusal.js";
import { dialectWithoutFiles, duckdb, quoted } from "../../../warehouse/sql/dialect.js";
import { render, type Sql } from "../../../warehouse/sql/sql.js";
import { type ConnectionAccess, secretOf } from "../access.js";
import { type CloudService, cloudService, type Reply } from "../cloud/service.js";
import { signedToken } from "../cloud/signed-token.js";

export type Values = (string | null)[];

export interface Snowflake {
  /** The rows of a statement, one partition at a time. `?` stands for a text of `bindings`. */
  batches(statement: Sql, bindings?: readonly string[]): AsyncGenerator<Values[]>;
  /** All rows of a short result. */
  rows(statement: Sql, bindings?: readonly string[]): Promise<Values[]>;
}

/**
 * Refuses `connection-failed`, `connection-address-forbidden` and `database-unreachable`, then and with each
 * statement.
 */
export const openSnowflake = (access: ConnectionAccess<SnowflakeOptions>): Snowflake => {
  const service = cloudService(access);
  const api = apiOf(service, access);
  async function* batches(statement: Sql, bindings: readonly string[] = []): AsyncGenerator<Values[]> {
    const first = await resultOf(service, api, statement, bindings);
    const { data, statementHandle, resultSetMetaData } = first;
    yield data ?? [];
    for (let partition = 1; partition < (resultSetMetaData?.partitionInfo?.length ?? 1); partition++) {
      const { status, body } = await api("GET", `/${statementHandle}?partition=${partition}`);
      if (status !== 200) throw failure(status, body);
      yield (body as ResultSet).data ?? [];
    }
  }
  return {
    batches,
    rows: async (statement, bindings) => {
      const found: Values[][] = [];
      for await (const rows of batches(statement, bindings)) found.push(rows);
      return found.flat();
    },
  };
};

/** The parts of a reply that are read. */
interface ResultSet {
  statementHandle: string;
  message?: string;
  data?: Values[];
  resultSetMetaData?: { partitionInfo?: unknown[] };
}

/** Asks for a place below the statements. */
type Api = (method: "GET" | "POST", place: string, body?: object) => Promise<Reply>;

const inProgress = 202;
/** Snowflake ends a statement that takes longer: nobody else does if a build is killed meanwhile. */
const statementSeconds = 3_600;

/** A backslash in a string is an escape. */
const writing = dialectWithoutFiles({
  name: duckdb.name,
  literal: (value) => (typeof value === "string" ? quoted(value.replaceAll("\\", "\\\\")) : String(value)),
});

const resultOf = async (
  service: CloudService,
  api: Api,
  statement: Sql,
  bindings: readonly string[],
): Promise<ResultSet> => {
  const text = render(statement, writing);
  assert(text !== null, "a statement has no spelling for Snowflake");
  const numbered = bindings.map((value, i) => [String(i + 1), { type: "TEXT", value }]);
  let reply = await api("POST", "", {
    statement: text,
    timeout: statementSeconds,
    ...(bindings.length > 0 && { bindings: Object.fromEntries(numbered) }),
  });
  const { statementHandle: handle } = (reply.body ?? {}) as Partial<ResultSet>;
  try {
    for (let look = 0; reply.status === inProgress; look++) {
      await service.wait(look);
      reply = await api("GET", `/${handle}`);
    }
  } catch (error) {
    await api("POST", `/${handle}/cancel`).catch(() => {});
    throw error;
  }
  if (reply.status !== 200) throw failure(reply.status, reply.body);
  return reply.body as ResultSet;
};

const apiOf = (service: CloudService, access: ConnectionAccess<SnowflakeOptions>): Api => {
  const { account, warehouse, database, schema, role } = access.options;
  const statements = `${service.urlOf(hostOf(account))}/api/v2/statements`;
  const token = tokenOf(access);
  return (method, place, body) => {
    const requestId = randomUUID();
    return service.ask((attempt) => ({
      // A statement that arrived is not executed again.
      url: body
        ? `${statements}?requestId=${requestId}${attempt > 0 ? "&retry=true" : ""}`
        : statements + place,
      method,
      headers: {
        authorization: `Bearer ${token()}`,
        "x-snowflake-authorization-token-type": "KEYPAIR_JWT",
        accept: "application/json",
        "user-agent": "Bellwether/1",
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && {
        body: JSON.stringify({ ...body, warehouse, database, schema, ...(role && { role }), parameters }),
      }),
    }));
  };
};

/** Formats of dates and times as text, whatever the account's own are. */
const parameters = {
  TIMEZONE: "UTC",
  DATE_OUTPUT_FORMAT: "YYYY-MM-DD",
  TIME_OUTPUT_FORMAT: "HH24:MI:SS.FF9",
  TIMESTAMP_NTZ_OUTPUT_FORMAT: "YYYY-MM-DD HH24:MI:SS.FF9",
  TIMESTAMP_LTZ_OUTPUT_FORMAT: "YYYY-MM-DD HH24:MI:SS.FF9TZH:TZM",
  TIMESTAMP_TZ_OUTPUT_FORMAT: "YYYY-MM-DD HH24:MI:SS.FF9TZH:TZM",
};

/** Names of hosts have hyphens where names of accounts may have underscores. */
const hostOf = (account: string): string =>
  `${account.toLowerCase().replaceAll("_", "-")}.snowflakecomputing.com`;

/** Snowflake accepts a token for an hour. */
const tokenSeconds = 3_600;
const renewedSeconds = 300;

/** The token of this moment: https://docs.snowflake.com/en/developer-guide/sql-api/authenticating. */
const tokenOf = (access: ConnectionAccess<SnowflakeOptions>): (() => string) => {
  const key = createPrivateKey(secretOf(access));
  const publicKey = createPublicKey(key).export({ type: "spki", format: "der" });
  const fingerprint = `SHA256:${createHash("sha256").update(publicKey).digest("base64")}`;
  const { account, user } = access.options;
  // The region of a locator is not part of its name.
  const subject = `${account.split(".")[0]}.${user}`.toUpperCase();
  let token = "";
  let until = 0;
  return () => {
    const now = Math.floor(Date.now() / 1000);
    if (now > until - renewedSeconds) {
      until = now + tokenSeconds;
      token = signedToken(key, { iss: `${subject}.${fingerprint}`, sub: subject, iat: now, exp: until });
    }
    return token;
  };
};

const failure = (status: number, body: unknown): Refusal => {
  const message = (body as { message?: unknown } | null)?.message;
  const detail = typeof message === "string" ? message : `Snowflake answers HTTP ${status}`;
  return refuse("connection-failed", { detail });
};
