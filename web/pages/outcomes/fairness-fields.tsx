// Fairness fields of a prediction: reduce bias by age or gender, and compare groups by further traits.

import { useList } from "../../api/resources.js";
import { CheckField, SelectField } from "../../ui/field.js";
import { FormPart, FormRow } from "../../ui/form.js";
import type { Change, OutcomeDraft } from "./draft.js";
import styles from "./outcome-form.module.css";

/** Age and gender are always compared, and coordinates make no groups. */
const notCompared = ["age", "date_of_birth", "birth_year", "gender", "sex", "latitude", "longitude"];

export const FairnessFields = ({ draft, change }: { draft: OutcomeDraft; change: Change }) => {
  const { mitigated, strategy } = draft;
  const mitigate = (changed: Partial<OutcomeDraft["mitigated"]>) =>
    change({ mitigated: { ...mitigated, ...changed } });
  return (
    <FormPart
      title="Fairness"
      hint="Results by age and gender are always reported if traits have them. If you reduce bias, the results show what it costs."
    >
      <div className={styles.boxes}>
        <CheckField label="Reduce age bias" checked={mitigated.age} onChange={(age) => mitigate({ age })} />
        <CheckField
          label="Reduce gender bias"
          checked={mitigated.gender}
          onChange={(gender) => mitigate({ gender })}
        />
      </div>
      {(mitigated.age || mitigated.gender) && (
        <SelectField
          label="Method"
          value={strategy}
          hint="People are re-ranked across groups. The order within each group stays the same."
          choices={[
            { value: "equality", label: "Equality: each group is selected in proportion to its share" },
            { value: "equity", label: "Equity: a group with higher probabilities is selected less often" },
          ]}
          onChange={(chosen) => change({ strategy: chosen })}
        />
      )}
      <ComparedBy draft={draft} change={change} />
    </FormPart>
  );
};

const ComparedBy = ({ draft: { biasTraits }, change }: { draft: OutcomeDraft; change: Change }) => {
  const { data: traits = [] } = useList("traits");
  const names = traits.map(({ name }) => name).filter((name) => !notCompared.includes(name));
  const offered = [...new Set([...names, ...biasTraits])];
  if (offered.length === 0) return null;
  return (
    <FormRow title="Also compare groups by">
      {offered.map((name) => (
        <CheckField
          key={name}
          label={traits.find((trait) => trait.name === name)?.literate ?? name}
          checked={biasTraits.includes(name)}
          onChange={(isIn) =>
            change({
              biasTraits: isIn ? [...biasTraits, name] : biasTraits.filter((other) => other !== name),
            })
          }
        />
      ))}
    </FormRow>
  );
};
