// Migration for what a dataset has read: plans read more of its result than before, so it is read whole once.

import type { Migration } from "./migration.js";

export const arrivalsThrough: Migration = {
  name: "021-arrivals-through",
  statements: () => ["update resource set planned_result = null where type = 'datasets'"],
};
