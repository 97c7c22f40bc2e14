// Audit log of an account: pages of entries, the whole log as a CSV file for people, and its chain of hashes as a file
// for whoever verifies it. A download of the log is an entry too.

import { Readable } from "node:stream";
import { type Static, Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import type { AuditEntry } from "../../domain/account/audit.js";
import { harmlessRow } from "../../domain/target/spreadsheet.js";
import { type AuditFilter, listAudit } from "../../store/audit.js";
import { chainEnds, chainLinks } from "../../store/audit-chain.js";
import { auditSentence } from "../../words/audit.js";
import { auditRead } from "../audit.js";
import { present } from "../json.js";
import type { AppOptions } from "../options.js";
import { auditColumns, auditRow, chainHeader, chainLine, renderAuditEntry } from "../resources/audit.js";
import { isoMs } from "../resources/record.js";
import { auditCheckpoint, auditExportQuery, auditPage, auditQuery } from "../schemas/audit.js";

type Filters = Static<typeof auditExportQuery>;

const url = "/accounts/current/audit";
const pageSize = 100;
const exportPageSize = 1000;
const csv = {
  content: {
    "text/csv": {
      schema: Type.String(),
      example: `${auditColumns.join(",")}\r\n2026-01-31T12:00:00Z,1,2026-01-31T12:00:00Z,key,nightly export,x7Qa,192.0.2.7,delete,cohorts,3f8a,Customers,,Key “nightly export” (…x7Qa) deleted cohort “Customers”.\r\n`,
    },
  },
};
const zeros = "0".repeat(64);
const jsonl = {
  content: {
    "application/x-ndjson": {
      schema: Type.String(),
      example: `{"format":"bellwether-audit-1","account_id":"3f8a","after":{"position":0,"hash":"${zeros}"},"head":{"position":1,"hash":"9f2c"},"exported_at":"2026-01-31T12:00:00.000Z"}\n{"position":1,"entry":{"sequence":1,"id":"0a6f","at":"2026-01-31T12:00:00.000Z","actor_type":"key"},"hash":"9f2c"}\n`,
    },
  },
};

export const auditRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const { db, clock } = options;

  const exportLog = async (request: FastifyRequest, reply: FastifyReply, filters: Filters) => {
    await auditRead(request, { action: "download", subject: { type: "audit" } }, clock());
    return reply
      .type("text/csv; charset=utf-8")
      .headers({ "content-disposition": 'attachment; filename="audit.csv"', "cache-control": "no-store" })
      .send(Readable.from(exported(db.kysely, request.account.id, filterOf(filters))));
  };

  app.get<{ Querystring: Static<typeof auditQuery> }>(
    url,
    {
      config: { permission: "administer" },
      schema: {
        operationId: "getAudit",
        summary: "Read the audit log",
        description:
          "Who changed what, signed in, or read people's data: newest first. With `Accept: text/csv`, the whole log as a file, like GET /accounts/current/audit.csv.",
        tags: ["accounts"],
        querystring: auditQuery,
        response: { 200: auditPage },
      },
    },
    async (request, reply) => {
      const { limit = pageSize, cursor, ...filters } = request.query;
      if (request.headers.accept?.startsWith("text/csv"))
        return exportLog(request as FastifyRequest, reply, filters);
      const page = { limit, ...(cursor !== undefined && { before: Number(cursor) }) };
      await app.waitingAudit.settle();
      const { entries, next } = await listAudit(db.kysely, request.account.id, filterOf(filters), page);
      return present({ entries: entries.map(renderAuditEntry), next_cursor: next?.toString() });
    },
  );

  app.get<{ Querystring: Filters }>(
    `${url}.csv`,
    {
      config: { permission: "administer" },
      schema: {
        operationId: "exportAudit",
        summary: "Download the audit log",
        description:
          "All entries as a CSV file, newest first. Texts that a spreadsheet would execute start with an apostrophe.",
        tags: ["accounts"],
        querystring: auditExportQuery,
        response: { 200: csv },
      },
    },
    (request, reply) => exportLog(request as FastifyRequest, reply, request.query),
  );

  app.get(
    `${url}/checkpoint`,
    {
      config: { permission: "administer" },
      schema: {
        operationId: "getAuditCheckpoint",
        summary: "Read the end of the audit log's chain",
        description:
          "Position and hash of the last link. Whoever keeps it elsewhere can prove later that no entry up to it was changed, removed, inserted or moved: `bellwether audit verify --checkpoint POSITION:HASH`.",
        tags: ["accounts"],
        response: { 200: auditCheckpoint },
      },
    },
    async ({ account }) => {
      const { head } = await chainEnds(db.kysely, account.id);
      return { account_id: account.id, ...head, created_at: isoMs(clock()) };
    },
  );

  app.get(
    `${url}.jsonl`,
    {
      config: { permission: "administer" },
      schema: {
        operationId: "exportAuditChain",
        summary: "Download the audit log with its chain of hashes",
        description:
          "All entries as JSON lines, oldest first, each with the hash that chains it to the one before. A line with `counts` says how often the read at that position was counted within its hour. The first line says where the chain begins and ends. `bellwether audit verify FILE` checks the file.",
        tags: ["accounts"],
        response: { 200: jsonl },
      },
    },
    async (request, reply) => {
      const { id } = request.account;
      await auditRead(request as FastifyRequest, { action: "download", subject: { type: "audit" } }, clock());
      const { after, head } = await chainEnds(db.kysely, id);
      const lines = async function* () {
        yield chainHeader(id, { after, head, now: clock() });
        const range = { after: after.position, to: head.position };
        for await (const link of chainLinks(db.kysely, id, range)) yield chainLine(link);
      };
      return reply
        .type("application/x-ndjson; charset=utf-8")
        .headers({ "content-disposition": 'attachment; filename="audit.jsonl"', "cache-control": "no-store" })
        .send(Readable.from(lines()));
    },
  );
};

const filterOf = ({ since, until, ...rest }: Filters): AuditFilter => ({
  ...rest,
  ...(since !== undefined && { since: Date.parse(since) }),
  ...(until !== undefined && { until: Date.parse(until) }),
});

/** Read page by page, so that a long log never is in memory. */
const exported = async function* (
  db: Kysely<Database>,
  accountId: string,
  filter: AuditFilter,
): AsyncGenerator<string> {
  yield harmlessRow(auditColumns);
  let before: number | undefined;
  do {
    const page = { limit: exportPageSize, ...(before !== undefined && { before }) };
    const { entries, next } = await listAudit(db, accountId, filter, page);
    if (entries.length > 0) yield entries.map(rowText).join("");
    before = next ?? undefined;
  } while (before !== undefined);
};

const rowText = (entry: AuditEntry): string => harmlessRow(auditRow(entry, auditSentence(entry)));
