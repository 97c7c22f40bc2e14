// Migration for requests with idempotency keys that were carried out and not answered.

import type { Migration } from "./migration.js";

export const executedRequests: Migration = {
  name: "019-executed-requests",
  statements: () => ["alter table idempotency add column changed_id text"],
};
