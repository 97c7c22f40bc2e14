// Formats of dates and amounts, each with an example. All dates show 3 April 2025.

import type { Choice } from "../../../ui/field.js";
import type { Format } from "./draft.js";

const dates: readonly (readonly [Format, string])[] = [
  ["date_iso8601", "2025-04-03T09:30:00Z (ISO 8601)"],
  ["yyyy_mm_dd_dash", "2025-04-03 (year, month, day)"],
  ["yyyy_mm_dd_slash", "2025/04/03 (year, month, day)"],
  ["mm_dd_yyyy_slash", "04/03/2025 (month, day, year)"],
  ["dd_mm_yyyy_slash", "03/04/2025 (day, month, year)"],
  ["mm_dd_yyyy_dash", "04-03-2025 (month, day, year)"],
  ["dd_mm_yyyy_dash", "03-04-2025 or 03.04.2025 (day, month, year)"],
  ["mm_dd_yy_slash", "04/03/25 (month, day, year)"],
  ["dd_mm_yy_slash", "03/04/25 (day, month, year)"],
  ["mm_dd_yy_dash", "04-03-25 (month, day, year)"],
  ["dd_mm_yy_dash", "03-04-25 or 03.04.25 (day, month, year)"],
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
  ["date_microseconds_since_epoch_utc", "1743672600000000 (microseconds since 1970)"],
  ["date_spreadsheet_days", "45750.39583 (day number of a spreadsheet)"],
];

const amounts: readonly (readonly [Format, string])[] = [
  ["currency_dollars", "Whole units: 24.90"],
  ["currency_cents", "Cents: 2490"],
];

const lists: readonly (readonly [Format, string])[] = [
  ["list_comma_separated", "List with commas: soap, candle"],
  ["list_semicolon_separated", "List with semicolons: soap; candle"],
  ["list_json", 'JSON list: ["soap", "candle"]'],
  ["list_single_value", "List of one value"],
];

const labels = new Map<string, string>([...dates, ...amounts, ...lists]);

/** The label of a format; formats that the form does not offer by their API name. */
export const formatLabel = (format: Format): string => labels.get(format) ?? format.replaceAll("_", " ");

type FormatChoice = Choice<Format | "">;

/** A format that the form does not offer stays. */
const choicesOf = (
  formats: readonly (readonly [Format, string])[],
  none: string,
  chosen: Format | undefined,
): FormatChoice[] => {
  const isOther = chosen !== undefined && !formats.some(([format]) => format === chosen);
  return [
    { value: "", label: none },
    ...(isOther ? [{ value: chosen, label: formatLabel(chosen) }] : []),
    ...formats.map(([value, label]) => ({ value, label })),
  ];
};
const automatic = "Detected automatically";
/** `detected`: the format that the service found, if any. */
export const dateChoices = (chosen?: Format, detected?: Format): FormatChoice[] =>
  choicesOf(dates, detected ? `Detected: ${formatLabel(detected)}` : automatic, chosen);
export const amountChoices = (chosen?: Format): FormatChoice[] => choicesOf(amounts, automatic, chosen);
export const propertyChoices = (chosen?: Format): FormatChoice[] => choicesOf(lists, "One value", chosen);
