// The columns that deployments of a pipeline can deliver.

import type { Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { type Column, List } from "../../ui/list.js";
import { Panel } from "../../ui/panel.js";
import { type ColumnMeaning, columnsOf } from "./column-meanings.js";

const columns: Column<ColumnMeaning>[] = [
  { header: "Column", value: ({ name }) => name, cell: ({ name }) => <code>{name}</code> },
  { header: "Meaning", value: ({ meaning: says }) => says },
  {
    header: "Name with ids",
    value: ({ machineName }) => machineName,
    cell: ({ machineName }) => <code>{machineName}</code>,
  },
];

export const Columns = ({ pipeline }: { pipeline: Records["scopes"] }) => {
  const { data: outcomes = [] } = useList("outcomes");
  const active = outcomes.filter(({ active_cohort_id: id }) => id !== undefined).map(({ id }) => id);
  const delivered = columnsOf(pipeline.columns, active);
  return (
    <Panel title="Columns">
      <details>
        <summary>Show all {delivered.length} columns</summary>
        <List
          label="Columns"
          rows={delivered}
          rowKey={({ machineName }) => machineName}
          columns={columns}
          empty={
            <p className="soft">
              No columns yet. They appear once the predictions of this pipeline are built.
            </p>
          }
        />
      </details>
    </Panel>
  );
};
