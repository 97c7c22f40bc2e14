// Saved plan: the pipeline file and what its plan would do, for review now and for `apply` later. `apply` plans
// again, and goes on only if that gives the same plan. What the actions would send is in it, without passwords.

import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../domain/resource/json.js";
import { UsageError } from "../exit.js";
import type { PlanData } from "./describe.js";

export interface SavedPlan {
  /** Version of this format. */
  bellwether_plan: 1;
  planned_at: string;
  /** The plan is for this account alone. */
  account: { id: string; name: string };
  /** Name and text of the pipeline file. */
  file: string;
  text: string;
  prune: boolean;
  plan: PlanData;
}

/** Undefined if the text is no saved plan. Throws `UsageError` for one of another version. */
export const parseSavedPlan = (text: string): SavedPlan | undefined => {
  if (!text.startsWith("{")) return undefined;
  try {
    const content: unknown = JSON.parse(text);
    if (!isObject(content) || content.bellwether_plan === undefined) return undefined;
    if (content.bellwether_plan === 1) return content as unknown as SavedPlan;
  } catch {
    return undefined;
  }
  throw new UsageError("This plan was saved by another version of bellwether. Plan again.");
};

/**
 * Throws `UsageError` if the account is another one, or if what would be done or rebuilt is no longer what
 * was planned.
 */
export const requireSamePlan = (
  { account, planned_at, file, plan }: SavedPlan,
  now: { accountId: string; plan: PlanData },
): void => {
  const again = `Plan again: bellwether plan ${file} --out PLAN.json.`;
  if (account.id !== now.accountId)
    throw new UsageError(
      `This plan is for the account ${account.name}, and the key is that of another one. ${again}`,
    );
  const [before, after] = [essence(plan), essence(now.plan)];
  if (!isDeepStrictEqual(before, after))
    throw new UsageError(
      `The service, or a variable that the file names, has changed since this plan was made (${planned_at}). Nothing was changed. ${again}`,
    );
};

/** Actions and their consequences, in the form that JSON keeps. */
const essence = ({ actions, rebuilt }: PlanData): unknown => JSON.parse(JSON.stringify({ actions, rebuilt }));
