// Whom a pipeline tells of: cohorts whose people are in it, and cohorts whose people are left out all the same.

import { ButtonLink } from "../../ui/button.js";
import { Chooser } from "./chooser.js";
import type { PipelineDraft } from "./draft.js";
import { useOfferedCohorts } from "./offered.js";

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
        legend="People of these cohorts"
        hint="Who is in any of them is told of."
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
          legend="But nobody of these"
          hint="Who is in any of them is left out, whatever else they are in."
          offered={cohorts?.filter(({ id }) => !include.includes(id))}
          chosen={exclude}
          onChange={(chosen) => onChange({ ...draft, exclude: chosen })}
          none="Every cohort is included."
        />
      )}
    </>
  );
};
