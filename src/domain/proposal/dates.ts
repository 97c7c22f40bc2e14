// How a date that can be read in two ways is read in each, so that its owner can say which is right.

import type { ColumnFormat } from "../dataset.js";

/** In which order the parts stand. */
const orders: Partial<Record<ColumnFormat, string>> = {
  ...{ mm_dd_yyyy_slash: "mdy", mm_dd_yy_slash: "mdy", mm_dd_yyyy_dash: "mdy", mm_dd_yy_dash: "mdy" },
  ...{ dd_mm_yyyy_slash: "dmy", dd_mm_yy_slash: "dmy", dd_mm_yyyy_dash: "dmy", dd_mm_yy_dash: "dmy" },
  ...{ yyyy_mm_dd_slash: "ymd", yy_mm_dd_slash: "ymd", yyyy_mm_dd_dash: "ymd", yy_mm_dd_dash: "ymd" },
};

const months = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
];

/** “4 March 2025”; null of what is no date of the format. */
export const dateInWords = (written: string, format: ColumnFormat): string | null => {
  const order = orders[format];
  const parts = /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})/.exec(written)?.slice(1);
  if (!order || !parts) return null;
  const part = (name: string): number => Number(parts[order.indexOf(name)]);
  const [day, month, year] = [part("d"), months[part("m") - 1], part("y")];
  return month === undefined || day < 1 || day > 31 ? null : `${day} ${month} ${fullYear(year)}`;
};

/** As the engine reads two digits. */
const fullYear = (year: number): number => (year >= 100 ? year : year < 69 ? 2000 + year : 1900 + year);
