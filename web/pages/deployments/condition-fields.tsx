// The fields of one filter condition: range, membership, persona or trait.

import { useId } from "react";
import type { Operator } from "../../../src/words/labels.js";
import { useList } from "../../api/resources.js";
import { Button } from "../../ui/button.js";
import { NumberField, SelectField, TextField } from "../../ui/field.js";
import {
  type Condition,
  type ConditionOf,
  operatorsFor,
  traitTest,
  valueFor,
  withBound,
  withTest,
} from "./filter.js";
import styles from "./filter-fields.module.css";
import { useNames } from "./names.js";
import { conditionPhrase } from "./sentences.js";

interface ConditionProps {
  condition: Condition;
  onChange: (condition: Condition) => void;
  onRemove: () => void;
}

export const ConditionFields = ({ condition, onChange, onRemove }: ConditionProps) => {
  const names = useNames();
  const phrase = conditionPhrase(condition, names);
  return (
    <div className={styles.condition}>
      <div className={styles.head}>
        <strong>{phrase}</strong>
        <Button look="quiet" onClick={onRemove}>
          Remove<span className="visually-hidden"> {phrase}</span>
        </Button>
      </div>
      <div className={styles.fields}>
        <Fields condition={condition} onChange={onChange} />
      </div>
    </div>
  );
};

const Fields = ({ condition, onChange }: Omit<ConditionProps, "onRemove">) => {
  switch (condition.part) {
    case "outcome_probability":
      return (
        <BetweenFields
          unit="probability, %"
          scale={100}
          bounds={condition.is}
          onChange={(is) => onChange({ ...condition, is })}
        />
      );
    case "outcome_percentile":
      return (
        <BetweenFields
          unit="percentile"
          bounds={condition.is}
          onChange={(is) => onChange({ ...condition, is })}
        />
      );
    case "recommender_rank":
      return (
        <BetweenFields unit="rank" bounds={condition.is} onChange={(is) => onChange({ ...condition, is })} />
      );
    case "holdout":
      return (
        <MembershipField
          of="held out"
          is={condition.is._eq === "held_out"}
          onChange={(isHeldOut) =>
            onChange({ ...condition, is: { _eq: isHeldOut ? "held_out" : "contact" } })
          }
        />
      );
    case "contact":
      return (
        <MembershipField
          of="worth contacting"
          is={condition.is._eq}
          onChange={(_eq) => onChange({ ...condition, is: { _eq } })}
        />
      );
    case "contacted":
      return (
        <>
          <MembershipField
            of="contacted"
            is={condition.is._eq}
            onChange={(_eq) => onChange({ ...condition, is: { ...condition.is, _eq } })}
          />
          <NumberField
            label="In the last days"
            min={1}
            value={condition.is.days}
            onChange={(days = 1) => onChange({ ...condition, is: { ...condition.is, days } })}
          />
        </>
      );
    case "cohort_membership":
      return (
        <MembershipField
          of="in the cohort"
          is={condition.is._eq}
          onChange={(_eq) => onChange({ ...condition, is: { ...condition.is, _eq } })}
        />
      );
    case "persona":
      return <PersonaFields condition={condition} onChange={onChange} />;
    case "trait":
      return <TraitFields condition={condition} onChange={onChange} />;
  }
};

export const MembershipField = ({
  of,
  is,
  onChange,
}: {
  of: string;
  is: boolean;
  onChange: (is: boolean) => void;
}) => (
  <SelectField
    label="Membership"
    value={is ? "is" : "not"}
    choices={[
      { value: "is", label: of },
      { value: "not", label: `not ${of}` },
    ]}
    onChange={(chosen) => onChange(chosen === "is")}
  />
);

export const PersonaFields = ({
  condition,
  onChange,
}: {
  condition: ConditionOf<"persona">;
  onChange: (condition: Condition) => void;
}) => {
  const { data: sets = [] } = useList("persona_sets");
  const personas = sets.find(({ id }) => id === condition.is.persona_set_id)?.personas ?? [];
  const put = (changed: Partial<typeof condition.is>) =>
    onChange({ ...condition, is: { ...condition.is, ...changed } });
  return (
    <>
      <MembershipField of="in the persona" is={condition.is._eq} onChange={(_eq) => put({ _eq })} />
      <SelectField
        label="Persona"
        value={condition.is.persona_id}
        choices={[
          { value: "", label: "Choose a persona", isDisabled: true },
          ...personas.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(persona_id) => put({ persona_id })}
      />
    </>
  );
};

interface BetweenProps<B> {
  unit: string;
  /** Factor between the stored and the shown bound. */
  scale?: number;
  bounds: B;
  onChange: (bounds: B) => void;
}

export const BetweenFields = <B extends { _gte?: number; _lte?: number }>({
  unit,
  scale = 1,
  bounds,
  onChange,
}: BetweenProps<B>) => {
  const field = (label: string, bound: "_gte" | "_lte") => (
    <NumberField
      label={`${label} ${unit}`}
      isContinuous={scale !== 1}
      min={0}
      value={bounds[bound] === undefined ? undefined : Math.round(bounds[bound] * scale * 1e6) / 1e6}
      onChange={(value) =>
        onChange(withBound(bounds, bound, value === undefined ? undefined : value / scale))
      }
    />
  );
  return (
    <>
      {field("Minimum", "_gte")}
      {field("Maximum", "_lte")}
    </>
  );
};

interface TraitFieldsProps {
  condition: ConditionOf<"trait">;
  onChange: (condition: Condition) => void;
}

export const TraitFields = ({ condition, onChange }: TraitFieldsProps) => {
  const { data: traits = [] } = useList("traits");
  const list = useId();
  const trait = traits.find(({ name }) => name === condition.is.name);
  const { operator, value } = traitTest(condition.is);
  const put = (changed: Operator, compared: string) =>
    onChange({ ...condition, is: withTest(condition.is.name, changed, valueFor(trait?.type, compared)) });
  const takesValue = operator !== "_null" && operator !== "_nnull";
  return (
    <>
      <SelectField
        label="It"
        value={operator}
        choices={operatorsFor(trait?.type, operator)}
        onChange={(chosen) => put(chosen, value)}
      />
      {takesValue && (
        <>
          <TextField
            label="Value"
            type={trait?.type === "date" ? "date" : "text"}
            list={list}
            value={value}
            onChange={(typed) => put(operator, typed)}
          />
          <datalist id={list}>
            {(trait?.type === "boolean" ? ["true", "false"] : (trait?.categories ?? [])).map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </>
      )}
    </>
  );
};
