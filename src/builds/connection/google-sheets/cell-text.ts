// Cell of a Google spreadsheet as the text that a CSV file of it would have. A date is a number of days, and only the
// format of the cell says that it is one.
// https://developers.google.com/workspace/sheets/api/guides/formats

import { clockText, msOfDays, numberStyle, numberText, plain } from "../../../files/cell.js";

/** The parts that are asked for. */
export interface Cell {
  effectiveValue?: { numberValue?: number; stringValue?: string; boolValue?: boolean; errorValue?: object };
  effectiveFormat?: { numberFormat?: { type?: string; pattern?: string } };
}

/** Empty for a cell without a value, and for an error. */
export const cellText = ({ effectiveValue = {}, effectiveFormat }: Cell): string => {
  const { numberValue, stringValue, boolValue } = effectiveValue;
  if (stringValue !== undefined) return stringValue;
  if (boolValue !== undefined) return String(boolValue);
  if (numberValue === undefined) return "";
  const { type, pattern = "" } = effectiveFormat?.numberFormat ?? {};
  switch (type) {
    case "DATE":
    case "DATE_TIME":
      return dateText(numberValue) ?? plainText(numberValue);
    case "TIME":
      return clockText(msOfDays(numberValue));
    case "NUMBER": {
      const style = numberStyle(0, pattern);
      return numberText(String(numberValue), style.is === "padded" ? style : plain, false);
    }
    default:
      return plainText(numberValue);
  }
};

const plainText = (number: number): string => numberText(String(number), plain, false);

const dayZero = Date.UTC(1899, 11, 30);

/** ISO 8601, without a zone, and without a time at midnight; null for a number that is no day of four digits. */
const dateText = (serial: number): string | null => {
  const date = new Date(dayZero + msOfDays(serial));
  const year = date.getUTCFullYear();
  if (!(year >= 1 && year <= 9999)) return null;
  const text = date.toISOString().replace(/(\.000)?Z$/, "");
  return text.endsWith("T00:00:00") ? text.slice(0, 10) : text;
};
