// Whether those ranked highest attained most: by tenth of the ranking, the rate that was foretold and the one that came.

import { useMemo } from "react";
import type { FigureColumn } from "../../charts/columns.js";
import { Figure } from "../../charts/figure.js";
import type { Sketch } from "../../charts/picture.js";
import { formatCount, formatDay, formatShare } from "../../ui/format.js";
import type { Realised } from "./analysis.js";

interface Tenth {
  /** 1 holds those ranked highest. */
  place: number;
  people: number;
  foretold: number;
  rate: number;
  low: number;
  high: number;
}

const share = (header: string, of: (tenth: Tenth) => number): FigureColumn<Tenth> => ({
  header,
  value: of,
  text: (tenth) => formatShare(of(tenth)),
});
const columns: FigureColumn<Tenth>[] = [
  { header: "Tenth of the ranking", value: ({ place }) => place },
  { header: "People", value: ({ people }) => people, text: ({ people }) => formatCount(people) },
  share("Foretold", ({ foretold }) => foretold),
  share("Attained", ({ rate }) => rate),
  share("from", ({ low }) => low),
  share("to", ({ high }) => high),
];

export const DecileFigure = ({ realised }: { realised: Realised }) => {
  const tenths = useMemo(() => tenthsOf(realised), [realised]);
  const sketch = useMemo(() => sketchOf(tenths), [tenths]);
  if (tenths.length === 0) return null;
  const [first, last] = [tenths[0]!, tenths.at(-1)!];
  return (
    <Figure
      title="By rank"
      about={`Of the scores as of ${formatDay(realised.cutoff)}, from the tenth ranked highest to the lowest. The ring is the share that was foretold, the dot the share that attained, with its 95 % interval.`}
      summary={`Of the highest tenth ${formatShare(first.rate)} attained, of the lowest ${formatShare(last.rate)}.`}
      rows={tenths}
      columns={columns}
      fileName="realised-by-rank"
      height={240}
      sketch={sketch}
    />
  );
};

const tenthsOf = ({ deciles }: Realised): Tenth[] =>
  deciles
    .map(({ people, expected, attained, rate_low, rate_high }, index) => ({
      place: index + 1,
      people,
      foretold: expected / people,
      rate: attained / people,
      low: rate_low,
      high: rate_high,
    }))
    .filter(({ people }) => people > 0);

const sketchOf =
  (tenths: readonly Tenth[]): Sketch =>
  (plot) => ({
    marginLeft: 52,
    marginBottom: 42,
    x: {
      label: "Tenth of the ranking, the highest first →",
      type: "point",
      domain: tenths.map(({ place }) => place),
    },
    y: { label: "↑ Share who attain", grid: true, zero: true, tickFormat: formatShare, ticks: 5 },
    marks: [
      plot.ruleX(tenths, { x: "place", y1: "low", y2: "high", stroke: "var(--series-2)", strokeWidth: 2 }),
      plot.dot(tenths, { x: "place", y: "foretold", r: 5, stroke: "var(--series-5)", strokeWidth: 2 }),
      plot.dot(tenths, { x: "place", y: "rate", r: 4, fill: "var(--series-2)" }),
      plot.ruleY([0], { stroke: "var(--line-strong)" }),
    ],
  });
