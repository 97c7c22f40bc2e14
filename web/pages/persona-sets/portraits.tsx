// Portraits of personas: the name of each, its size and the inputs in which its people differ most from the average.

import { useState } from "react";
import { answer, api, type Schemas } from "../../api/client.js";
import type { Records } from "../../api/kinds.js";
import { useMutationOf } from "../../api/resources.js";
import { Allowed } from "../../shell/allowed.js";
import { Button } from "../../ui/button.js";
import { Dialog } from "../../ui/dialog.js";
import { TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { formatNumber, formatPeople, formatPercent } from "../../ui/format.js";
import styles from "./portraits.module.css";

type PersonaSet = Records["persona_sets"];
type Persona = Schemas["Persona"];
type Distinction = Persona["distinctions"][number];

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
  const [isRenaming, setRenaming] = useState(false);
  const people = all.reduce((sum, { individuals_count }) => sum + individuals_count, 0);
  return (
    <article className={styles.portrait}>
      <header>
        <h3>{persona.name}</h3>
        <p className="soft small">
          {formatPeople(persona.individuals_count)},{" "}
          {formatPercent(people === 0 ? 0 : persona.individuals_count / people)} of the cohort
        </p>
      </header>
      <Distinctions persona={persona} />
      <Allowed>
        <Button look="quiet" onClick={() => setRenaming(true)}>
          Rename<span className="visually-hidden"> {persona.name}</span>
        </Button>
      </Allowed>
      {isRenaming && <Rename set={set} persona={persona} onClose={() => setRenaming(false)} />}
    </article>
  );
};

const Distinctions = ({ persona }: { persona: Persona }) => (
  <dl className={styles.distinctions}>
    {largestDifferences(persona.distinctions).map((distinction) => (
      <div key={distinction.name}>
        <dt>{distinction.literate}</dt>
        <dd>
          <strong>{valueText(distinction.value, distinction)}</strong>{" "}
          <span className="soft">
            {differenceText(distinction)} average ({valueText(distinction.average, distinction)})
          </span>
        </dd>
      </div>
    ))}
  </dl>
);

/** In standard deviations; a smaller difference is shown as none. */
const minDifference = 0.1;
const maxShown = 5;

export const largestDifferences = (distinctions: readonly Distinction[]): Distinction[] => {
  const large = distinctions.filter(({ difference }) => Math.abs(difference) >= minDifference);
  return (large.length > 0 ? large : distinctions).slice(0, maxShown);
};

/** Before "average": "well below". */
export const differenceText = ({ difference }: Pick<Distinction, "difference">): string => {
  const size = Math.abs(difference);
  if (size < minDifference) return "about";
  const side = difference < 0 ? "below" : "above";
  if (size >= 1) return `far ${side}`;
  return size >= 0.5 ? `well ${side}` : `slightly ${side}`;
};

/** A percentage for shares; any other value has the unit that its name states. */
const valueText = (value: number, { literate }: Pick<Distinction, "literate">): string =>
  literate.startsWith("share of") ? formatPercent(value) : formatNumber(value);

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
        action="Save name"
        sending={rename}
        onSubmit={() => rename.mutate({ name }, { onSuccess: onClose })}
        aside={<Button onClick={onClose}>Cancel</Button>}
      >
        <TextField
          label="Name"
          hint="The persona keeps this name when it is rebuilt."
          value={name}
          onChange={setName}
          required
        />
      </Form>
    </Dialog>
  );
};
