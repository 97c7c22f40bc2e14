// The form of a column mapping: customer, events, customer attributes and further settings.

import type { Schemas } from "../../../api/client.js";
import { SelectField } from "../../../ui/field.js";
import { Panel } from "../../../ui/panel.js";
import { ColumnChecks } from "./column-checks.js";
import { columnInfos, type PartProps } from "./columns.js";
import { CustomerFields } from "./customer.js";
import { type Draft, unusedName } from "./draft.js";
import { EventFields } from "./events.js";
import { usesOf } from "./fields.js";
import styles from "./mapping.module.css";
import { questionsOf } from "./proposal.js";

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
      <CustomerFields {...part} />
      <EventFields {...part} questions={questionsOf(dataset)} />
      <Traits {...part} />
      <More {...part} />
    </>
  );
};

/** Facts about people without a date; the newest value counts. */
const Traits = ({ draft, onChange, columns }: PartProps) => {
  const { traits } = draft;
  const uses = usesOf({ ...draft, traits: [] });
  const isTrait = (column: string) => traits.some(({ column_name }) => column_name === column);
  return (
    <Panel title="Customer attributes">
      <ColumnChecks
        legend="Traits"
        hint="Facts without a date, such as a plan, a language or a date of birth. Leave out columns that are set only once the predicted event has happened: they give the answer away."
        columns={columns.filter(({ name }) => isTrait(name) || !uses.has(name))}
        chosen={traits.map(({ name, column_name }) => ({ name, column: column_name }))}
        onAdd={(column) => {
          const name = unusedName(
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

const More = ({ draft, onChange, columns }: PartProps) => {
  const keys = (field: "keyColumns" | "referenceColumns") => ({
    columns,
    chosen: draft[field].map((column) => ({ column, name: column })),
    onAdd: (column: string) => onChange({ ...draft, [field]: [...draft[field], column] }),
    onRemove: (column: string) =>
      onChange({ ...draft, [field]: draft[field].filter((one) => one !== column) }),
  });
  return (
    <details className={styles.more}>
      <summary>More settings: keys and excluded people</summary>
      <div className={styles.moreBody}>
        <ColumnChecks
          legend="Unique row key"
          hint="For example an order number. Of several rows with the same key, the one in the newest file counts. Without a key, identical rows count once."
          {...keys("keyColumns")}
        />
        <ColumnChecks
          legend="Reference keys for deployments"
          hint="Deployments can identify people by these keys instead of name and address."
          {...keys("referenceColumns")}
        />
        <SelectField<Draft["privacy"]>
          label="Is this a list of people to exclude?"
          value={draft.privacy}
          choices={[
            { value: "none", label: "No" },
            { value: "suppress", label: "Yes: exclude them from training, scores and files" },
            { value: "delete", label: "Yes, and also ignore their rows in other datasets" },
          ]}
          onChange={(privacy) => onChange({ ...draft, privacy })}
        />
      </div>
    </details>
  );
};
