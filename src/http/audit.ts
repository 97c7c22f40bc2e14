// Audit entries of requests: who made the request, and what it did. A change writes its entry in its own transaction; a read of people's
// data writes it before the data are sent.

import type { FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import type { AuditAction, AuditSubject } from "../domain/audit.js";
import type { EpochMs } from "../domain/resource.js";
import { recordAudit } from "../store/audit.js";

type Asker = Pick<FastifyRequest, "actor" | "account">;

interface Done {
  action: AuditAction;
  /** With more fields, such as a whole resource: they are not recorded. */
  subject?: AuditSubject;
  changes?: readonly string[];
  /** Default: the account of the request. */
  accountId?: string;
}

/** Call it with the transaction of the change. */
export const audit = (
  db: Kysely<Database>,
  { actor, account }: Asker,
  { accountId = account?.id, ...done }: Done,
  now: EpochMs,
): Promise<void> => recordAudit(db, { accountId, actor, ...done }, now);
