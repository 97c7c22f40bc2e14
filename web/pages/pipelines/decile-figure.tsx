// The actual rate of each decile of earlier scores, beside the predicted one.

import { IntervalFigure } from "../../charts/interval-figure.js";
import { formatCount, formatDay, formatPercent } from "../../ui/format.js";
import type { Realised } from "./analysis.js";

type Decile = Realised["deciles"][number];

const rateOf = ({ attained, people }: Decile): number => attained / people;

export const DecileFigure = ({ realised: { cutoff, deciles } }: { realised: Realised }) => {
  const filled = deciles.filter(({ people }) => people > 0);
  const [first, last] = [filled[0], filled.at(-1)];
  if (!first || !last) return null;
  return (
    <IntervalFigure
      title="Predicted and actual rate by decile"
      about={`Scores as of ${formatDay(cutoff)}. Decile 1 holds the people with the highest probabilities.`}
      summary={`${formatPercent(rateOf(first))} in the top decile, ${formatPercent(rateOf(last))} in the bottom one.`}
      isAcross
      rows={filled}
      label={{ header: "Decile", of: (decile) => String(deciles.indexOf(decile) + 1) }}
      interval={(decile) => ({
        value: rateOf(decile),
        low: decile.rate_low,
        high: decile.rate_high,
        other: decile.expected / decile.people,
      })}
      value="Actual rate"
      other="Predicted rate"
      show={formatPercent}
      columns={[
        { header: "People", value: ({ people }) => people, text: ({ people }) => formatCount(people) },
      ]}
      fileName="actual-rate-by-decile"
      height={240}
    />
  );
};
