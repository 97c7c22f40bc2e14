// The few figures of an outcome's test that say what it is worth, each in words that need no statistics.

import { formatCount, formatNumber, formatPercent } from "../../ui/format.js";

interface Tested {
  people?: number;
  attained?: number;
  base_rate?: number | null;
  auc?: number | null;
  top_decile_lift?: number | null;
}

/** Names beside values; what the test could not tell is left out. */
export const testFigures = (
  { people, attained, base_rate, auc, top_decile_lift: lift }: Tested,
  horizonDays: number | undefined,
): (readonly [name: string, value: string | undefined])[] => [
  ["Asked of the next", told(horizonDays, (days) => `${formatCount(days)} days`)],
  ["Tested on", told(people, (count) => `${formatCount(count)} people it had not seen`)],
  [
    "Of these, it came true for",
    told(
      attained,
      (count) => `${formatCount(count)}${told(base_rate, (rate) => ` (${formatPercent(rate)})`) ?? ""}`,
    ),
  ],
  [
    "Of the top tenth, it came true",
    told(lift, (times) => `${formatNumber(times, 2)} times as often as of everybody`),
  ],
  [
    "Ranks who will above who will not",
    told(auc, (share) => `${formatPercent(share)} of the time (chance: 50 %)`),
  ],
];

const told = (value: number | null | undefined, say: (value: number) => string): string | undefined =>
  value === null || value === undefined ? undefined : say(value);
