// The goal of a prediction in words, after "are expected to": "buy again", "cancel".

import { goalWords } from "../../../src/words/prediction.js";
import type { Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";

interface Goal {
  /** Undefined until the cohorts are read. */
  words: string | undefined;
  /** The stream of what the goal counts; absent for a goal without one. */
  stream: Records["streams"] | undefined;
}

/** A goal whose cohort is gone goes by its name. */
export const useGoal = (outcome: Records["outcomes"]): Goal => {
  const { data: cohorts } = useList("cohorts");
  const { data: streams } = useList("streams");
  if (!cohorts || !streams) return { words: undefined, stream: undefined };
  const { attainment_cohort_id, eligible_cohort_id, attainment_cohort_name: name = "the goal" } = outcome;
  const attainment = cohorts.find(({ id }) => id === attainment_cohort_id);
  const eligible = cohorts.find(({ id }) => id === eligible_cohort_id) ?? null;
  const stream = streams.find(({ stream_name }) => stream_name === attainment?.stream_name);
  if (!attainment) return { words: `enter “${name}”`, stream };
  const words = goalWords({
    attainment: attainment as never,
    eligible: eligible as never,
    recurring: outcome.recurring ?? false,
    names: {
      attainment: `“${name}”`,
      eligible: eligible?.name ?? null,
      active: outcome.active_cohort_name,
    },
    streamNames: Object.fromEntries(streams.map((each) => [each.stream_name, each.name])),
    horizonDays: outcome.horizon_days ?? null,
    isStatic: outcome.prediction_mode === "static",
  });
  return { words, stream };
};
