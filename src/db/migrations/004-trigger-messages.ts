// Messages of triggers, with the deliveries of each message.

import type { Migration } from "./migration.js";

export const triggerMessages: Migration = {
  name: "004-trigger-messages",
  statements: ({ integer, sequence, end }) => [
    `create table trigger_message (
      sequence ${sequence},
      id text not null unique,
      trigger_id text not null references resource (id) on delete cascade,
      type text not null,
      text text not null,
      data_through ${integer} not null,
      people text not null,
      more ${integer} not null,
      created_at ${integer} not null
    ) ${end}`,
    "create index trigger_message_of_trigger on trigger_message (trigger_id, created_at)",
    "alter table webhook_delivery add column message_id text references trigger_message (id) on delete cascade",
    "create index webhook_delivery_of_message on webhook_delivery (message_id)",
  ],
};
