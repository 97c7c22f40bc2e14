// The form of a trait's label, description, unit and type.

import { useState } from "react";
import type { Records } from "../../api/kinds.js";
import { useChange } from "../../api/resources.js";
import { FieldGroup, SelectField, TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { Panel } from "../../ui/panel.js";
import { statisticalLabels } from "./types.js";

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
    <Panel title="Label and type">
      <Form action="Save changes" sending={change} onSubmit={save}>
        <FieldGroup legend="Label">
          <TextField
            label="Label"
            hint="Used in reasons and reports, as in “plan is gold”."
            value={literate}
            onChange={setLiterate}
          />
          <TextField
            label="Unit"
            hint="The unit of its numbers, such as years."
            value={unit}
            onChange={setUnit}
          />
        </FieldGroup>
        <TextField label="Description" value={description} onChange={setDescription} />
        <SelectField
          label="Type of values"
          hint="Choose a category for numbers without an order, such as codes."
          value={statistical}
          onChange={setStatistical}
          choices={[
            ...(trait.statistical_type ? [] : [{ value: "" as const, label: "Detected automatically" }]),
            ...Object.entries(statisticalLabels).map(([value, label]) => ({
              value: value as Statistical,
              label,
            })),
          ]}
        />
      </Form>
    </Panel>
  );
};
