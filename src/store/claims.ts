// Claims of an account, newest scores first. They are written in the transaction that records the build which
// makes or judges them, and go with the account alone.

import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import { type Claim, type VoidReason, voidClaim } from "../domain/pipeline/claim.js";
import type { EpochMs } from "../domain/resource/resource.js";

export interface RecordedClaim extends Claim {
  id: string;
}

export interface ClaimFilter {
  scopeId?: string | undefined;
  outcomeIds?: readonly string[] | undefined;
  /** First judged later than this moment. */
  judgedAfter?: EpochMs | undefined;
}

export const listClaims = async (
  db: Kysely<Database>,
  accountId: string,
  { scopeId, outcomeIds, judgedAfter }: ClaimFilter = {},
): Promise<RecordedClaim[]> => {
  let query = db.selectFrom("claim").select(["id", "facts"]).where("account_id", "=", accountId);
  if (scopeId !== undefined) query = query.where("scope_id", "=", scopeId);
  if (outcomeIds !== undefined) query = query.where("outcome_id", "in", outcomeIds);
  if (judgedAfter !== undefined) query = query.where("judged_at", ">", judgedAfter);
  const rows = await query.orderBy("cutoff", "desc").orderBy("sequence", "desc").execute();
  return rows.map(({ id, facts }) => ({ ...(JSON.parse(facts) as Claim), id }));
};

/** In a transaction: adds claims, or puts them in the place of those with the same key. */
export const saveClaims = async (
  db: Kysely<Database>,
  accountId: string,
  claims: readonly Claim[],
): Promise<void> => {
  for (const claim of claims) {
    const { scope_id, outcome_id, cutoff, model } = claim;
    const values = { judged_at: claim.judgement?.judged_at ?? null, facts: JSON.stringify(claim) };
    await db
      .insertInto("claim")
      .values({ id: randomUUID(), account_id: accountId, scope_id, outcome_id, cutoff, model, ...values })
      .onConflict((same) =>
        same.columns(["account_id", "scope_id", "outcome_id", "cutoff", "model"]).doUpdateSet(values),
      )
      .execute();
  }
};

/** In the transaction that deletes a pipeline: nobody can judge its open claims any more. */
export const voidClaimsOf = async (
  db: Kysely<Database>,
  accountId: string,
  scopeId: string,
  reason: VoidReason,
): Promise<void> => {
  const claims = await listClaims(db, accountId, { scopeId });
  const open = claims.filter(({ verdict }) => verdict === "open");
  await saveClaims(
    db,
    accountId,
    open.map((claim) => voidClaim(claim, reason)),
  );
};

/** In the transaction that removes a sample shop, whose claims are about nobody. */
export const forgetClaims = async (
  db: Kysely<Database>,
  accountId: string,
  scopeIds: readonly string[],
): Promise<void> => {
  if (scopeIds.length === 0) return;
  await db
    .deleteFrom("claim")
    .where("account_id", "=", accountId)
    .where("scope_id", "in", scopeIds)
    .execute();
};
