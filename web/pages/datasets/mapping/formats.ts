// How values of a column may be written, in words and with the same day in each: the third of April 2025.

import type { Choice } from "../../../ui/field.js";
import type { Format } from "./draft.js";

const dates: readonly (readonly [Format, string])[] = [
  ["date_iso8601", "2025-04-03T09:30:00Z (ISO 8601)"],
  ["yyyy_mm_dd_dash", "2025-04-03 (year, month, day)"],
  ["yyyy_mm_dd_slash", "2025/04/03 (year, month, day)"],
  ["mm_dd_yyyy_slash", "04/03/2025 (month, day, year)"],
  ["dd_mm_yyyy_slash", "03/04/2025 (day, month, year)"],
  ["mm_dd_yyyy_dash", "04-03-2025 (month, day, year)"],
  ["dd_mm_yyyy_dash", "03-04-2025 (day, month, year)"],
  ["mm_dd_yy_slash", "04/03/25 (month, day, year)"],
  ["dd_mm_yy_slash", "03/04/25 (day, month, year)"],
  ["mm_dd_yy_dash", "04-03-25 (month, day, year)"],
  ["dd_mm_yy_dash", "03-04-25 (day, month, year)"],
  ["yy_mm_dd_slash", "25/04/03 (year, month, day)"],
  ["yy_mm_dd_dash", "25-04-03 (year, month, day)"],
  ["yyyymmdd", "20250403"],
  ["yyyymm", "202504"],
  ["date_month_day_fullyear", "April 3, 2025"],
  ["date_month_day_shortyear", "April 3, 25"],
  ["date_month_day_fullyear_hours_minutes", "April 3, 2025 09:30"],
  ["date_month_day_fullyear_hours_minutes_seconds", "April 3, 2025 09:30:00"],
  ["date_seconds_since_epoch_utc", "1743672600 (seconds since 1970)"],
  ["date_milliseconds_since_epoch_utc", "1743672600000 (milliseconds since 1970)"],
];

const amounts: readonly (readonly [Format, string])[] = [
  ["currency_dollars", "In whole units: 24.90"],
  ["currency_cents", "In cents: 2490"],
];

const words = new Map<string, string>([...dates, ...amounts]);

/** As people read it; a format of lists or of a fixed date as it is called. */
export const formatInWords = (format: Format): string => words.get(format) ?? format.replaceAll("_", " ");

const choicesOf = (
  formats: readonly (readonly [Format, string])[],
  detected?: Format,
): Choice<Format | "">[] => [
  { value: "", label: detected ? `As detected: ${formatInWords(detected)}` : "As detected" },
  ...formats.map(([value, label]) => ({ value, label })),
];
/** `detected`: what the service has found, if it has said so. */
export const dateChoices = (detected?: Format) => choicesOf(dates, detected);
export const amountChoices = choicesOf(amounts);
