// Calibration of a prediction: the expected and the actual rate of ten groups of people by probability.

import { useMemo } from "react";
import { calibrationSummary } from "../../../../src/words/evaluation.js";
import { Figure } from "../../../charts/figure.js";
import { type Sketch, tipLook } from "../../../charts/picture.js";
import { formatCount, formatPeople, formatPercent, reader } from "../../../ui/format.js";
import type { Decile } from "./analysis.js";

interface Group {
  people: number;
  expected: number;
  actual: number;
  low: number;
  high: number;
}

export const Calibration = ({ deciles, name }: { deciles: readonly Decile[]; name: string }) => {
  const groups = useMemo(() => groupsOf(deciles), [deciles]);
  const sketch = useMemo(() => sketchOf(groups), [groups]);
  return (
    <Figure
      title="Calibration"
      about="People in ten groups by probability. Dot: a group, larger for more people; line: 95 % interval of the actual rate; dashed: expected equals actual."
      summary={calibrationSummary(deciles)}
      rows={groups}
      columns={[
        { header: "People", value: ({ people }) => people, text: ({ people }) => formatCount(people) },
        {
          header: "Expected rate",
          value: ({ expected }) => expected,
          text: ({ expected }) => formatPercent(expected),
        },
        { header: "Actual rate", value: ({ actual }) => actual, text: ({ actual }) => formatPercent(actual) },
        { header: "Interval from", value: ({ low }) => low, text: ({ low }) => formatPercent(low) },
        { header: "Interval to", value: ({ high }) => high, text: ({ high }) => formatPercent(high) },
      ]}
      fileName={`${name} calibration`}
      height={320}
      sketch={sketch}
    />
  );
};

/** From the lowest to the highest probabilities. */
const groupsOf = (deciles: readonly Decile[]): Group[] =>
  deciles
    .map(({ people, expected, attained, rate_low, rate_high }) => ({
      people,
      expected: expected / people,
      actual: attained / people,
      low: rate_low,
      high: rate_high,
    }))
    .reverse();

const sketchOf =
  (groups: readonly Group[]): Sketch =>
  (plot) => {
    const max = Math.min(
      1,
      1.05 * Math.max(0.01, ...groups.flatMap(({ expected, high }) => [expected, high])),
    );
    const rates = { domain: [0, max], grid: true, tickFormat: formatPercent, ticks: 5 };
    return {
      marginLeft: 52,
      marginBottom: 42,
      x: { ...rates, label: "Expected rate" },
      y: { ...rates, label: "Actual rate" },
      r: { range: [0, 6], domain: [0, Math.max(...groups.map(({ people }) => people))] },
      marks: [
        plot.line(
          [
            [0, 0],
            [max, max],
          ],
          { stroke: "var(--ink-soft)", strokeDasharray: "5 4" },
        ),
        plot.ruleX(groups, {
          x: "expected",
          y1: "low",
          y2: "high",
          stroke: "var(--series-1)",
          strokeOpacity: 0.55,
          strokeWidth: 2,
        }),
        plot.dot(groups, { x: "expected", y: "actual", r: "people", fill: "var(--series-1)" }),
        plot.tip(
          groups,
          plot.pointer({
            x: "expected",
            y: "actual",
            title: (group: Group) =>
              `${formatPeople(group.people)}\nExpected ${formatPercent(group.expected)}\nActual ${reader.withRange(group.actual, group, formatPercent)}`,
            ...tipLook,
          }),
        ),
      ],
    };
  };
