// Failed sign-ins of the last minutes, by e-mail address, network address and browser, of which only hashes
// are stored. They are in the store so that guesses count whichever process they are sent to, and after a
// restart.

import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Db } from "../db/connection.js";
import type { Database } from "../db/schema.js";
import type { EpochMs } from "../domain/resource/resource.js";

/** An attempt, which counts as failed until it is forgotten. */
export interface SignInAttempt {
  subject: string;
  sequence: number;
}

export const subjectOf = (kind: "browser" | "pair" | "e-mail" | "address", value: string): string =>
  createHash("sha256").update(`${kind} ${value}`).digest("base64");

/** Attempts on a subject are numbered in the order in which others see them. */
export const noteAttempt = (db: Db, subject: string, at: EpochMs): Promise<SignInAttempt> =>
  db.transaction(async (trx) => {
    if (db.kind === "postgres")
      await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(trx);
    return trx
      .insertInto("failed_sign_in")
      .values({ subject, at })
      .returning(["subject", "sequence"])
      .executeTakeFirstOrThrow();
  });

/** Times of the attempts on the subject before this one, oldest first, within a window of time. */
export const failuresBefore = async (
  db: Kysely<Database>,
  { subject, sequence }: SignInAttempt,
  { after, until }: { after: EpochMs; until: EpochMs },
): Promise<EpochMs[]> => {
  const rows = await db
    .selectFrom("failed_sign_in")
    .select("at")
    .where("subject", "=", subject)
    .where("sequence", "<", sequence)
    .where("at", ">", after)
    .where("at", "<=", until)
    .orderBy("at")
    .execute();
  return rows.map(({ at }) => at);
};

export const forgetAttempts = async (
  db: Kysely<Database>,
  attempts: readonly SignInAttempt[],
): Promise<void> => {
  for (const { sequence } of attempts)
    await db.deleteFrom("failed_sign_in").where("sequence", "=", sequence).execute();
};

export const forgetAttemptsBefore = async (db: Kysely<Database>, until: EpochMs): Promise<void> => {
  await db.deleteFrom("failed_sign_in").where("at", "<=", until).execute();
};
