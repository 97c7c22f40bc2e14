// The columns that a deployment of the pipeline can have.

import type { Records } from "../../api/kinds.js";
import { type Column, List } from "../../ui/list.js";
import { Panel } from "../../ui/panel.js";
import { columnsOf, type Told } from "./column-words.js";

const columns: Column<Told>[] = [
  { header: "Column", value: ({ name }) => name, cell: ({ name }) => <code>{name}</code> },
  { header: "What it says", value: ({ says }) => says },
  {
    header: "With ids",
    value: ({ machineName }) => machineName,
    cell: ({ machineName }) => <code>{machineName}</code>,
  },
];

export const Columns = ({ pipeline }: { pipeline: Records["scopes"] }) => {
  const told = columnsOf(pipeline.columns);
  return (
    <Panel title="Columns">
      <details>
        <summary>The {told.length} columns that its deployments can have</summary>
        <List
          label="Columns of its deployments"
          rows={told}
          rowKey={({ machineName }) => machineName}
          columns={columns}
          empty={<p className="soft">There are none until its outcomes are built.</p>}
        />
      </details>
    </Panel>
  );
};
