// How well each dataset tells who its rows are about.

import { Link } from "wouter";
import { pageOf } from "../../api/kinds.js";
import { formatPercent } from "../../ui/format.js";
import { type Column, List } from "../../ui/list.js";
import { Panel } from "../../ui/panel.js";
import styles from "./dataset-table.module.css";
import type { PeopleAnalysis } from "./read.js";

type Resolved = PeopleAnalysis["datasets"][number];

const share = (header: string, of: (dataset: Resolved) => number | undefined): Column<Resolved> => ({
  header,
  value: of,
  cell: (dataset) => <Share of={of(dataset)} />,
  isNumber: true,
});

const Share = ({ of }: { of: number | undefined }) =>
  of === undefined ? (
    <span className="soft">not known</span>
  ) : (
    <span className={styles.share}>
      <meter min={0} max={1} value={of} aria-hidden="true" />
      {formatPercent(of)}
    </span>
  );

const columns: Column<Resolved>[] = [
  {
    header: "Dataset",
    value: ({ dataset_name }) => dataset_name,
    cell: ({ dataset_id, dataset_name }) => (
      <Link to={pageOf("datasets", dataset_id)}>{dataset_name ?? "a dataset"}</Link>
    ),
  },
  share("Rows that are somebody’s", ({ match_rate }) => match_rate),
  share("People whom another dataset knows", ({ overlap }) => overlap),
  share("People who share a residence", ({ household_share }) => household_share),
];

export const DatasetTable = ({ datasets }: { datasets: readonly Resolved[] }) => (
  <Panel title="How well datasets tell who is who">
    <p>
      Where few rows are somebody’s, they say too little of who it was. Where datasets should have people in
      common and do not, their columns may be read wrongly. The more people share a residence, the more hangs
      on telling members of a family apart.
    </p>
    <List
      label="Datasets"
      rows={datasets}
      rowKey={({ dataset_id }) => dataset_id}
      columns={columns}
      empty={<p className="soft">No dataset says who its rows are about.</p>}
    />
  </Panel>
);
