// Notes on resources. A note is no configuration: it builds nothing, and counts as no version.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import type { Note } from "../domain/resource/ownership.js";

/** In place of the one before; null removes it. */
export const setNote = async (db: Kysely<Database>, resourceId: string, note: Note | null): Promise<void> => {
  await db
    .updateTable("resource")
    .set({ note: note && JSON.stringify(note) })
    .where("id", "=", resourceId)
    .execute();
};
