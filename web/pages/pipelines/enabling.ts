// States of a pipeline: it starts as a preview, whose files contain 1,000 rows at most, and can be enabled
// once the preview is built.
//
//   impossible → possible    its build is done
//   possible ⇄ enabled       by its owner

import type { Status } from "../../api/kinds.js";

export type Enabling = { at: "enabled" | "possible" } | { at: "impossible"; because: string };

export const enablingOf = (pipeline: {
  preview: boolean;
  status: Status;
  /** Why it waits, while the status is `new` or `starting`. */
  waiting_for?: string | undefined;
  archived_at?: string | undefined;
}): Enabling => {
  if (!pipeline.preview) return { at: "enabled" };
  if (pipeline.archived_at !== undefined)
    return { at: "impossible", because: "It is archived. Unarchive it first." };
  const because = pipeline.waiting_for ?? obstacles[pipeline.status];
  return because === undefined ? { at: "possible" } : { at: "impossible", because };
};

const obstacles: Record<Status, string | undefined> = {
  ready: undefined,
  new: "It waits for its inputs: a prediction or a cohort is not built yet.",
  starting: "Its preview is queued. Check the preview when it is built.",
  running: "Its preview is being built. Check it when it is ready.",
  error: "Its build failed. See the advice above.",
};
