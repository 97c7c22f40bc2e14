// What is so of a person, without a date: the newest value that any row has.

import { Panel } from "../../../ui/panel.js";
import { ColumnChecks } from "./column-checks.js";
import { nameBeside } from "./draft.js";
import type { PartProps } from "./part.js";
import { usesOf } from "./uses.js";

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
