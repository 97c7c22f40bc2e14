// Links of the mails that tell users of a sign-in or a change of how they sign in. Whoever has one says that it was not
// them. Only the hash of its token is stored.

import type { Migration } from "./migration.js";

export const securityLinks: Migration = {
  name: "015-security-links",
  statements: ({ integer, end }) => [
    `create table security_link (
      token_hash text not null primary key,
      user_id text not null references app_user (id) on delete cascade,
      has_password ${integer} not null,
      factor_since ${integer},
      expires_at ${integer} not null
    ) ${end}`,
    "create index security_link_user on security_link (user_id)",
  ],
};
