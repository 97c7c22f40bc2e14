// Wait for the store at start. A PostgreSQL that is not there yet is waited for, because machines start their
// services in any order, and so are processes of another version that still run on it. What waiting cannot
// mend ends the start with a sentence that says what to do.

import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "../errors/refusal.js";
import type { Troubles } from "../errors/troubles.js";
import { type Db, type DbOptions, openDb } from "./connection.js";
import { StoreInUse } from "./migrations/migrate.js";

export interface WaitOptions {
  troubles: Pick<Troubles, "report" | "clear">;
  /** Receives a line for the operator when the wait begins, and then every ten seconds. */
  say(line: string): void;
  retryMs?: number;
}

const sayEveryMs = 10_000;

/** Opens the store as soon as it answers. Throws an error for the operator if it never will. */
export const openWhenReady = async (
  options: DbOptions,
  { troubles, say, retryMs = 1_000 }: WaitOptions,
): Promise<Db> => {
  for (let saidAt = Number.NEGATIVE_INFINITY; ; await sleep(retryMs)) {
    try {
      return await openDb(options, troubles);
    } catch (error) {
      const cause = causeOf(error);
      const advice = adviceOn(cause, options);
      if (advice) throw new Error(advice, { cause });
      if (!(error instanceof Refusal || error instanceof StoreInUse)) throw error;
      if (performance.now() - saidAt < sayEveryMs) continue;
      saidAt = performance.now();
      say(error instanceof StoreInUse ? `Waiting: ${error.message}` : waitingFor(options, cause));
    }
  }
};

/**
 * The result of an attempt to start. One that meets a store which went away after it was opened is made
 * again, from the beginning, so it leaves nothing open when it fails.
 */
export const startWithStore = async <T>(
  attempt: () => Promise<T>,
  { say, retryMs = 1_000 }: Pick<WaitOptions, "say" | "retryMs">,
): Promise<T> => {
  for (;;)
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Refusal && error.code === "store-unavailable")) throw error;
      say("The PostgreSQL server of DATABASE_URL went away while this process started. It starts again.");
      await sleep(retryMs);
    }
};

type Coded = Error & { code?: unknown; errcode?: unknown };

const causeOf = (error: unknown): Coded =>
  error instanceof Refusal && error.cause instanceof Error ? error.cause : (error as Error);

const waitingFor = (options: DbOptions, { message, code }: Coded): string =>
  "file" in options
    ? `Waiting for the metadata store ${options.file}: ${message}.`
    : `Waiting for the PostgreSQL server of DATABASE_URL: ${message || String(code)}.`;

/** Result codes of https://www.sqlite.org/rescode.html. */
const [sqliteCorrupt, sqliteNotADatabase] = [11, 26];

const adviceOn = ({ code, errcode, message }: Coded, options: DbOptions): string | undefined => {
  if ("file" in options) {
    const isDamaged = [sqliteCorrupt, sqliteNotADatabase].includes(Number(errcode) & 0xff);
    return isDamaged ? damaged(options.file, message) : undefined;
  }
  if (code === "28P01" || code === "28000")
    return `PostgreSQL refuses the user or the password in DATABASE_URL: ${message}. Correct DATABASE_URL or the server's pg_hba.conf, and start again.`;
  if (code === "3D000")
    return `PostgreSQL has no database of the name in DATABASE_URL: ${message}. Create the database or correct DATABASE_URL, and start again.`;
  return undefined;
};

const damaged = (file: string, message: string): string =>
  `The metadata store ${file} is damaged: ${message}. Restore a backup of the data directory with \`bellwether restore\`; docs/operations.md says how. Uploads and results beside the file are untouched.`;
