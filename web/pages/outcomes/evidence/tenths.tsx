// What was foretold to each tenth of the people beside what came of them, the likeliest first.

import { useMemo } from "react";
import { Figure } from "../../../charts/figure.js";
import { type Sketch, tipLook } from "../../../charts/picture.js";
import { formatCount, formatNumber, formatShare } from "../../../ui/format.js";
import { type Analysis, baseRate, type Decile } from "./analysis.js";
import { formatRatio } from "./scorers.js";

interface Tenth extends Decile {
  place: number;
  foretold: number;
  rate: number;
}

export const Tenths = ({ analysis, name }: { analysis: Analysis; name: string }) => {
  const usual = baseRate(analysis);
  const tenths = useMemo(() => tenthsOf(analysis.deciles), [analysis]);
  const sketch = useMemo(() => sketchOf(tenths, usual), [tenths, usual]);
  return (
    <Figure
      title="Foretold and realised, by tenth of the ranking"
      about="Bars are the rate at which each tenth attained, with bounds of 95 %; dots are what was foretold; the dashed line is the rate of all."
      summary={`From ${shareOf(tenths[0])} in the first tenth to ${shareOf(tenths.at(-1))} in the last; ${formatShare(usual)} of all.`}
      rows={tenths}
      columns={[
        { header: "Tenth", value: ({ place }) => place },
        { header: "People", value: ({ people }) => people, text: ({ people }) => formatCount(people) },
        {
          header: "Probabilities",
          value: ({ lowest, highest }) => `${lowest} to ${highest}`,
          text: ({ lowest, highest }) => `${formatShare(lowest)} to ${formatShare(highest)}`,
        },
        {
          header: "Expected",
          value: ({ expected }) => expected,
          text: ({ expected }) => formatNumber(expected),
        },
        {
          header: "Attained",
          value: ({ attained }) => attained,
          text: ({ attained }) => formatCount(attained),
        },
        { header: "Rate", value: ({ rate }) => rate, text: ({ rate }) => formatShare(rate) },
        { header: "Low", value: ({ rate_low }) => rate_low, text: ({ rate_low }) => formatShare(rate_low) },
        {
          header: "High",
          value: ({ rate_high }) => rate_high,
          text: ({ rate_high }) => formatShare(rate_high),
        },
        { header: "Lift", value: ({ rate }) => rate / usual, text: ({ rate }) => formatRatio(rate / usual) },
      ]}
      fileName={`${name} by tenth`}
      height={300}
      sketch={sketch}
    />
  );
};

const tenthsOf = (deciles: readonly Decile[]): Tenth[] =>
  deciles.map((decile, index) => ({
    ...decile,
    place: index + 1,
    foretold: decile.expected / decile.people,
    rate: decile.attained / decile.people,
  }));

const shareOf = (tenth: Tenth | undefined): string => (tenth ? formatShare(tenth.rate) : "nobody");

const sketchOf =
  (tenths: readonly Tenth[], usual: number): Sketch =>
  (plot) => ({
    marginLeft: 52,
    marginBottom: 42,
    x: { label: "Tenth of the ranking, the likeliest first", type: "band", tickSize: 0 },
    y: { label: "Rate", tickFormat: formatShare, grid: true, ticks: 5 },
    marks: [
      plot.barY(tenths, { x: "place", y: "rate", fill: "var(--series-1)", fillOpacity: 0.55 }),
      plot.ruleX(tenths, {
        x: "place",
        y1: "rate_low",
        y2: "rate_high",
        stroke: "var(--ink)",
        strokeWidth: 1.5,
      }),
      plot.dot(tenths, {
        x: "place",
        y: "foretold",
        fill: "var(--series-2)",
        r: 4.5,
        stroke: "var(--paper)",
      }),
      plot.ruleY([usual], { stroke: "var(--ink-soft)", strokeDasharray: "5 4" }),
      plot.ruleY([0], { stroke: "var(--line-strong)" }),
      plot.tip(
        tenths,
        plot.pointerX({
          x: "place",
          y: "rate",
          title: (tenth: Tenth) =>
            `${formatCount(tenth.people)} people\nForetold ${formatNumber(tenth.expected)} (${formatShare(tenth.foretold)})\nAttained ${formatCount(tenth.attained)} (${formatShare(tenth.rate)})`,
          ...tipLook,
        }),
      ),
    ],
  });
