// A condition on a trait: a test, and what it compares with.

import { useId } from "react";
import type { Operator } from "../../../src/words/labels.js";
import { useList } from "../../api/resources.js";
import { SelectField, TextField } from "../../ui/field.js";
import type { Condition, ConditionOf } from "./filter.js";
import { operatorsFor, traitTest, valueFor, withTest } from "./trait-test.js";

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
