// Expected and actual numbers of people, by the day of the scores.

import { IntervalFigure } from "../../charts/interval-figure.js";
import { formatCount, formatDay } from "../../ui/format.js";
import type { Realised } from "./analysis.js";
import { newestInWords } from "./realised.js";

export const RealisedFigure = ({
  realised,
  name = "prediction",
}: {
  realised: readonly Realised[];
  name?: string | undefined;
}) => {
  const rows = realised.toReversed();
  return (
    <IntervalFigure
      title="Expected and actual, by day of the scores"
      summary={newestInWords(rows.at(-1)!)}
      isAcross
      isPrediction
      rows={rows}
      label={{ header: "Scored as of", of: ({ cutoff }) => formatDay(cutoff) }}
      interval={({ expected, expected_low, expected_high, attained }) => ({
        value: expected,
        low: expected_low ?? expected,
        high: expected_high ?? expected,
        other: attained,
      })}
      value="Expected"
      other="Actual"
      show={formatCount}
      columns={[
        { header: "Day", value: ({ cutoff }) => cutoff },
        { header: "Horizon in days", value: ({ horizon_days }) => horizon_days },
        { header: "People", value: ({ people }) => people, text: ({ people }) => formatCount(people) },
        { header: "No longer known", value: ({ left_out_count }) => left_out_count },
      ]}
      fileName={`expected-and-actual-${name.toLowerCase().replaceAll(/\W+/g, "-")}`}
      height={240}
    />
  );
};
