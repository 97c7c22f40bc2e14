// The columns of a dataset: type, examples and use.

import type { Schemas } from "../../api/client.js";
import { formatPercent } from "../../ui/format.js";
import { type Column, List } from "../../ui/list.js";
import { Empty, Panel } from "../../ui/panel.js";
import styles from "./dataset.module.css";
import { type ColumnInfo, columnInfos } from "./mapping/columns.js";
import { draftOf } from "./mapping/draft.js";
import { formatLabel } from "./mapping/formats.js";
import { roleLabel, rolesOf } from "./mapping/roles.js";

type Dataset = Schemas["Dataset"];

export const ColumnsPanel = ({ dataset }: { dataset: Dataset }) => {
  const infos = columnInfos(dataset);
  const draft = draftOf(dataset);
  const uses = new Map(
    [...rolesOf(draft)].map(([column, roles]) => [column, roles.map((role) => roleLabel(role, draft))]),
  );
  return (
    <Panel title="Columns">
      <List
        label="All columns"
        rows={infos}
        rowKey={({ name }) => name}
        columns={columnsOf(uses, dataset.formats ?? {})}
        empty={<Empty>No columns yet: no file has been read.</Empty>}
      />
    </Panel>
  );
};

const types: Record<ColumnInfo["type"], string> = {
  boolean: "yes or no",
  date: "date",
  double: "number",
  string: "text",
};

const columnsOf = (
  uses: ReadonlyMap<string, readonly string[]>,
  formats: NonNullable<Dataset["formats"]>,
): Column<ColumnInfo>[] => [
  { header: "Column", value: ({ name }) => name, cell: ({ name }) => <strong>{name}</strong> },
  {
    header: "Type",
    value: ({ type }) => types[type],
    cell: ({ name, type }) => (
      <>
        {types[type]}
        {Object.hasOwn(formats, name) && (
          <span className="soft small">, read as {formatLabel(formats[name]!)}</span>
        )}
      </>
    ),
  },
  { header: "Filled", value: (row) => row.fillRate, cell: Fill, isNumber: true },
  {
    header: "Examples",
    value: ({ examples }) => examples.join(" · "),
    cell: ({ examples }) => <span className={styles.examples}>{examples.join(" · ")}</span>,
  },
  {
    header: "Used as",
    value: ({ name }) => uses.get(name)?.join(", "),
    cell: ({ name }) => uses.get(name)?.join(", ") ?? <span className="soft">not used</span>,
  },
];

const Fill = ({ fillRate }: ColumnInfo) =>
  fillRate !== null && (
    <span className={styles.fill}>
      <span className={styles.track} aria-hidden="true">
        <span style={{ inlineSize: `${100 * fillRate}%` }} />
      </span>
      {formatPercent(fillRate)}
    </span>
  );
