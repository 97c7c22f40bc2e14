// Whether people who differ in age or gender are to be treated alike, and by what else they are compared.

import { useList } from "../../api/resources.js";
import { CheckField, SelectField } from "../../ui/field.js";
import { FormPart, FormRow } from "../../ui/form.js";
import type { Change, OutcomeDraft } from "./draft.js";
import styles from "./outcome-form.module.css";

/** By the first people are compared without their being named, and where somebody is makes no group. */
const notOffered = ["age", "date_of_birth", "birth_year", "gender", "sex", "latitude", "longitude"];

export const Fairness = ({ draft, change }: { draft: OutcomeDraft; change: Change }) => {
  const { mitigated, strategy } = draft;
  const mitigate = (changed: Partial<OutcomeDraft["mitigated"]>) =>
    change({ mitigated: { ...mitigated, ...changed } });
  return (
    <FormPart
      title="Fairness"
      hint="How people of different age and gender are treated is always reported, where a trait tells it. It can also be evened out; what that costs is shown."
    >
      <div className={styles.boxes}>
        <CheckField label="Even out by age" checked={mitigated.age} onChange={(age) => mitigate({ age })} />
        <CheckField
          label="Even out by gender"
          checked={mitigated.gender}
          onChange={(gender) => mitigate({ gender })}
        />
      </div>
      {(mitigated.age || mitigated.gender) && (
        <SelectField
          label="How"
          value={strategy}
          hint="The same probabilities are dealt out again, and nobody changes places within their group."
          choices={[
            { value: "equality", label: "Equality: each group is selected as its share of the people" },
            { value: "equity", label: "Equity: a group that was favoured is selected less often" },
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
  const names = traits.map(({ name }) => name).filter((name) => !notOffered.includes(name));
  const offered = [...new Set([...names, ...biasTraits])];
  if (offered.length === 0) return null;
  return (
    <FormRow title="Compare people by these traits too">
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
