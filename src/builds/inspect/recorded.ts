// Whose results a question is about, and where they are recorded.

import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";

export interface Recorded {
  db: Kysely<Database>;
  dataDir: string;
  accountId: string;
}
