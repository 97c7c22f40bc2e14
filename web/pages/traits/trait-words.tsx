// How a trait is spoken of in reasons and reports, and how its values are learned from.

import { useState } from "react";
import type { Records } from "../../api/kinds.js";
import { useChange } from "../../api/resources.js";
import { FieldGroup, SelectField, TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { Panel } from "../../ui/panel.js";
import { statisticalWords } from "./types.js";

type Trait = Records["traits"];
type Statistical = NonNullable<Trait["statistical_type"]>;

export const TraitWords = ({ trait }: { trait: Trait }) => {
  const change = useChange("traits", trait.id);
  const [literate, setLiterate] = useState(trait.literate);
  const [description, setDescription] = useState(trait.description ?? "");
  const [unit, setUnit] = useState(trait.unit ?? "");
  const [statistical, setStatistical] = useState<Statistical | "">(trait.statistical_type ?? "");
  const save = () =>
    change.mutate({
      literate: literate || null,
      description: description || null,
      unit: unit || null,
      ...(statistical !== trait.statistical_type && { statistical_type: statistical || null }),
    });
  return (
    <Panel title="How it is spoken of">
      <Form action="Save" sending={change} onSubmit={save}>
        <FieldGroup legend="In words">
          <TextField
            label="Said as"
            hint="In the names of features and in reasons: “plan is gold”."
            value={literate}
            onChange={setLiterate}
          />
          <TextField label="Unit" hint="What its numbers count: years." value={unit} onChange={setUnit} />
        </FieldGroup>
        <TextField label="What it is" value={description} onChange={setDescription} />
        <SelectField
          label="Its values are"
          hint="Numbers that have no order, like codes, are learned from as categories."
          value={statistical}
          onChange={setStatistical}
          choices={[
            ...(trait.statistical_type ? [] : [{ value: "" as const, label: "As found" }]),
            ...Object.entries(statisticalWords).map(([value, label]) => ({
              value: value as Statistical,
              label,
            })),
          ]}
        />
      </Form>
    </Panel>
  );
};
