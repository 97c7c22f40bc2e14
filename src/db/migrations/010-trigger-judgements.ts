// People whom triggers judged by live scores since their last build.

import type { Migration } from "./migration.js";

export const triggerJudgements: Migration = {
  name: "010-trigger-judgements",
  statements: ({ integer, real, end }) => [
    `create table trigger_judgement (
      trigger_id text not null references resource (id) on delete cascade,
      person_id text not null,
      side ${integer} not null,
      value ${real},
      reported_at ${integer},
      sent_at ${integer},
      judged_at ${integer} not null,
      is_ahead ${integer} not null,
      primary key (trigger_id, person_id)
    ) ${end}`,
  ],
};
