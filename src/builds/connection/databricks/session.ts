// A session with an owner's SQL warehouse of Databricks, by its statement execution interface:
// https://docs.databricks.com/api/statement-execution/v1/statement-execution. Rows come in chunks by links to the
// workspace's storage, whose signature is in the link, so that the token goes to the workspace alone.

import type { DatabricksOptions } from "../../../domain/data/connection.js";
import { assert, type Refusal, refuse, retryLater } from "../../../errors/refusal.js";
import { dialectWithoutFiles } from "../../../warehouse/sql/dialect.js";
import { render, type Sql } from "../../../warehouse/sql/sql.js";
import { type ConnectionAccess, secretOf } from "../access.js";
import { type CloudService, cloudService, type Reply } from "../cloud/service.js";
import type { TableRow } from "../dialect.js";
import { wordsOf } from "../server-words.js";

export interface Databricks {
  /** Rows, a chunk at a time. `:name` stands for a text of `parameters`. */
  batches(statement: Sql, parameters?: Parameters): AsyncGenerator<TableRow[]>;
  /** All rows of a short result. */
  rows(statement: Sql, parameters?: Parameters): Promise<TableRow[]>;
}
type Parameters = Readonly<Record<string, string>>;

/** The parts of an answer that are read. */
interface StatementAnswer {
  statement_id?: string;
  status?: { state?: string; error?: { error_code?: string; message?: string } };
  manifest?: { total_chunk_count?: number; total_row_count?: number; truncated?: boolean };
  result?: Chunk;
}
interface Chunk {
  external_links?: { chunk_index?: number; external_link?: string }[];
}

/** A statement that is not over by then is cancelled. */
const statementSeconds = 3_600;
/** The longest that the interface waits before it answers. */
const answerSeconds = 50;

/** Refuses `connection-failed`, `connection-address-forbidden` and `database-unreachable`, with each statement. */
export const openDatabricks = (access: ConnectionAccess<DatabricksOptions>): Databricks => {
  const service = cloudService(access);
  const api = apiOf(service, access);
  async function* batches(statement: Sql, parameters: Parameters = {}): AsyncGenerator<TableRow[]> {
    const { statement_id: id, manifest, result } = await ended(service, api, statement, parameters);
    if (manifest?.truncated === true)
      throw refuse("connection-failed", { detail: "Databricks cuts the result: it has more than 100 GB" });
    const chunks = manifest?.total_row_count === 0 ? 0 : (manifest?.total_chunk_count ?? 0);
    for (let index = 0; index < chunks; index++) {
      const chunk = index === 0 && result ? result : await chunkOf(api, id!, index);
      yield await rowsOf(service, chunk, { index, again: () => chunkOf(api, id!, index) });
    }
  }
  return {
    batches,
    rows: async (statement, parameters) => {
      const found: TableRow[][] = [];
      for await (const rows of batches(statement, parameters)) found.push(rows);
      return found.flat();
    },
  };
};

/** Asks for a place below the statements. */
type Api = (method: "GET" | "POST", place: string, body?: object) => Promise<Reply>;

const apiOf = (service: CloudService, access: ConnectionAccess<DatabricksOptions>): Api => {
  const statements = `${service.urlOf(access.options.workspace)}/api/2.0/sql/statements`;
  const headers = {
    authorization: `Bearer ${secretOf(access)}`,
    accept: "application/json",
    "user-agent": "Bellwether/1",
  };
  const { warehouse_id, catalog, schema } = access.options;
  return (method, place, body) =>
    service.ask(() => ({
      url: statements + place,
      method,
      headers: { ...headers, ...(body && { "content-type": "application/json" }) },
      ...(body && {
        body: JSON.stringify(place === "" ? { ...body, warehouse_id, catalog, schema } : body),
      }),
    }));
};

/** A backslash in a text is an escape. */
const writing = dialectWithoutFiles({
  name: (path) => path.map((name) => `\`${name.replaceAll("`", "``")}\``).join("."),
  literal: (value) =>
    typeof value === "string" ? `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'` : String(value),
});

/** The answer of a statement that succeeded. One that is lost sight of is cancelled. */
const ended = async (
  service: CloudService,
  api: Api,
  statement: Sql,
  parameters: Parameters,
): Promise<StatementAnswer> => {
  const text = render(statement, writing);
  assert(text !== null, "a statement has no spelling for Databricks");
  let answer = answerIn(
    await api("POST", "", {
      statement: text,
      parameters: Object.entries(parameters).map(([name, value]) => ({ name, value, type: "STRING" })),
      disposition: "EXTERNAL_LINKS",
      format: "JSON_ARRAY",
      wait_timeout: `${answerSeconds}s`,
      on_wait_timeout: "CONTINUE",
    }),
  );
  const { statement_id: id } = answer;
  try {
    const until = Date.now() + statementSeconds * 1_000;
    for (let look = 0; isRunning(answer); look++) {
      if (Date.now() > until)
        throw retryLater("database-unreachable", { detail: "a statement has not ended in an hour" });
      await service.wait(look);
      answer = answerIn(await api("GET", `/${id}`));
    }
  } catch (error) {
    if (id !== undefined) await api("POST", `/${id}/cancel`, {}).catch(() => {});
    throw error;
  }
  if (answer.status?.state !== "SUCCEEDED") throw failureOf(answer);
  return answer;
};

const isRunning = ({ status }: StatementAnswer): boolean =>
  status?.state === "PENDING" || status?.state === "RUNNING";

const answerIn = (reply: Reply): StatementAnswer => {
  if (reply.status !== 200) throw failure(reply);
  return reply.body as StatementAnswer;
};

const chunkOf = async (api: Api, id: string, index: number): Promise<Chunk> => {
  const reply = await api("GET", `/${id}/result/chunks/${index}`);
  if (reply.status !== 200) throw failure(reply);
  return reply.body as Chunk;
};

/** A link is valid for some minutes, so one that is not any more is requested again, once. */
const rowsOf = async (
  service: CloudService,
  chunk: Chunk,
  { index, again }: { index: number; again: () => Promise<Chunk> },
): Promise<TableRow[]> => {
  const first = await linked(service, chunk, index);
  const { status, body } = first.status === 200 ? first : await linked(service, await again(), index);
  if (status === 200 && Array.isArray(body)) return body as TableRow[];
  throw refuse("connection-failed", {
    detail: `the storage of the workspace answers HTTP ${status} for rows of a result`,
  });
};

/** The signature is in the link, and a token beside it would go to another server. */
const linked = (service: CloudService, { external_links }: Chunk, index: number): Promise<Reply> => {
  const found = external_links?.find(({ chunk_index }) => chunk_index === index)?.external_link;
  const link = found !== undefined && URL.canParse(found) ? new URL(found) : null;
  if (link?.protocol !== "https:")
    throw refuse("connection-failed", { detail: `Databricks gives no link for the chunk ${index}` });
  const url = `${service.urlOf(link.host)}${link.pathname}${link.search}`;
  return service.ask(() => ({ url, method: "GET" }));
};

/** The state of the warehouse or of the service, and not of the statement. */
const temporary = new Set([
  "TEMPORARILY_UNAVAILABLE",
  "IO_ERROR",
  "SERVICE_UNDER_MAINTENANCE",
  "WORKSPACE_TEMPORARILY_UNAVAILABLE",
  "DEADLINE_EXCEEDED",
  "RESOURCE_EXHAUSTED",
  "ABORTED",
  "INTERNAL_ERROR",
]);

const failureOf = ({ status }: StatementAnswer): Refusal => {
  const { error_code: code = "", message } = status?.error ?? {};
  const detail = wordsOf(new Error(message ?? `a statement is ${status?.state ?? "lost"}`)).slice(0, 500);
  return temporary.has(code)
    ? retryLater("database-unreachable", { detail })
    : refuse("connection-failed", { detail });
};

const failure = ({ status, body }: Reply): Refusal => {
  const message = (body as { message?: unknown } | null)?.message;
  const said = typeof message === "string" ? wordsOf(new Error(message)).slice(0, 500) : `HTTP ${status}`;
  const isShut = status === 401 || status === 403;
  return refuse("connection-failed", {
    detail: isShut ? `Databricks does not accept the access token for this (${said})` : said,
  });
};
