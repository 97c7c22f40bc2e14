// Secrets that the service makes for itself, once, the first time each is asked for.

import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";

/** 256 random bits as base64, the same on every call and in every process. */
export const secretNamed = async (db: Kysely<Database>, name: string): Promise<string> => {
  const value = randomBytes(32).toString("base64");
  await db
    .insertInto("secret")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const kept = await db
    .selectFrom("secret")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return kept.value;
};
