// One of the cohorts that a question names: chosen, or made in place.

import type { ReactNode } from "react";
import { cohortSentence } from "../../../src/words/cohort.js";
import { useList } from "../../api/resources.js";
import { Button } from "../../ui/button.js";
import { SelectField } from "../../ui/field.js";
import { formatCounted, reader } from "../../ui/format.js";
import { useResourceNames } from "../cohorts/names.js";
import styles from "./outcome-form.module.css";

interface CohortChoiceProps {
  label: string;
  hint: ReactNode;
  /** What it says when none is chosen. */
  none: string;
  /** Id; empty: none. */
  value: string;
  onChange: (id: string) => void;
  /** To make a new one. */
  onMake: () => void;
}

export const CohortChoice = ({ label, hint, none, value, onChange, onMake }: CohortChoiceProps) => {
  const { data: cohorts = [] } = useList("cohorts");
  const names = useResourceNames();
  const chosen = cohorts.find(({ id }) => id === value);
  const offered = cohorts.filter((cohort) => !cohort.archived_at || cohort === chosen);
  return (
    <div className={styles.cohort}>
      <SelectField
        label={label}
        hint={chosen ? cohortSentence(chosen, names, reader) : hint}
        value={value}
        onChange={onChange}
        choices={[
          { value: "", label: none },
          ...offered.map(({ id, name, population_count: people }) => ({
            value: id,
            label: people === undefined ? name : `${name} (${formatCounted(people, "person", "people")})`,
          })),
        ]}
      />
      <Button onClick={onMake} aria-label={`New cohort for: ${label}`}>
        New cohort
      </Button>
    </div>
  );
};
