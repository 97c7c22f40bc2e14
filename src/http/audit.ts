// Audit entries of requests: who made the request, and what it did. A change writes its entry in its own
// transaction; a read of people's data writes it before the data are sent, or later if the store cannot be
// written; a look-up of a program half a second later at most.

import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import type { AuditAction, AuditSubject } from "../domain/account/audit.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { recordAudit } from "../store/audit.js";
import { markExecuted } from "../store/idempotency.js";
import { WaitingAudit } from "../store/waiting-audit.js";
import type { AppOptions } from "./options.js";

declare module "fastify" {
  interface FastifyInstance {
    waitingAudit: WaitingAudit;
  }
}

type Asker = Pick<FastifyRequest, "actor" | "account"> & Partial<Pick<FastifyRequest, "idempotency">>;

interface Done {
  action: AuditAction;
  /** With more fields, such as a whole resource: they are not recorded. */
  subject?: AuditSubject;
  changes?: readonly string[];
  /** Default: the account of the request. */
  accountId?: string;
}

/** Call it with the transaction of the change. It also marks the request's idempotency key as executed. */
export const audit = async (
  db: Kysely<Database>,
  { actor, account, idempotency }: Asker,
  { accountId = account?.id, ...done }: Done,
  now: EpochMs,
): Promise<void> => {
  await recordAudit(db, { accountId, actor, ...done }, now);
  if (idempotency) await markExecuted(db, idempotency, done.subject?.id ?? "");
};

/** For `auditRead`. */
export const keepWaitingAudit = (app: FastifyInstance, { db }: AppOptions): void => {
  const late = new WaitingAudit(db, app.log);
  app.decorate("waitingAudit", late);
  app.addHook("onClose", () => late.close());
};

/** Call it before people's data are sent. */
export const auditRead = (
  { actor, account, server }: FastifyRequest,
  { accountId = account?.id, ...done }: Done,
  now: EpochMs,
): Promise<void> => server.waitingAudit.record({ accountId, actor, ...done }, now);

/** Likewise of a look-up, which programs make many of, one person at a time: its entry follows within half a second. */
export const auditLookUp = (
  { actor, account, server }: FastifyRequest,
  { accountId = account?.id, ...done }: Done,
  now: EpochMs,
): Promise<void> => server.waitingAudit.gather({ accountId, actor, ...done }, now);
