// The page that creates a persona set: its cohort, the number of personas and the inputs that distinguish them.

import type { Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { EditPage, type Saving } from "../../shell/edit-page.js";
import { ButtonLink } from "../../ui/button.js";
import { useDraft } from "../../ui/draft.js";
import { CheckField, FieldGroup, SelectField, TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { Empty, Panel, Skeleton } from "../../ui/panel.js";

const NewPersonaSet = () => (
  <EditPage
    kind="persona_sets"
    about="Divide a cohort into groups of similar people, by their purchases (how often, how recent, since when, how much and what) and their traits."
  >
    {(saving) => (
      <Panel title="Definition">
        <PersonaSetForm saving={saving} />
      </Panel>
    )}
  </EditPage>
);
export default NewPersonaSet;

const counts = Array.from({ length: 19 }, (_, index) => String(index + 2));

const PersonaSetForm = ({ saving }: { saving: Saving }) => {
  const { data: cohorts } = useList("cohorts");
  const [name, setName] = useDraft("name", "");
  const [cohort, setCohort] = useDraft("cohort", "");
  const [count, setCount] = useDraft("count", "");
  const [inputs, setInputs] = useDraft<readonly string[]>("inputs", []);
  if (!cohorts) return <Skeleton />;
  if (cohorts.length === 0)
    return (
      <Empty action={<ButtonLink to="/cohorts/new">New cohort</ButtonLink>}>
        No cohorts yet. Create the cohort that you want to divide into personas.
      </Empty>
    );
  const save = () =>
    saving.save({
      name,
      cohort_id: cohort,
      ...(count !== "" && { number_of_clusters: Number(count) }),
      ...chosenInputs(new Set(inputs)),
    });
  return (
    <Form action={saving.action} sending={saving.sending} onSubmit={save} isDisabled={cohort === ""}>
      <TextField label="Name" value={name} onChange={setName} required />
      <FieldGroup legend="Cohort and number of personas">
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
          label="Number of personas"
          hint="If chosen from the data, usually 3 to 8."
          value={count}
          onChange={setCount}
          choices={[
            { value: "", label: "Chosen from the data" },
            ...counts.map((value) => ({ value, label: value })),
          ]}
        />
      </FieldGroup>
      <Inputs chosen={new Set(inputs)} onChange={(chosen) => setInputs([...chosen])} />
    </Form>
  );
};

const Inputs = ({
  chosen,
  onChange,
}: {
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}) => {
  const { data: traits = [] } = useList("traits");
  const { data: streams = [] } = useList("streams");
  const offered = inputChoices(streams, traits);
  if (offered.length < 2) return null;
  const toggle = (value: string, isChosen: boolean) => {
    const changed = new Set(chosen);
    if (isChosen) changed.add(value);
    else changed.delete(value);
    onChange(changed);
  };
  return (
    <FieldGroup legend="Inputs" hint="Select none to use all inputs.">
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

type Stream = Pick<Records["streams"], "stream_name" | "name">;
type Trait = Pick<Records["traits"], "name" | "literate">;

export const inputChoices = (streams: readonly Stream[], traits: readonly Trait[]) => [
  ...streams.map(({ stream_name, name }) => ({ value: stream_name, label: `Activity: ${name}` })),
  ...traits.map(({ name, literate }) => ({ value: name, label: literate })),
];

/** Without a choice, the service uses all. */
export const chosenInputs = (chosen: ReadonlySet<string>): { modeling_fields?: string[] } =>
  chosen.size === 0 ? {} : { modeling_fields: [...chosen].sort() };
