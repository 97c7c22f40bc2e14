// Goal of an outcome in words, for the columns of a list: "buy again".

import { shownName } from "../../domain/data/stream.js";
import type { ConfigOf } from "../../domain/kinds/kinds.js";
import { goalWords } from "../../words/prediction.js";

interface Named<T extends "cohorts" | "streams" | "outcomes"> {
  name: string;
  config: ConfigOf<T>;
}

/** Finds the resources by which a goal is defined. */
export interface Definitions {
  cohort(id: string): Named<"cohorts"> | null | undefined;
  stream(name: string): Named<"streams"> | null | undefined;
}

/** After "chance to". */
export const goalOf = (
  { name, config, result }: Named<"outcomes"> & { result: { mode: "point_in_time" | "static" } },
  definitions: Definitions,
): string => {
  const { attainment_cohort_id, eligible_cohort_id, active_cohort_id, recurring = false } = config;
  const attainment = definitions.cohort(attainment_cohort_id);
  const eligible = eligible_cohort_id === undefined ? null : definitions.cohort(eligible_cohort_id);
  if (!attainment) return `enter ${name}`;
  const active = active_cohort_id === undefined ? undefined : definitions.cohort(active_cohort_id);
  const stream = attainment.config.stream_name;
  const shown = stream === undefined ? undefined : definitions.stream(stream);
  return goalWords({
    attainment: attainment.config,
    eligible: eligible?.config ?? null,
    names: { attainment: attainment.name, eligible: eligible?.name ?? null, active: active?.name },
    streamNames: shown ? { [shown.name]: shownName(shown) } : {},
    recurring,
    horizonDays: null,
    isStatic: result.mode === "static",
  });
};
