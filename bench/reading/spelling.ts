// Spelling of values: dates, numbers and names of columns as programs in different countries write them.

import type { Draw } from "./draw.js";
import type { Value } from "./entries.js";
import type { DateSpelling, Layout } from "./layout.js";
import { type ColumnRole, columnNames } from "./words.js";

/** Names of the columns, no two of them equal. */
export const headersOf = (
  draw: Draw,
  { language, headers, ledger, numbers }: Layout,
  roles: readonly ColumnRole[],
) => {
  const taken = new Set<string>();
  const code = new Set(ledger.currencies).size === 1 ? ledger.currencies[0]! : null;
  const isMinorSaid = draw.chance(0.5);
  return roles.map((role) => {
    const all = draw.shuffled(columnNames(language, role));
    const free = all.find((name) => !taken.has(name)) ?? `${all[0]} ${taken.size}`;
    taken.add(free);
    const unit = moneyRoles.has(role)
      ? numbers === "minor" && isMinorSaid
        ? " (cents)"
        : headers === "units" && code
          ? ` (${code})`
          : ""
      : "";
    return styled(free + unit, headers);
  });
};

export const moneyRoles: ReadonlySet<ColumnRole> = new Set<ColumnRole>([
  ...(["price", "lineTotal", "lineDiscount", "total", "net", "subtotal", "tax", "shipping"] as const),
  ...(["discount", "refunded", "fee", "margin", "paid", "due"] as const),
]);

const styled = (name: string, style: Layout["headers"]): string => {
  const words = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9]+/g, " ")
    .trim();
  if (style === "upper") return name.toUpperCase();
  if (style === "lower") return name.toLowerCase();
  if (style === "snake") return words.toLowerCase().replace(/ /g, "_");
  if (style === "camel")
    return words.toLowerCase().replace(/ (.)/g, (_, letter: string) => letter.toUpperCase());
  return name;
};

/** `isText`: amounts with a currency are texts to a program that quotes texts. */
export interface Written {
  text: string;
  isText: boolean;
}

export const writerOf = (draw: Draw, layout: Layout) => {
  const places = draw.weighted({ both: 85, short: 15 });
  const [isBefore, symbols] = [draw.chance(0.5), draw.chance(0.5)];
  const number = numberOf(layout.numbers, places === "short");
  const isWhole = layout.ledger.isWhole && draw.chance(0.7);
  return (role: ColumnRole, value: Value | undefined): Written => {
    if (value === undefined || value === "") return { text: "", isText: false };
    if (typeof value === "string") return { text: value, isText: true };
    if ("at" in value)
      return {
        text: role === "time" ? clockText(value.at) : dateText(value.at, layout.dates),
        isText: !isNumeric(layout.dates),
      };
    if ("units" in value) return { text: String(value.units), isText: false };
    const text =
      isWhole && layout.numbers !== "minor" ? number(value.cents, true) : number(value.cents, false);
    if (!layout.currency.startsWith("written")) return { text, isText: /[^-\d.]/.test(text) };
    const sign = symbols ? (symbolOf[value.currency] ?? value.currency) : value.currency;
    const written = isBefore ? `${sign}${symbols ? "" : " "}${text}` : `${text} ${sign}`;
    return { text: written.replace(/^([^-]*)-(?=\d)/, isBefore ? "-$1" : "$&"), isText: true };
  };
};

const symbolOf: Record<string, string> = {
  EUR: "€",
  GBP: "£",
  USD: "US$",
  PLN: "zł",
  CZK: "Kč",
  BRL: "R$",
  CAD: "C$",
};

const grouped = (digits: string, by: string): string => digits.replace(/\B(?=(\d{3})+$)/g, by);

const numberOf = (spelling: Layout["numbers"], isShort: boolean) => {
  const [group, point] = {
    point: ["", "."],
    pointThousands: [",", "."],
    comma: ["", ","],
    commaThousands: [".", ","],
    spaceThousands: ["\u00a0", ","],
    apostrophe: ["'", "."],
    trailingMinus: ["", ","],
    brackets: [",", "."],
    minor: ["", ""],
  }[spelling] as [string, string];
  return (cents: number, isWhole: boolean): string => {
    if (spelling === "minor") return String(cents);
    const size = Math.abs(cents);
    const units = grouped(String(Math.floor(size / 100)), group);
    const rest = String(size % 100).padStart(2, "0");
    const text = isWhole && size % 100 === 0 ? units : `${units}${point}${rest}`;
    const shown = isShort && spelling === "point" && !isWhole ? text.replace(/\.?0+$/, "") || "0" : text;
    if (cents >= 0) return shown;
    return spelling === "trailingMinus" ? `${shown}-` : spelling === "brackets" ? `(${shown})` : `-${shown}`;
  };
};

const isNumeric = (spelling: DateSpelling): boolean => ["dayNumber", "epoch", "compact"].includes(spelling);
const two = (number: number): string => String(number).padStart(2, "0");
const clockText = (at: number): string => new Date(at * 1000).toISOString().slice(11, 19);
const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const dateText = (at: number, spelling: DateSpelling): string => {
  const date = new Date(at * 1000);
  const iso = date.toISOString();
  const [y, m, d] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  const [hours, minutes] = [date.getUTCHours(), two(date.getUTCMinutes())];
  switch (spelling) {
    case "iso":
      return iso.slice(0, 10);
    case "isoTime":
      return iso.slice(0, 19).replace("T", " ");
    case "isoZ":
      return `${iso.slice(0, 19)}Z`;
    case "isoOffset":
      return `${iso.slice(0, 19)}+02:00`;
    case "dmySlash":
      return `${two(d)}/${two(m)}/${y}`;
    case "dmyDot":
      return `${two(d)}.${two(m)}.${y}`;
    case "dmyDotShort":
      return `${d}.${m}.${y} ${hours}:${minutes}`;
    case "dmyDash":
      return `${two(d)}-${two(m)}-${y}`;
    case "mdySlash":
      return `${m}/${d}/${y}`;
    case "mdySlashTime":
      return `${m}/${d}/${y} ${hours % 12 || 12}:${minutes} ${hours < 12 ? "AM" : "PM"}`;
    case "dmyShortYear":
      return `${two(d)}/${two(m)}/${two(y % 100)}`;
    case "ymdSlash":
      return `${y}/${two(m)}/${two(d)}`;
    case "monthName":
      return `${two(d)}-${monthNames[m - 1]}-${y}`;
    case "dayNumber":
      return String(Number((at / 86_400 + 25_569).toFixed(5)));
    case "epoch":
      return String(at);
    case "compact":
      return iso.slice(0, 10).replaceAll("-", "");
  }
};

/** Spellings without a time of the day. */
export const isOfDays = (spelling: DateSpelling): boolean =>
  [
    "iso",
    "dmySlash",
    "dmyDot",
    "dmyDash",
    "mdySlash",
    "dmyShortYear",
    "ymdSlash",
    "monthName",
    "compact",
  ].includes(spelling);

/** A date that stands for none. */
export const sentinelText = (spelling: DateSpelling): string =>
  isNumeric(spelling) ? "0" : dateText(0, spelling);
