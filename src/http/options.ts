// What the HTTP edge is given. It computes nothing: it checks a request, records it together with its consequences in one
// transaction, and answers with what is recorded.

import type { Kysely } from "kysely";
import type { SignUpRule } from "../config/settings.js";
import type { Db } from "../db/connection.js";
import type { Database } from "../db/schema.js";
import type { Inspect } from "../domain/inspection.js";
import type { EpochMs } from "../domain/resource.js";
import type { Queue } from "../queue/queue.js";

export interface WebhookOptions {
  /** Whether they may go to loopback, private and link-local addresses. */
  privateAddresses: boolean;
  /** Takes a job that delivers, in the caller's transaction. */
  enqueue: Queue["enqueue"];
}

export interface AppOptions {
  db: Db;
  dataDir: string;
  /** Plans what follows from a change of the account, in the transaction of the change. */
  reconcile(trx: Kysely<Database>, accountId: string, now: EpochMs): Promise<unknown>;
  /** Answers, aside, what only the results of builds can tell. */
  inspect: Inspect;
  clock: () => EpochMs;
  limits: { uploadBytes: number; bodyBytes: number; requestsPerMinute: number };
  /** How long the deletion of an account can be taken back. */
  accountDeletionDays: number;
  webhooks: WebhookOptions;
  /** Who may make an account: anyone, or only whoever is first. */
  signUp: SignUpRule;
  /** What the console was built into; undefined, or not there: none is served. */
  consoleDir: string | undefined;
  /** What links begin with, without trailing slash; undefined: as the request was addressed. */
  publicUrl: string | undefined;
  /** How often an account is looked at, and whether it may still listen; half a second and 15 s if absent. */
  noticeMs?: { poll: number; heartbeat: number };
  /** Options of Pino; false logs nothing. */
  logger: false | { level: string; stream?: { write(line: string): void } };
}
