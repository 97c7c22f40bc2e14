// The claim of a job: one statement, so that a job has one owner even if several workers claim at once.

import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { Db } from "../db/connection.js";
import type { Database } from "../db/schema.js";
import type { EpochMs } from "../domain/resource.js";
import type { JobKind } from "./job.js";

export interface Claim {
  kind: JobKind;
  owner: string;
  now: EpochMs;
  leaseUntil: EpochMs;
  /** Ids of the jobs that this process is doing. */
  inHand: readonly string[];
}

type JobRow = Selectable<Database["job"]>;

/** Takes the next job; undefined if there is none. */
export const claimNext = async (
  kysely: Kysely<Database>,
  dialect: Db["kind"],
  { kind, owner, now, leaseUntil, inHand }: Claim,
): Promise<JobRow | undefined> => {
  const claimed = await sql<JobRow>`
    update job
    set state = 'running', attempt = attempt + 1, lease_owner = ${owner}, lease_until = ${leaseUntil}
    where id = (${nextJob(kind, now, inHand)} ${dialect === "postgres" ? skipClaimed : sql``})
    returning *
  `.execute(kysely);
  return claimed.rows[0];
};

/** Without this, two concurrent claims in PostgreSQL wait for each other and then take the same row. */
const skipClaimed = sql`for update of candidate skip locked`;

/**
 * The id of the next job: due, or with an expired lease, not in hand, and not the twin of a running job. The account with the fewest running jobs
 * goes first, then the job that has been due for longest.
 */
const nextJob = (kind: JobKind, now: EpochMs, inHand: readonly string[]): RawBuilder<unknown> => sql`
  select candidate.id
  from job as candidate
  left join (${busyAccounts(kind, now)}) as busy on busy.account_id = candidate.account_id
  where candidate.kind = ${kind}
    ${inHand.length > 0 ? sql`and candidate.id not in (${sql.join(inHand)})` : sql``}
    and (
      (candidate.state = 'running' and candidate.lease_until <= ${now})
      or (
        candidate.state = 'queued'
        and candidate.run_at <= ${now}
        and (candidate.dedupe_key is null or candidate.dedupe_key not in (${runningKeys}))
      )
    )
  order by coalesce(busy.jobs, 0), candidate.run_at, candidate.sequence
  limit 1
`;

/** One row per account with running jobs of the kind: account_id, jobs. */
const busyAccounts = (kind: JobKind, now: EpochMs): RawBuilder<unknown> => sql`
  select account_id, count(*) as jobs
  from job
  where kind = ${kind} and state = 'running' and lease_until > ${now}
  group by account_id
`;

/** One row per running job with a key: the key. */
const runningKeys = sql`select dedupe_key from job where state = 'running' and dedupe_key is not null`;
