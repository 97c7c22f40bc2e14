// The files that a file was merged from, so that a build that has read them need not read it.

import type { Migration } from "./migration.js";

export const mergedUploads: Migration = {
  name: "003-merged-uploads",
  statements: () => ["alter table upload add column merged_from text"],
};
