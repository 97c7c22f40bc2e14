// Texts of tables in the spellings of several countries.

const two = (part: number): string => String(part).padStart(2, "0");

export const date = {
  iso: (at: Date) => at.toISOString().slice(0, 10),
  american: (at: Date) => `${two(at.getUTCMonth() + 1)}/${two(at.getUTCDate())}/${at.getUTCFullYear()}`,
  german: (at: Date) => `${two(at.getUTCDate())}.${two(at.getUTCMonth() + 1)}.${at.getUTCFullYear()}`,
  french: (at: Date) => `${two(at.getUTCDate())}/${two(at.getUTCMonth() + 1)}/${at.getUTCFullYear()}`,
};
export const time = (at: Date): string => at.toISOString().slice(11, 19);
export const moment = (at: Date): string => `${date.iso(at)} ${time(at)}`;

/** Cents as money. */
export const money = {
  plain: (cents: number) => (cents / 100).toFixed(2),
  american: (cents: number) =>
    `${cents < 0 ? "-" : ""}$${Math.abs(cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`,
  german: (cents: number) => (cents / 100).toLocaleString("de-DE", { minimumFractionDigits: 2 }),
  french: (cents: number) => `${(cents / 100).toLocaleString("fr-FR", { minimumFractionDigits: 2 })} €`,
  spanish: (cents: number) =>
    (cents / 100).toLocaleString("de-DE", { minimumFractionDigits: 2 }).replace(/^/, ""),
};

export type Cell = string | number;

/** Rows below a header, whose names are divided by `|`. */
export const csv = (header: string, rows: readonly (readonly Cell[])[], delimiter = ","): string =>
  [header.split("|"), ...rows]
    .map((row) => row.map((cell) => quoted(String(cell), delimiter)).join(delimiter))
    .join("\r\n")
    .concat("\r\n");

const quoted = (text: string, delimiter: string): string =>
  text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
