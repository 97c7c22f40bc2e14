// Billing interval: how many months an amount pays for, as people and programs write it: `month`, `jährlich`,
// `every 3 months`, `P1Y`, `12`, or a word of a plan such as `Pro (annual)`.

export const intervals = ["week", "month", "quarter", "half_year", "year"] as const;
export type BillingInterval = (typeof intervals)[number];

/** Weeks and days are parts of the mean month. */
export const daysOfMonth = 365.25 / 12;
const week = 7 / daysOfMonth;
const day = 1 / daysOfMonth;

export const monthsOf: Readonly<Record<BillingInterval, number>> = {
  week,
  month: 1,
  quarter: 3,
  half_year: 6,
  year: 12,
};

/** Words of units, in the order in which they are looked for: `halbjährlich` has the word of a year in it. */
export const billingUnits: readonly { months: number; words: string }[] = [
  { months: 6, words: "half.?year|semi.?annual|bi.?annual|halbj|semest" },
  { months: 3, words: "quarter|quartal|viertelj|trimest|kwartaal|kvartal" },
  {
    months: 1,
    words: "month|\\bmths?\\b|monat|\\bmois\\b|mensu|mensil|\\bmes(es)?\\b|\\bmes[ei]\\b|maand|miesi",
  },
  { months: week, words: "week|woche|wöch|semaine|hebdo|semana|settiman" },
  {
    months: 12,
    words:
      "year|annual|annum|\\byrs?\\b|jahr|jähr|jaehr|annuel|\\bans?\\b|\\baños?\\b|anual|\\bann[oi]\\b|jaar",
  },
  { months: day, words: "\\bdays?\\b|daily|\\btage?\\b|täglich|\\bjours?\\b" },
];

/** ISO 8601: `P3M`. */
export const isoUnits: Readonly<Record<string, number>> = { d: day, w: week, m: 1, y: 12 };

/** Months by their number alone; greater ones are no interval. */
export const mostMonths = 60;
export const numberAlone = "^([0-9]{1,2})([.]0+)?$";

/** Number that stands before a unit: `every 3 months`. */
export const countBefore = (words: string): string => `([0-9]{1,3})[ -]*(?:${words})`;

/** Null for a text that names no interval. `warehouse/ingest/recurring.ts` reads rows in the same way. */
export const monthsIn = (text: string): number | null => {
  const written = text.trim().toLowerCase();
  const alone = new RegExp(numberAlone).exec(written)?.[1];
  if (alone !== undefined) return Number(alone) > 0 && Number(alone) <= mostMonths ? Number(alone) : null;
  const [, count, unit] = /^p([0-9]{1,3})([dwmy])$/.exec(written) ?? [];
  if (unit !== undefined) return Number(count) * isoUnits[unit]!;
  const found = billingUnits.find(({ words }) => new RegExp(words).test(written));
  if (!found) return null;
  const times = Number(new RegExp(countBefore(found.words)).exec(written)?.[1] ?? 1);
  return found.months * (times || 1);
};
