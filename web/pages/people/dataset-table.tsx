// Match rate, overlap and shared households of each dataset.

import { Link } from "wouter";
import { pageOf } from "../../api/kinds.js";
import { formatPercent } from "../../ui/format.js";
import { type Column, List } from "../../ui/list.js";
import { Fold } from "../../ui/panel.js";
import styles from "./dataset-table.module.css";
import type { PeopleAnalysis } from "./queries.js";
import { Unidentified } from "./unidentified.js";

type Resolved = PeopleAnalysis["datasets"][number];

const shareColumn = (header: string, share: (dataset: Resolved) => number | undefined): Column<Resolved> => ({
  header,
  value: share,
  cell: (dataset) => <Share share={share(dataset)} />,
  isNumber: true,
});

const Share = ({ share }: { share: number | undefined }) =>
  share === undefined ? (
    <span className="soft">unknown</span>
  ) : (
    <span className={styles.share}>
      <meter min={0} max={1} value={share} aria-hidden="true" />
      {formatPercent(share)}
    </span>
  );

const columns: Column<Resolved>[] = [
  {
    header: "Dataset",
    value: ({ dataset_name }) => dataset_name,
    cell: ({ dataset_id, dataset_name }) => (
      <Link to={pageOf("datasets", dataset_id)}>{dataset_name ?? "Dataset"}</Link>
    ),
  },
  shareColumn("Rows matched to a person", ({ match_rate }) => match_rate),
  shareColumn("People also in other datasets", ({ overlap }) => overlap),
  shareColumn("People in shared households", ({ household_share }) => household_share),
];

export const DatasetTable = ({ datasets }: { datasets: readonly Resolved[] }) => (
  <Fold title="Match rates" finding={matchFinding(datasets)}>
    <p>
      A low match rate means that rows lack names, addresses or other identity fields. If datasets should have
      people in common and do not, check how their columns are mapped. If many people live in shared
      households, check that family members are not merged.
    </p>
    <List
      label="Datasets"
      rows={datasets}
      rowKey={({ dataset_id }) => dataset_id}
      columns={columns}
      empty={<p className="soft">No dataset has mapped identity columns.</p>}
    />
    {datasets.some(({ match_rate: rate }) => rate !== undefined && rate < 1) && <Unidentified />}
  </Fold>
);

const matchFinding = (datasets: readonly Resolved[]): string => {
  const rates = datasets.flatMap(({ match_rate: rate }) => (rate === undefined ? [] : [rate]));
  const [worst = 0] = rates.toSorted((a, b) => a - b);
  if (rates.length === 0) return "";
  return worst >= 0.9995
    ? "All rows are matched to a person."
    : `At least ${formatPercent(worst)} of the rows of every dataset are matched to a person.`;
};
