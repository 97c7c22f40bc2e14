// Each persona as a card: how many they are, what sets them apart, and their name, which can be changed.

import { useState } from "react";
import { answer, api, type Schemas } from "../../api/client.js";
import type { Records } from "../../api/kinds.js";
import { useMutationOf } from "../../api/resources.js";
import { Button } from "../../ui/button.js";
import { Dialog } from "../../ui/dialog.js";
import { TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { formatCounted, formatPercent } from "../../ui/format.js";
import { distinctionInWords, telling, valueInWords } from "./distinctions.js";
import styles from "./portraits.module.css";

type PersonaSet = Records["persona_sets"];
type Persona = Schemas["Persona"];

export const Portraits = ({ set, personas }: { set: PersonaSet; personas: readonly Persona[] }) => (
  <ul className={styles.portraits}>
    {personas.map((persona) => (
      <li key={persona.id}>
        <Portrait set={set} persona={persona} all={personas} />
      </li>
    ))}
  </ul>
);

const Portrait = ({ set, persona, all }: { set: PersonaSet; persona: Persona; all: readonly Persona[] }) => {
  const [isNaming, setNaming] = useState(false);
  const people = all.reduce((sum, { individuals_count }) => sum + individuals_count, 0);
  return (
    <article className={styles.portrait}>
      <header>
        <h3>{persona.name}</h3>
        <p className="soft small">
          {formatCounted(persona.individuals_count, "person", "people")},{" "}
          {formatPercent(people === 0 ? 0 : persona.individuals_count / people)} of the cohort
        </p>
      </header>
      <Distinctions persona={persona} />
      <Button look="quiet" onClick={() => setNaming(true)}>
        Rename<span className="visually-hidden"> {persona.name}</span>
      </Button>
      {isNaming && <Rename set={set} persona={persona} onClose={() => setNaming(false)} />}
    </article>
  );
};

const Distinctions = ({ persona }: { persona: Persona }) => (
  <dl className={styles.distinctions}>
    {telling(persona.distinctions).map((distinction) => (
      <div key={distinction.name}>
        <dt>{distinction.literate}</dt>
        <dd>
          <strong>{valueInWords(distinction.value, distinction)}</strong>{" "}
          <span className="soft">
            {distinctionInWords(distinction)} everybody’s {valueInWords(distinction.average, distinction)}
          </span>
        </dd>
      </div>
    ))}
  </dl>
);

const Rename = ({ set, persona, onClose }: { set: PersonaSet; persona: Persona; onClose: () => void }) => {
  const [name, setName] = useState(persona.name);
  const rename = useMutationOf((body: { name: string }) =>
    answer(
      api.PATCH("/persona_sets/{id}/personas/{persona_id}", {
        params: { path: { id: set.id, persona_id: persona.id } },
        body,
      }),
    ),
  );
  return (
    <Dialog title={`Rename ${persona.name}`} onClose={onClose}>
      <Form
        action="Save the name"
        sending={rename}
        onSubmit={() => rename.mutate({ name }, { onSuccess: onClose })}
        aside={<Button onClick={onClose}>Cancel</Button>}
      >
        <TextField
          label="Name"
          hint="It stays with this kind of people from build to build."
          value={name}
          onChange={setName}
          required
        />
      </Form>
    </Dialog>
  );
};
