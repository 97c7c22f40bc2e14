// Predictions as a table: how good each is, the number of people expected to reach its goal, the newest delivered file
// and the age of its data.

import { Link } from "wouter";
import { horizonLength, horizonPhrase } from "../../../src/words/horizons.js";
import { showMetric } from "../../../src/words/labels.js";
import { verdictQuality } from "../../../src/words/verdict.js";
import { pageOf } from "../../api/kinds.js";
import { formatAgo, formatCount, formatDay, formatPeople, reader } from "../../ui/format.js";
import { type Column, List } from "../../ui/list.js";
import { StatusBadge, statusText } from "../../ui/status.js";
import styles from "./predictions.module.css";
import { QualityBadge } from "./quality.js";
import { isLikeness, type Summary, throughOf } from "./summary.js";

export const PredictionTable = ({
  label = "Predictions",
  summaries,
  empty,
}: {
  /** Name of the table, for screen readers. */
  label?: string;
  summaries: readonly Summary[];
  empty: React.ReactNode;
}) => (
  <List label={label} rows={summaries} rowKey={({ outcome }) => outcome.id} columns={columns} empty={empty} />
);

const columns: readonly Column<Summary>[] = [
  {
    header: "Prediction",
    value: ({ outcome }) => outcome.name,
    cell: ({ outcome: { id, name, ...horizon } }) => (
      <>
        <Link to={pageOf("outcomes", id)}>{name}</Link>
        {horizon.horizon_days !== undefined && !name.includes(horizonLength(horizon, reader)) && (
          <span className="small soft"> {horizonPhrase(horizon, reader)}</span>
        )}
      </>
    ),
  },
  {
    header: "Quality",
    value: ({ outcome: { verdict, status } }) => (verdict ? verdictQuality(verdict) : statusText({ status })),
    cell: (summary) => <Quality summary={summary} />,
    isFilter: true,
  },
  {
    header: "Expected",
    value: (summary) => (isLikeness(summary) ? undefined : summary.expected?.expected),
    cell: (summary) =>
      isLikeness(summary) ? (
        <span className="soft">no forecast</span>
      ) : (
        <Expected expected={summary.expected} />
      ),
    isNumber: true,
  },
  {
    header: "Delivered file",
    value: ({ list }) => list?.last_updated_output_at,
    cell: ({ list }) =>
      list ? (
        <>
          <Link to={pageOf("targets", list.id)}>{formatDay(list.last_updated_output_at!)}</Link>
          <span className="small soft"> {formatPeople(list.row_count!)}</span>
        </>
      ) : (
        <span className="soft">none yet</span>
      ),
  },
  {
    header: "Data through",
    value: throughOf,
    cell: (summary) => <Through at={throughOf(summary)} />,
  },
];

const Quality = ({ summary: { outcome } }: { summary: Summary }) => {
  const { verdict, roc_auc: auc, warnings = [] } = outcome;
  if (!verdict || outcome.status === "error") return <StatusBadge of={outcome} />;
  return (
    <>
      <QualityBadge verdict={verdict} />
      {auc !== undefined && <span className="small soft"> AUC {showMetric("auc", reader)(auc)}</span>}
      {warnings.length > 0 && (
        <span className={styles.warnings}>
          {" "}
          {reader.count(warnings.length)} {warnings.length === 1 ? "warning" : "warnings"}
        </span>
      )}
    </>
  );
};

const Expected = ({ expected }: { expected: Summary["expected"] }) => {
  if (!expected) return <span className="soft">–</span>;
  const { expected: count, expected_low: low, expected_high: high } = expected;
  return (
    <>
      {formatCount(count)}
      {low !== undefined && high !== undefined && (
        <span className="small soft"> ({reader.range({ low, high }, formatCount)})</span>
      )}
    </>
  );
};

/** The last day of the data that a prediction starts from. */
const Through = ({ at }: { at: string | undefined }) =>
  at ? (
    <time dateTime={at} title={formatAgo(at)}>
      {formatDay(at)}
    </time>
  ) : (
    <span className="soft">–</span>
  );
