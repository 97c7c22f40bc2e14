// The claim of a job: one statement, so that a job has one owner even if several workers claim at once.
// Accounts take turns: the one with the fewest running jobs goes first, then the one that had jobs in progress
// for the least time of late (`account-shares.ts`), with the job that has been due for longest. So of n slots,
// of one node or of several, no account is given the last one while another waits that has none, and with one
// slot accounts have it for as long as each other. An
// account that was given all slots of a node while nobody waited gives one back: once another account with
// nothing running has waited for a while, the newest of its builds there is preempted
// (`builds/execute/slots.ts`). Its other builds go on.
//
// The statements step through the accounts that wait, by the index `job_of_kind`, and not through their jobs.

import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { Db } from "../db/connection.js";
import type { Database } from "../db/schema.js";
import type { EpochMs } from "../domain/resource/resource.js";
import type { JobKind } from "./job.js";

export interface Claim {
  kind: JobKind;
  owner: string;
  now: EpochMs;
  /** The present by the clock of leases. */
  leaseNow: RawBuilder<number>;
  leaseMs: number;
  /** Ids of the jobs that are in progress in this process. */
  inProgress: readonly string[];
  /** Accounts that had a turn of late, the one with the least use first. */
  served: readonly string[];
  /** Whether only accounts with nothing running may have a turn. */
  ofIdle: boolean;
}

type JobRow = Selectable<Database["job"]>;

/** Takes the next job; undefined if there is none. */
export const claimNext = async (
  kysely: Kysely<Database>,
  dialect: Db["kind"],
  { owner, leaseMs, ...wanted }: Claim,
): Promise<JobRow | undefined> => {
  const claimed = await sql<JobRow>`
    update job
    set state = 'running', attempt = attempt + 1, lease_owner = ${owner},
      lease_until = ${wanted.leaseNow} + ${leaseMs}
    where id = (${nextJob(wanted)} ${dialect === "postgres" ? skipClaimed : sql``})
    returning *
  `.execute(kysely);
  return claimed.rows[0];
};

/**
 * Takes those of an account's jobs that have these dedupe keys and are due, if they never failed and no twin
 * of theirs runs.
 */
export const claimOthers = async (
  kysely: Kysely<Database>,
  dialect: Db["kind"],
  { kind, owner, now, leaseNow, leaseMs }: Omit<Claim, "inProgress" | "served" | "ofIdle">,
  accountId: string,
  keys: readonly string[],
): Promise<JobRow[]> => {
  const claimed = await sql<JobRow>`
    update job
    set state = 'running', attempt = attempt + 1, lease_owner = ${owner}, lease_until = ${leaseNow} + ${leaseMs}
    where id in (
      select candidate.id
      from job as candidate
      where candidate.kind = ${kind} and candidate.state = 'queued' and candidate.account_id = ${accountId}
        and candidate.dedupe_key in (${sql.join(keys)}) and candidate.run_at <= ${now} and candidate.failures = 0
        and not exists (
          select 1 from job as twin where twin.state = 'running' and twin.dedupe_key = candidate.dedupe_key
        )
      ${dialect === "postgres" ? skipClaimed : sql``}
    )
    returning *
  `.execute(kysely);
  return claimed.rows;
};

/** Without this, two concurrent claims in PostgreSQL wait for each other and then take the same row. */
const skipClaimed = sql`for update of candidate skip locked`;

type Wanted = Omit<Claim, "owner" | "leaseMs">;

/** The id of the next job: one with an expired lease, or one of the account whose turn it is. */
const nextJob = (wanted: Wanted): RawBuilder<unknown> => sql`
  select candidate.id
  from job as candidate
  where candidate.id = ${wanted.ofIdle ? jobInTurn(wanted) : sql`coalesce(${expiredJob(wanted)}, ${jobInTurn(wanted)})`}
`;

/** The id of a running job whose owner has been silent for too long. */
const expiredJob = ({ kind, leaseNow, inProgress }: Wanted): RawBuilder<unknown> => sql`(
  select expired.id
  from job as expired
  where expired.kind = ${kind} and expired.state = 'running' and expired.lease_until <= ${leaseNow}
    and ${notIn("expired", inProgress)}
  order by expired.run_at, expired.sequence
  limit 1
)`;

const jobInTurn = (wanted: Wanted): RawBuilder<unknown> => sql`(
  with recursive ${waitingAccounts(wanted)}
  select chosen.id
  from ${heads(wanted)}
  join job as chosen on chosen.id = head.id
  ${wanted.ofIdle ? sql`where head.running = 0` : sql``}
  order by head.running, ${turnOf(wanted.served)}, chosen.run_at, chosen.sequence
  limit 1
)`;

/** Whether another account than this one has a job that has been due since `since`, and nothing running. */
export const isOtherWaiting = async (
  kysely: Kysely<Database>,
  accountId: string,
  { since, ...claim }: Pick<Claim, "kind" | "leaseNow"> & { since: EpochMs },
): Promise<boolean> => {
  const wanted = { ...claim, now: since, inProgress: [] };
  const { rows } = await sql`
    with recursive ${waitingAccounts(wanted)}
    select head.id
    from ${heads(wanted)}
    where head.id is not null and head.running = 0 and head.account_id <> ${accountId}
    limit 1
  `.execute(kysely);
  return rows.length > 0;
};

const waitingAccounts = ({ kind }: Pick<Wanted, "kind">): RawBuilder<unknown> => sql`
  waiting (account_id) as (
    select min(job.account_id) from job where job.kind = ${kind} and job.state = 'queued'
    union all
    select (
      select min(job.account_id) from job
      where job.kind = ${kind} and job.state = 'queued' and job.account_id > waiting.account_id
    )
    from waiting
    where waiting.account_id is not null
  )`;

/** One row per waiting account: the job that would be its next one, or null, and how many it has running. */
const heads = (wanted: Omit<Wanted, "served" | "ofIdle">): RawBuilder<unknown> => sql`(
  select waiting.account_id, ${dueJob(wanted)} as id, ${runningJobs(wanted)} as running
  from waiting
  where waiting.account_id is not null
) as head`;

/** The id of the account's job that has been due for longest and is not the twin of a running one. */
const dueJob = ({ kind, now, inProgress }: Omit<Wanted, "served" | "ofIdle">): RawBuilder<unknown> => sql`(
  select due.id
  from job as due
  where due.kind = ${kind} and due.state = 'queued' and due.account_id = waiting.account_id and due.run_at <= ${now}
    and not exists (
      select 1 from job as twin where twin.state = 'running' and twin.dedupe_key = due.dedupe_key
    )
    and ${notIn("due", inProgress)}
  order by due.run_at, due.sequence
  limit 1
)`;

const runningJobs = ({ kind, leaseNow }: Pick<Wanted, "kind" | "leaseNow">): RawBuilder<unknown> => sql`(
  select count(*)
  from job as busy
  where busy.kind = ${kind} and busy.state = 'running' and busy.account_id = waiting.account_id
    and busy.lease_until > ${leaseNow}
)`;

/** 0 for an account that had no turn of late, and more the more it used. */
const turnOf = (served: readonly string[]): RawBuilder<unknown> => {
  if (served.length === 0) return sql`head.account_id is null`;
  const turns = served.map((accountId, i) => sql`when ${accountId} then ${sql.lit(i + 1)}`);
  return sql`case head.account_id ${sql.join(turns, sql` `)} else 0 end`;
};

const notIn = (job: string, ids: readonly string[]): RawBuilder<unknown> =>
  ids.length === 0 ? sql`1 = 1` : sql`${sql.ref(`${job}.id`)} not in (${sql.join(ids)})`;
