// Cell of a workbook as the text that a CSV file of the sheet would have: dates in ISO 8601, numbers with the
// digits that they are entered with. A workbook stores binary fractions, so 0.3 may be written as
// 0.30000000000000004.

/** Style of a cell's number: shown as a date, a time of day, a duration, or padded to a width with zeros. */
export type NumberStyle =
  | { is: "plain" }
  | { is: "date" }
  | { is: "time" }
  | { is: "duration" }
  | { is: "padded"; digits: number };

export const plain: NumberStyle = { is: "plain" };

/** Built-in formats that are dates, also those of East Asian editions, and times. */
const builtInStyle = (id: number): NumberStyle => {
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58))
    return { is: "date" };
  if (id === 46) return { is: "duration" };
  return (id >= 18 && id <= 21) || id === 45 || id === 47 ? { is: "time" } : plain;
};

/** The style of a number format, by its id and, where the workbook defines it, its code. */
export const numberStyle = (id: number, code: string | undefined): NumberStyle => {
  if (code === undefined) return builtInStyle(id);
  const bare = (code.split(";")[0] ?? "").replace(/"[^"]*"|\\.|_.|\*./g, "").toLowerCase();
  if (/\[(h+|m+|s+)\]/.test(bare)) return { is: "duration" };
  const letters = bare.replace(/\[[^\]]*\]/g, "").replace(/general|am\/pm|a\/p/g, "");
  if (/[yd]/.test(letters) || /mmm/.test(letters)) return { is: "date" };
  if (/[hs]/.test(letters)) return { is: "time" };
  if (letters === "m" || letters === "mm") return { is: "date" };
  return /^0{2,}$/.test(bare) ? { is: "padded", digits: bare.length } : plain;
};

/** The text of a number as it is written in the workbook. */
export const numberText = (written: string, style: NumberStyle, is1904: boolean): string => {
  const number = Number(written);
  if (written.trim() === "" || !Number.isFinite(number)) return written.trim();
  switch (style.is) {
    case "date":
      return dateText(number, is1904) ?? decimalText(written, number);
    case "time":
      return number >= 1
        ? (dateText(number, is1904) ?? decimalText(written, number))
        : clockText(msOfDays(number));
    case "duration":
      return clockText(msOfDays(number));
    case "padded":
      return Number.isInteger(number) && number >= 0
        ? decimalText(written, number).padStart(style.digits, "0")
        : decimalText(written, number);
    case "plain":
      return decimalText(written, number);
  }
};

/**
 * A workbook computes with 15 significant digits; further ones come from the binary fraction. A long integer
 * is kept: it is a key.
 */
const significantDigits = 15;

const decimalText = (written: string, number: number): string => {
  const text = written.trim();
  if (/^-?\d+$/.test(text)) return text;
  const digits = text.replace(/^[-+0.]+|\D/g, "").length;
  if (/^-?\d+\.\d+$/.test(text) && digits <= significantDigits) return text;
  return withoutExponent(String(Number(number.toPrecision(significantDigits))));
};

/** `1.5e-7` → `0.00000015`, `1e+21` → `1000000000000000000000`. */
const withoutExponent = (text: string): string => {
  const [, sign = "", whole, fraction = "", exponent] = /^(-?)(\d+)(?:\.(\d+))?e([-+]\d+)$/.exec(text) ?? [];
  if (whole === undefined) return text;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  return point >= digits.length
    ? `${sign}${digits.padEnd(point, "0")}`
    : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
};

const dayMs = 86_400_000;
/** Stored fractions of a day are exact to a few microseconds. */
export const msOfDays = (days: number): number => Math.round(days * dayMs);

/** 31 December 9999. */
const lastSerial = 2_958_465;

/** ISO 8601, without a zone, and without a time at midnight; null for a number that is no day. */
const dateText = (serial: number, is1904: boolean): string | null => {
  const days = is1904 ? serial + 1462 : serial;
  if (days < 0 || days >= lastSerial + 1) return null;
  if (days < 1) return clockText(msOfDays(days));
  // The system of 1900 has a 29 February 1900, which never was.
  const ms = msOfDays(days < 60 ? days + 1 : days) + Date.UTC(1899, 11, 30);
  const text = new Date(ms).toISOString().replace(/(\.000)?Z$/, "");
  return text.endsWith("T00:00:00") ? text.slice(0, 10) : text;
};

/** `26:30:00`; milliseconds where there are any. */
export const clockText = (ms: number): string => {
  const seconds = Math.floor(Math.abs(ms) / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const rest = Math.abs(ms) % 1000;
  const fraction = rest === 0 ? "" : `.${String(rest).padStart(3, "0")}`;
  return `${ms < 0 ? "-" : ""}${parts.map((part) => String(part).padStart(2, "0")).join(":")}${fraction}`;
};

/** Characters that XML cannot have are written as `_x000D_`. */
export const unescaped = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
