// Names of the resources that a deployment refers to.

import { useMemo } from "react";
import { useList } from "../../api/resources.js";
import type { Names } from "./sentences.js";

interface Named {
  id: string;
  name: string;
}
const nameIn = (all: readonly Named[] | undefined, wanted: string, otherwise: string): string =>
  all?.find(({ id }) => id === wanted)?.name ?? otherwise;

export const useNames = (): Names => {
  const { data: outcomes } = useList("outcomes");
  const { data: cohorts } = useList("cohorts");
  const { data: sets } = useList("persona_sets");
  const { data: traits } = useList("traits");
  const { data: recommenders } = useList("recommenders");
  const { data: streams } = useList("streams");
  return useMemo(
    () => ({
      outcome: (id) => nameIn(outcomes, id, "a prediction"),
      cohort: (id) => nameIn(cohorts, id, "a cohort"),
      persona: (setId, id) => nameIn(sets?.find((set) => set.id === setId)?.personas, id, "a persona"),
      trait: (name) => traits?.find((trait) => trait.name === name)?.literate ?? name,
      stream: (name) => streams?.find(({ stream_name }) => stream_name === name)?.name ?? name,
      recommender: (id) => nameIn(recommenders, id, "a recommender"),
    }),
    [outcomes, cohorts, sets, traits, recommenders, streams],
  );
};
