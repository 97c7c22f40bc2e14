// Maker of a resource, and the note that somebody wrote about it.

import type { Migration } from "./migration.js";

export const makersAndNotes: Migration = {
  name: "017-makers-and-notes",
  statements: () => [
    "alter table resource add column made_by text",
    "alter table resource add column note text",
  ],
};
