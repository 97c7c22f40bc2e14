// Campaigns of a hold-out as its configuration lists them, each with its result once there is one.

import type { Schemas } from "../../api/client.js";
import type { Records } from "../../api/kinds.js";

export type Campaign = NonNullable<NonNullable<Records["scopes"]["holdout"]>["campaigns"]>[number];
export type CampaignResult = Schemas["ScopeHoldout"]["campaigns"][number];

interface ListedCampaign {
  campaign: Campaign;
  /** In the configuration. */
  index: number;
  /** Undefined until the next build. */
  result: CampaignResult | undefined;
}

/** The newest of the configuration first. */
export const listedCampaigns = (
  campaigns: readonly Campaign[],
  results: readonly CampaignResult[],
): ListedCampaign[] =>
  campaigns
    .map((campaign, index) => ({
      campaign,
      index,
      result: results.find((result) => keyOf(result) === keyOf(campaign)),
    }))
    .reverse();

const keyOf = ({ name, contacted_at, top, top_percent, min_chance }: Campaign): string =>
  JSON.stringify([name, contacted_at, top, top_percent, min_chance]);

/** The campaign as the form has it. Its other bounds stay, and so does its time where the day is the same. */
export const changedCampaign = (
  before: Campaign | undefined,
  { day, name, top }: { day: string; name: string; top: number | undefined },
): Campaign => {
  const { name: _, top: __, ...kept } = before ?? { contacted_at: day };
  const isSameDay = kept.contacted_at.startsWith(day);
  return {
    ...kept,
    contacted_at: isSameDay ? kept.contacted_at : day,
    ...(name.trim() !== "" && { name: name.trim() }),
    ...(top !== undefined && { top }),
  };
};
