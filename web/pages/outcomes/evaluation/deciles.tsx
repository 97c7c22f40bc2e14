// The actual rate of each decile of the ranking, beside the predicted one.

import { IntervalFigure } from "../../../charts/interval-figure.js";
import { formatCount, formatNumber, formatPercent, formatRatio } from "../../../ui/format.js";
import { type Analysis, baseRate, type Decile } from "./analysis.js";

const rateOf = ({ attained, people }: Decile): number => attained / people;

export const Tenths = ({ analysis, name }: { analysis: Analysis; name: string }) => {
  const usual = baseRate(analysis);
  const { deciles } = analysis;
  const [first, last] = [deciles[0], deciles.at(-1)];
  return (
    <IntervalFigure
      title="Predicted and actual rate by decile"
      about="Decile 1 holds the people with the highest probabilities."
      summary={
        first && last
          ? `From ${formatPercent(rateOf(first))} in the top decile to ${formatPercent(rateOf(last))} in the bottom one; ${formatPercent(usual)} of all.`
          : ""
      }
      isAcross
      rows={deciles}
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
      reference={{ value: usual, label: `average rate, ${formatPercent(usual)}` }}
      columns={[
        { header: "People", value: ({ people }) => people, text: ({ people }) => formatCount(people) },
        {
          header: "Probabilities",
          value: ({ lowest, highest }) => `${lowest} to ${highest}`,
          text: ({ lowest, highest }) => `${formatPercent(lowest)} to ${formatPercent(highest)}`,
        },
        {
          header: "Expected",
          value: ({ expected }) => expected,
          text: ({ expected }) => formatNumber(expected),
        },
        {
          header: "Actual",
          value: ({ attained }) => attained,
          text: ({ attained }) => formatCount(attained),
        },
        {
          header: "Lift",
          value: (decile) => rateOf(decile) / usual,
          text: (decile) => formatRatio(rateOf(decile) / usual),
        },
      ]}
      fileName={`${name} by decile`}
      height={300}
    />
  );
};
