// Migration for resumable uploads that are compared with what arrived: size and SHA-256 of each part.

import type { Migration } from "./migration.js";

export const parts: Migration = {
  name: "012-parts",
  statements: () => ["alter table resumable_upload add column parts text"],
};
