// One condition: what it is about, and what must be so.

import { Button } from "../../ui/button.js";
import { BetweenFields } from "./between-fields.js";
import type { Condition } from "./filter.js";
import styles from "./filter-fields.module.css";
import { IsOrNot, PersonaFields } from "./membership-fields.js";
import { useNames } from "./names.js";
import { TraitFields } from "./trait-fields.js";
import { conditionInWords } from "./words.js";

interface ConditionProps {
  condition: Condition;
  onChange: (condition: Condition) => void;
  onRemove: () => void;
}

export const ConditionFields = ({ condition, onChange, onRemove }: ConditionProps) => {
  const names = useNames();
  const said = conditionInWords(condition, names);
  return (
    <div className={styles.condition}>
      <div className={styles.head}>
        <strong>{said}</strong>
        <Button look="quiet" onClick={onRemove}>
          Take out<span className="visually-hidden"> {said}</span>
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
    case "cohort_membership":
      return (
        <IsOrNot
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
