// Audit log of an account: pages of entries, and the whole log as a CSV file for people. A download of the
// log is an entry too.

import { Readable } from "node:stream";
import { type Static, Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import type { AuditEntry } from "../../domain/account/audit.js";
import { harmlessRow } from "../../domain/target/spreadsheet.js";
import { type AuditFilter, listAudit } from "../../store/audit.js";
import { auditSentence } from "../../words/audit.js";
import { auditRead } from "../audit.js";
import { present } from "../json.js";
import type { AppOptions } from "../options.js";
import { auditColumns, auditRow, renderAuditEntry } from "../resources/audit.js";
import { auditExportQuery, auditPage, auditQuery } from "../schemas/audit.js";

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
