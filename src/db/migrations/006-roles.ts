// Roles of API keys, and of the sessions that were started with one. Keys could do everything until now.

import type { Migration } from "./migration.js";

export const roles: Migration = {
  name: "006-roles",
  statements: () => [
    "alter table api_key add column role text not null default 'owner'",
    "alter table session add column role text",
    "update session set role = 'owner' where user_id is null",
  ],
};
