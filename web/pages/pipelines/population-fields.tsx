// The audience fields of a pipeline's form: included and excluded cohorts, and the size that they come to.

import { useList } from "../../api/resources.js";
import { ButtonLink } from "../../ui/button.js";
import { Chooser } from "./chooser.js";
import type { PipelineDraft } from "./draft.js";
import { useOfferedCohorts } from "./offered.js";
import { populationBounds, sizeSentence } from "./population.js";

interface PopulationFieldsProps {
  draft: PipelineDraft;
  onChange: (draft: PipelineDraft) => void;
}

export const PopulationFields = ({ draft, onChange }: PopulationFieldsProps) => {
  const { include, exclude } = draft;
  const cohorts = useOfferedCohorts([...include, ...exclude]);
  return (
    <>
      <Chooser
        legend="Include"
        hint="People in any of these cohorts. If you choose none, everyone you know is included."
        offered={cohorts}
        chosen={include}
        onChange={(chosen) => onChange({ ...draft, include: chosen })}
        none={
          <>
            There are no cohorts yet. <ButtonLink to="/cohorts/new">New cohort</ButtonLink>
          </>
        }
      />
      {(cohorts?.length ?? 0) > 1 && (
        <Chooser
          legend="Exclude"
          hint="People in any of these cohorts are left out."
          offered={cohorts?.filter(({ id }) => !include.includes(id))}
          chosen={exclude}
          onChange={(chosen) => onChange({ ...draft, exclude: chosen })}
          none="All cohorts are included."
        />
      )}
    </>
  );
};

// How many people the chosen cohorts come to.

export const PopulationSize = ({ include, exclude }: Pick<PipelineDraft, "include" | "exclude">) => {
  const { data: cohorts = [] } = useList("cohorts");
  const sizes = (ids: readonly string[]) =>
    ids.map((wanted) => cohorts.find(({ id }) => id === wanted)?.population_count);
  const bounds = populationBounds(sizes(include), sizes(exclude));
  const unknown =
    include.length === 0 ? "Everyone you know, without those you exclude." : "A cohort is still being built.";
  return <p role="status">{bounds ? sizeSentence(bounds) : unknown}</p>;
};
