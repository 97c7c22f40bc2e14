// Who belongs to a cohort or a persona, or does not.

import { useList } from "../../api/resources.js";
import { SelectField } from "../../ui/field.js";
import type { Condition, ConditionOf } from "./filter.js";

export const IsOrNot = ({
  of,
  is,
  onChange,
}: {
  of: string;
  is: boolean;
  onChange: (is: boolean) => void;
}) => (
  <SelectField
    label="They are"
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
      <IsOrNot of="of the persona" is={condition.is._eq} onChange={(_eq) => put({ _eq })} />
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
