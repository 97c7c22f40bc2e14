// Amounts as they are said aloud: how many, how long, how often.

import type { Days } from "../../domain/features/feature.js";
import type { StreamWords } from "../../domain/features/naming.js";
import { percent, value } from "../report/format.js";

/** `no transactions`, `1 transaction`, `3 transactions`. */
export const howMany = (count: number, { one, many }: StreamWords): string =>
  count === 0 ? `no ${many}` : counted(count, one, many);

/** In the unit that leaves two digits or fewer: `less than a day`, `12 days`, `14 months`, `3 years`. */
export const howLong = (days: number): string => {
  if (days < 1) return "less than a day";
  if (days < 60) return counted(Math.round(days), "day", "days");
  if (days < 730) return counted(Math.round(days / 30.4375), "month", "months");
  return counted(Math.round(days / 365.25), "year", "years");
};

/** `none of`, `60 % of`, `all of`. */
export const shareOf = (share: number): string => {
  if (share === 0) return "none of";
  return share === 1 ? "all of" : `${percent(share, 0)} of`;
};

/** `1.4 times`. */
export const times = (ratio: number): string => `${value(ratio)} times`;

/** The window that a measure looks at. */
export const window = (days: Days): string => (days === null ? "so far" : `in the last ${days} days`);

export const counted = (count: number, one: string, many: string): string =>
  `${value(count)} ${count === 1 ? one : many}`;
