// A session with an owner's BigQuery project, by its REST interface:
// https://cloud.google.com/bigquery/docs/reference/rest. Queries and loads are jobs with a name of ours, so
// that a job that arrived is not started again.

import { randomUUID } from "node:crypto";
import type { BigqueryOptions } from "../../../domain/data/connection.js";
import { assert, type Refusal, refuse, retryLater } from "../../../errors/refusal.js";
import { dialectWithoutFiles } from "../../../warehouse/sql/dialect.js";
import { render, type Sql } from "../../../warehouse/sql/sql.js";
import { type ConnectionAccess, secretOf } from "../access.js";
import { tokensOf } from "../cloud/google-token.js";
import { cloudService, type Reply } from "../cloud/service.js";
import { type JobReference, uploaded } from "./upload.js";

export type Values = (string | null)[];

export interface Bigquery {
  /** The body of a reply, or null for a status of `missing`. `place` is below the project. */
  call(method: Method, place: string, options?: { body?: object; missing?: number }): Promise<unknown>;
  /** The rows of a query, one page at a time. */
  batches(query: Sql): AsyncGenerator<Values[]>;
  /** All rows of a short result. */
  rows(query: Sql): Promise<Values[]>;
  /** Runs a statement and waits for its end. */
  run(statement: Sql): Promise<JobReference>;
  /** Appends lines of JSON to a table. */
  load(table: object, lines: AsyncIterable<string>): Promise<void>;
}

type Method = "GET" | "POST" | "DELETE";

const host = "bigquery.googleapis.com";
/** BigQuery ends a job that takes longer: nobody else does if a build is killed meanwhile. */
const jobTimeoutMs = String(3_600_000);
const rowsAtOnce = 10_000;

/** Refuses `connection-failed`, `connection-address-forbidden` and `database-unreachable`, then and with each call. */
export const openBigquery = async (access: ConnectionAccess<BigqueryOptions>): Promise<Bigquery> => {
  const service = cloudService(access, { isTemporary });
  const token = tokensOf(service, JSON.parse(secretOf(access)), "https://www.googleapis.com/auth/bigquery");
  const { project_id, dataset, location: chosen } = access.options;
  const project = `projects/${encodeURIComponent(project_id)}`;
  const headers = async () => ({
    authorization: `Bearer ${await token()}`,
    accept: "application/json",
    "user-agent": "Bellwether/1",
  });
  const call = callsOf(service, `${service.urlOf(host)}/bigquery/v2/${project}`, headers);

  const found = (await call("GET", `/datasets/${dataset}`)) as { location?: string };
  const location = chosen ?? found.location;
  const newJob = (): JobReference => ({
    projectId: project_id,
    jobId: `bellwether-${randomUUID()}`,
    ...(location !== undefined && { location }),
  });
  const ended = (reference: JobReference) => endOf(reference, call, service);

  const run: Bigquery["run"] = async (statement) => {
    const query = render(statement, writing);
    assert(query !== null, "a statement has no spelling for BigQuery");
    const jobReference = newJob();
    const configuration = { query: { query, useLegacySql: false }, jobTimeoutMs };
    // A conflict is the job itself, which had arrived.
    await call("POST", "/jobs", { body: { jobReference, configuration }, missing: 409 });
    return ended(jobReference);
  };

  async function* batches(query: Sql): AsyncGenerator<Values[]> {
    yield* pagesOf(await run(query), call);
  }

  return {
    call,
    run,
    batches,
    rows: async (query) => {
      const found: Values[][] = [];
      for await (const rows of batches(query)) found.push(rows);
      return found.flat();
    },
    load: async (destinationTable, lines) => {
      const jobReference = newJob();
      const load = {
        destinationTable,
        sourceFormat: "NEWLINE_DELIMITED_JSON",
        createDisposition: "CREATE_NEVER",
        writeDisposition: "WRITE_APPEND",
      };
      const url = `${service.urlOf(host)}/upload/bigquery/v2/${project}/jobs?uploadType=resumable`;
      const job = { jobReference, configuration: { load, jobTimeoutMs } };
      const reply = await uploaded(service, { url, headers, job }, lines);
      if (reply === null) return;
      if (reply.status !== 409 && (reply.status < 200 || reply.status > 299)) throw failure(reply);
      await ended(jobReference);
    },
  };
};

type Service = ReturnType<typeof cloudService>;

const callsOf =
  (service: Service, base: string, headers: () => Promise<Record<string, string>>): Bigquery["call"] =>
  async (method, place, { body, missing } = {}) => {
    const common = await headers();
    const reply = await service.ask(() => ({
      url: base + place,
      method,
      headers: body ? { ...common, "content-type": "application/json" } : common,
      ...(body && { body: JSON.stringify(body) }),
    }));
    if (reply.status === missing) return null;
    if (reply.status < 200 || reply.status > 299) throw failure(reply);
    return reply.body;
  };

const placeOf = ({ jobId, location }: JobReference, action = ""): string =>
  `/jobs/${jobId}${action}${location === undefined ? "" : `?location=${encodeURIComponent(location)}`}`;

/** Waits for the end of a job, which is cancelled if that fails. */
const endOf = async (
  reference: JobReference,
  call: Bigquery["call"],
  service: Service,
): Promise<JobReference> => {
  try {
    for (let look = 0; ; look++) {
      const { status, jobReference } = (await call("GET", placeOf(reference))) as Job;
      if (status.errorResult) throw failureOf(status.errorResult);
      if (status.state === "DONE") return { ...reference, ...jobReference };
      await service.wait(look);
    }
  } catch (error) {
    await call("POST", placeOf(reference, "/cancel")).catch(() => {});
    throw error;
  }
};

/** Rows of a job that has ended, a page at a time. */
async function* pagesOf({ jobId, location }: JobReference, call: Bigquery["call"]): AsyncGenerator<Values[]> {
  let pageToken: string | undefined;
  do {
    const parameters = new URLSearchParams({ maxResults: String(rowsAtOnce) });
    if (location !== undefined) parameters.set("location", location);
    if (pageToken !== undefined) parameters.set("pageToken", pageToken);
    const page = (await call("GET", `/queries/${jobId}?${parameters}`)) as Page;
    assert(page.jobComplete, "a job that is done is not complete");
    yield (page.rows ?? []).map(({ f }) => f.map(({ v }) => v));
    pageToken = page.pageToken;
  } while (pageToken !== undefined);
}

/** GoogleSQL. Names and strings have the same escapes, and neither spans lines. */
export const writing = dialectWithoutFiles({
  name: (path) => path.map((name) => `\`${escaped(name)}\``).join("."),
  literal: (value) => (typeof value === "string" ? `'${escaped(value)}'` : String(value)),
});

const escaped = (text: string): string =>
  text
    .replace(/[\\'`"]/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r");

interface Job {
  jobReference: JobReference;
  status: { state: string; errorResult?: ErrorProto };
}

interface Page {
  jobComplete: boolean;
  pageToken?: string;
  rows?: { f: { v: string | null }[] }[];
}

interface ErrorProto {
  reason?: string;
  message?: string;
}

const temporaryReasons = new Set([
  "rateLimitExceeded",
  "jobRateLimitExceeded",
  "backendError",
  "jobBackendError",
  "internalError",
  "jobInternalError",
]);

const errorOf = ({ body }: Reply): { message?: string; errors?: ErrorProto[] } =>
  (body as { error?: object } | null)?.error ?? {};

/** Too many requests are 403 in places. */
const isTemporary = (reply: Reply): boolean =>
  reply.status === 403 && temporaryReasons.has(errorOf(reply).errors?.[0]?.reason ?? "");

const failure = (reply: Reply): Refusal =>
  refuse("connection-failed", {
    detail: errorOf(reply).message ?? `BigQuery answers HTTP ${reply.status}`,
  });

const failureOf = ({ reason = "", message }: ErrorProto): Refusal => {
  const detail = message ?? reason;
  return temporaryReasons.has(reason)
    ? retryLater("database-unreachable", { detail })
    : refuse("connection-failed", { detail });
};
