// A pipeline begins as a preview, whose files hold the first 1,000 rows. It is enabled once there is a result to look at.
//
//   impossible → possible    its build is done
//   possible ⇄ enabled       by its owner

import type { Status } from "../../api/kinds.js";

export type Enabling = { at: "enabled" | "possible" } | { at: "impossible"; because: string };

export const enablingOf = (pipeline: {
  preview: boolean;
  status: Status;
  /** While it is new: what it waits for. */
  status_error?: string | undefined;
  archived_at?: string | undefined;
}): Enabling => {
  if (!pipeline.preview) return { at: "enabled" };
  if (pipeline.archived_at !== undefined)
    return { at: "impossible", because: "It is archived. Restore it first." };
  const waited = pipeline.status === "new" ? pipeline.status_error : undefined;
  const because = waited ?? hindrances[pipeline.status];
  return because === undefined ? { at: "possible" } : { at: "impossible", because };
};

const hindrances: Record<Status, string | undefined> = {
  ready: undefined,
  new: "It waits for what it is made of: an outcome or a cohort below is not built yet.",
  starting: "Its preview is about to be built. This takes a moment; then look at the preview and enable it.",
  running: "Its preview is being built. Then look at it and enable it.",
  error: "Its build was refused. What to do is said above.",
};
