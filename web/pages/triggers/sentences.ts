// The condition of a trigger in words, with the name of the prediction or the cohort that it watches.

import { triggerSentence } from "../../../src/words/trigger.js";
import type { Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { reader } from "../../ui/format.js";

/** Undefined while names are read. */
export const useTriggerSentence = (): ((
  trigger: Pick<Records["triggers"], "when" | "quiet_hours">,
) => string | undefined) => {
  const { data: outcomes } = useList("outcomes");
  const { data: cohorts } = useList("cohorts");
  return ({ when, quiet_hours }) => {
    const scores = when.crosses ?? when.movers;
    const known = scores ? outcomes : cohorts;
    const id = scores?.outcome_id ?? when.cohort?.cohort_id;
    const name = known?.find((each) => each.id === id)?.name;
    const condition = { when, ...(quiet_hours !== undefined && { quiet_hours }) };
    return known && triggerSentence(condition, name ?? "something that was deleted", reader);
  };
};
