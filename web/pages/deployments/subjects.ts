// Subjects of filter conditions: the pipeline's predictions and recommenders, and all cohorts, personas and traits.

import type { Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import type { initialCondition } from "./filter.js";

export interface Subject {
  key: string;
  part: keyof typeof initialCondition;
  /** Id of the resource; of a trait, its name. */
  id: string;
  label: string;
}

export const useSubjects = (scopeId: string): Subject[] => {
  const { data: pipelines = [] } = useList("scopes");
  const { data: outcomes = [] } = useList("outcomes");
  const { data: recommenders = [] } = useList("recommenders");
  const { data: cohorts = [] } = useList("cohorts");
  const { data: sets = [] } = useList("persona_sets");
  const { data: traits = [] } = useList("traits");
  const { data: streams = [] } = useList("streams");
  const pipeline = pipelines.find(({ id }) => id === scopeId);
  return [
    ...subjectsOf(pipeline?.payload, { outcomes, recommenders, cohorts, sets, traits }),
    ...(pipeline?.holdout ? [subject("holdout", "", "hold-out: whether the person is held out")] : []),
    ...(pipeline
      ? streams.map(({ stream_name, name }) => subject("contacted", stream_name, `last contact: ${name}`))
      : []),
    ...(pipeline?.economics ? [subject("contact", "", "contact: whether a contact is expected to pay")] : []),
  ];
};

interface Known {
  outcomes: readonly Pick<Records["outcomes"], "id" | "name">[];
  recommenders: readonly Pick<Records["recommenders"], "id" | "name">[];
  cohorts: readonly Pick<Records["cohorts"], "id" | "name">[];
  sets: readonly Pick<Records["persona_sets"], "id" | "name" | "personas">[];
  traits: readonly Pick<Records["traits"], "name" | "literate">[];
}

/** Empty until a pipeline is chosen. */
export const subjectsOf = (
  payload: Pick<Records["scopes"]["payload"], "outcome_ids" | "recommender_ids"> | undefined,
  { outcomes, recommenders, cohorts, sets, traits }: Known,
): Subject[] => {
  if (!payload) return [];
  const scored = outcomes.filter(({ id }) => payload.outcome_ids.includes(id));
  const recommended = recommenders.filter(({ id }) => payload.recommender_ids?.includes(id));
  return [
    ...scored.map(({ id, name }) => subject("outcome_percentile", id, `percentile: ${name}`)),
    ...scored.map(({ id, name }) => subject("outcome_probability", id, `probability: ${name}`)),
    ...cohorts.map(({ id, name }) => subject("cohort_membership", id, `cohort: ${name}`)),
    ...sets
      .filter(({ personas }) => personas?.length)
      .map(({ id, name }) => subject("persona", id, `persona: ${name}`)),
    ...traits.map(({ name, literate }) => subject("trait", name, `trait: ${literate}`)),
    ...recommended.map(({ id, name }) => subject("recommender_rank", id, `rank: ${name}`)),
  ];
};

const subject = (part: Subject["part"], id: string, label: string): Subject => ({
  key: `${part} ${id}`,
  part,
  id,
  label,
});
