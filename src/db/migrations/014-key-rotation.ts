// Issuer of an API key, and the key that takes its place.

import type { Migration } from "./migration.js";

export const keyRotation: Migration = {
  name: "014-key-rotation",
  statements: () => [
    "alter table api_key add column issued_by text",
    "alter table api_key add column replaced_by text",
  ],
};
