// How many people the chosen cohorts come to.

import { useList } from "../../api/resources.js";
import type { PipelineDraft } from "./draft.js";
import { boundsInWords, populationBounds } from "./population.js";

export const PopulationSize = ({ include, exclude }: Pick<PipelineDraft, "include" | "exclude">) => {
  const { data: cohorts = [] } = useList("cohorts");
  const sizes = (ids: readonly string[]) =>
    ids.map((wanted) => cohorts.find(({ id }) => id === wanted)?.population_count);
  const bounds = populationBounds(sizes(include), sizes(exclude));
  const unknown =
    include.length === 0 ? "Nobody is chosen yet." : "A cohort is not counted yet: it is being built.";
  return <p role="status">{bounds ? boundsInWords(bounds) : unknown}</p>;
};
