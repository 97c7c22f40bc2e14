// Further horizons of a prediction: the expected number of customers within each, what its test found, and
// how many have an expected date.

import { datesSentence, horizonNotTested } from "../../../src/words/horizons.js";
import { useBasis } from "../../shell/basis.js";
import { formatCount, formatCounted, formatDay, formatPercent, reader, unbroken } from "../../ui/format.js";
import { type Column, List } from "../../ui/list.js";
import { Panel } from "../../ui/panel.js";
import type { Findings } from "../outcomes/evaluation/analysis.js";
import type { Expected } from "./scored.js";

type Horizons = NonNullable<Findings["horizons"]>;

/** Nothing for a prediction of one horizon. `expected` is undefined while nobody is scored. */
export const HorizonsPanel = ({
  analysis: { horizons },
  expected,
}: {
  analysis: Findings;
  expected: Expected | undefined;
}) => {
  const basis = useBasis({ of: expected ? formatCounted(expected.scored_count, "customer") : "customers" });
  if (!horizons) return null;
  const scored = expected?.horizons;
  return (
    <Panel title="Horizons" basis={basis}>
      {scored && <p>{datesSentence(scored, reader)}</p>}
      <List
        label="Horizons"
        rows={horizons.horizons.map((test) => ({
          test,
          total: scored?.horizons.find(({ days }) => days === test.days),
        }))}
        rowKey={({ test }) => String(test.days)}
        columns={columns}
        empty={null}
      />
      {horizons.dates && <p className="soft">{unbroken(datesText(horizons.dates))}</p>}
    </Panel>
  );
};

type Total = NonNullable<Expected["horizons"]>["horizons"][number];

interface HorizonRow {
  test: Horizons["horizons"][number];
  /** Undefined while nobody is scored. */
  total: Total | undefined;
}

const columns: readonly Column<HorizonRow>[] = [
  {
    header: "Within",
    value: ({ test }) => test.days,
    cell: ({ test }) => reader.days(test.days),
  },
  {
    header: "Expected customers",
    value: ({ total }) => total?.expected,
    cell: ({ total }) => total?.expected !== undefined && expectedText(total),
  },
  {
    header: "Tested on",
    value: ({ test }) => test.landmark,
    cell: ({ test }) =>
      test.landmark === undefined ? horizonNotTested(test.tested_on) : formatDay(test.landmark),
  },
  {
    header: "Expected then",
    value: ({ test }) => test.expected,
    cell: ({ test }) => test.expected !== undefined && formatCount(test.expected),
    isNumber: true,
  },
  {
    header: "Actual",
    value: ({ test }) => test.attained,
    cell: ({ test }) => test.attained !== undefined && formatCount(test.attained),
    isNumber: true,
  },
  {
    header: "AUC",
    value: ({ test }) => test.auc,
    cell: ({ test }) => test.auc !== undefined && reader.fixed(test.auc, 2),
    isNumber: true,
  },
  {
    header: "Calibration error",
    value: ({ test }) => test.ece,
    cell: ({ test }) => test.ece !== undefined && formatPercent(test.ece),
    isNumber: true,
  },
];

const expectedText = ({ expected = 0, expected_low: low, expected_high: high }: Total): string =>
  low === undefined || high === undefined
    ? formatCount(expected)
    : reader.withRange(expected, { low, high }, formatCount);

const datesText = ({
  expected,
  held,
  unlikely,
  unlikely_reached,
  within_days,
}: NonNullable<Horizons["dates"]>): string =>
  [
    expected > 0
      ? `Tested on past customers: ${formatPercent(held / expected)} of ${formatCount(expected)} with an expected date came within its 80 % range.`
      : "",
    unlikely > 0
      ? `Of ${formatCount(unlikely)} who were unlikely to come within ${reader.days(within_days)}, ${formatPercent(unlikely_reached / unlikely)} did.`
      : "",
  ].join(" ");
