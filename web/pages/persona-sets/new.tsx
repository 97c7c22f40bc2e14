// A new persona set: of which cohort, and into how many.

import { useState } from "react";
import { useList } from "../../api/resources.js";
import { EditPage, type Saving } from "../../shell/edit-page.js";
import { ButtonLink } from "../../ui/button.js";
import { CheckField, FieldGroup, SelectField, TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { Empty, Panel, Skeleton } from "../../ui/panel.js";
import { chosenFields, fieldsOffered } from "./fields.js";

const NewPersonaSet = () => (
  <EditPage
    kind="persona_sets"
    about="Divide a cohort into groups of similar people, by their purchases (how often, how recent, since when, how much and what) and their traits."
  >
    {(saving) => (
      <Panel title="Cohort and inputs">
        <Questions saving={saving} />
      </Panel>
    )}
  </EditPage>
);
export default NewPersonaSet;

const counts = Array.from({ length: 19 }, (_, index) => String(index + 2));

const Questions = ({ saving }: { saving: Saving }) => {
  const { data: cohorts } = useList("cohorts");
  const [name, setName] = useState("");
  const [cohort, setCohort] = useState("");
  const [count, setCount] = useState("");
  const [fields, setFields] = useState<ReadonlySet<string>>(new Set());
  if (!cohorts) return <Skeleton />;
  if (cohorts.length === 0)
    return (
      <Empty action={<ButtonLink to="/cohorts/new">New cohort</ButtonLink>}>
        There is no cohort yet whose people could be told apart.
      </Empty>
    );
  const save = () =>
    saving.save({
      name,
      cohort_id: cohort,
      ...(count !== "" && { number_of_clusters: Number(count) }),
      ...chosenFields(fields),
    });
  return (
    <Form action={saving.action} sending={saving.sending} onSubmit={save} isDisabled={cohort === ""}>
      <TextField label="Name" value={name} onChange={setName} required />
      <FieldGroup legend="Of whom, and how many kinds">
        <SelectField
          label="Cohort"
          value={cohort}
          onChange={setCohort}
          choices={[
            { value: "", label: "Choose a cohort", isDisabled: true },
            ...cohorts.map(({ id, name: label }) => ({ value: id, label })),
          ]}
        />
        <SelectField
          label="Personas"
          hint="Left to the data, three to eight are tried."
          value={count}
          onChange={setCount}
          choices={[
            { value: "", label: "As many as are best apart" },
            ...counts.map((value) => ({ value, label: value })),
          ]}
        />
      </FieldGroup>
      <Fields chosen={fields} onChange={setFields} />
    </Form>
  );
};

const Fields = ({
  chosen,
  onChange,
}: {
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}) => {
  const { data: traits = [] } = useList("traits");
  const { data: streams = [] } = useList("streams");
  const offered = fieldsOffered(streams, traits);
  if (offered.length < 2) return null;
  const toggle = (value: string, isChosen: boolean) => {
    const changed = new Set(chosen);
    if (isChosen) changed.add(value);
    else changed.delete(value);
    onChange(changed);
  };
  return (
    <FieldGroup legend="Told apart by" hint="Choose none to use all of them.">
      {offered.map(({ value, label }) => (
        <CheckField
          key={value}
          label={label}
          checked={chosen.has(value)}
          onChange={(isChosen) => toggle(value, isChosen)}
        />
      ))}
    </FieldGroup>
  );
};
