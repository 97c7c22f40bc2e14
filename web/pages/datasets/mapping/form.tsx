// What the columns of a dataset mean: who a row is about, what happened when, and what is so of people.

import type { Schemas } from "../../../api/client.js";
import { SelectField } from "../../../ui/field.js";
import { Panel } from "../../../ui/panel.js";
import { ColumnChecks } from "./column-checks.js";
import { columnInfos, type PartProps } from "./columns.js";
import { type Draft, nameBeside } from "./draft.js";
import { Events } from "./events.js";
import { usesOf } from "./fields.js";
import styles from "./mapping.module.css";
import { questionsOf } from "./proposal.js";
import { Who } from "./who.js";

interface MappingFormProps {
  dataset: Schemas["Dataset"];
  draft: Draft;
  onChange: (draft: Draft) => void;
}

export const MappingForm = ({ dataset, draft, onChange }: MappingFormProps) => {
  const part: PartProps = {
    draft,
    onChange,
    columns: columnInfos(dataset),
    rows: dataset.sample?.slice(0, 3) ?? [],
  };
  return (
    <>
      <Who {...part} />
      <Events {...part} questions={questionsOf(dataset)} />
      <Traits {...part} />
      <More {...part} />
    </>
  );
};

// What is so of a person, without a date: the newest value that any row has.

export const Traits = ({ draft, onChange, columns }: PartProps) => {
  const { traits } = draft;
  const uses = usesOf({ ...draft, traits: [] });
  const isTrait = (column: string) => traits.some(({ column_name }) => column_name === column);
  return (
    <Panel title="What is so of a person">
      <ColumnChecks
        legend="Traits"
        hint="Without a date: a plan, a language, a date of birth. What is set only when people do what you want to foretell gives the answer away; leave it out."
        columns={columns.filter(({ name }) => isTrait(name) || !uses.has(name))}
        chosen={traits.map(({ name, column_name }) => ({ name, column: column_name }))}
        onAdd={(column) => {
          const name = nameBeside(
            column,
            traits.map((one) => one.name),
          );
          onChange({ ...draft, traits: [...traits, { name, column_name: column }] });
        }}
        onRemove={(column) =>
          onChange({ ...draft, traits: traits.filter(({ column_name }) => column_name !== column) })
        }
      />
    </Panel>
  );
};

// What few files need: a key of rows, keys of people for deployments, and lists of people to leave out.

export const More = ({ draft, onChange, columns }: PartProps) => {
  const keys = (field: "keyColumns" | "referenceColumns") => ({
    columns,
    chosen: draft[field].map((column) => ({ column, name: column })),
    onAdd: (column: string) => onChange({ ...draft, [field]: [...draft[field], column] }),
    onRemove: (column: string) =>
      onChange({ ...draft, [field]: draft[field].filter((one) => one !== column) }),
  });
  return (
    <details className={styles.more}>
      <summary>More: keys, and people to leave out</summary>
      <div className={styles.moreBody}>
        <ColumnChecks
          legend="What makes a row unique"
          hint="An order number, for instance. Of rows that agree in all of it, the newest file’s counts. Without any, identical rows count once."
          {...keys("keyColumns")}
        />
        <ColumnChecks
          legend="Your own keys of people, for deployments"
          hint="A deployment can tell people by them instead of by name and address."
          {...keys("referenceColumns")}
        />
        <SelectField<Draft["privacy"]>
          label="Is it a list of people to leave out?"
          value={draft.privacy}
          choices={[
            { value: "none", label: "No" },
            { value: "suppress", label: "Yes: leave them out of learning, scores and files" },
            { value: "delete", label: "Yes, and leave out what other datasets hold of them" },
          ]}
          onChange={(privacy) => onChange({ ...draft, privacy })}
        />
      </div>
    </details>
  );
};
