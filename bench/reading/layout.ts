// Layout of an export: what a row is, which columns there are, and how dates, numbers and the file itself are
// written. A layout is drawn; nothing of it is chosen by what a reader can do.

import type { Draw } from "./draw.js";
import type { LedgerPlan } from "./ledger.js";
import type { Language, State } from "./words.js";

/** Rows of a file. */
const forms = {
  /** A row is an order. */
  orders: 30,
  /** A row is a line, and repeats the fields of its order. */
  repeated: 14,
  /** A row is a line; the fields of the order stand on its first one, and its number on all. */
  first: 8,
  /** As before, and the number stands on the first one, too. */
  headed: 4,
  /** A row is a line with its amount; no column is the order's amount. */
  lines: 13,
  /** A row is a line with a quantity and a price. */
  priced: 8,
  /** A row is a step of a payment. */
  journal: 7,
  /** A row is an invoice, a credit note or a quotation. */
  documents: 11,
  /** A row is a line of a receipt, and returns have quantities below zero. */
  till: 5,
};
export type Form = keyof typeof forms;

/** Signs of refunds in a file. */
export type RefundForm = "none" | "state" | "column" | "rows" | "typedRows" | "units";

export interface Layout {
  language: Language;
  form: Form;
  hasNumber: boolean;
  states: "none" | "status" | "two" | "flag" | "date";
  refunds: RefundForm;
  who: "id" | "email" | "both" | "names" | "idAndName" | "name";
  guests: "none" | "blank" | "zero" | "word";
  currency: "none" | "one" | "several" | "written" | "writtenSeveral";
  dates: DateSpelling;
  hasClock: boolean;
  numbers: NumberSpelling;
  headers: "plain" | "upper" | "lower" | "snake" | "camel" | "units";
  isShuffled: boolean;
  /** Credit notes have amounts below zero. */
  areCreditsNegative: boolean;
  /** Rows of refunds have the number of their order. */
  isNumberShared: boolean;
  file: FileForm;
  ledger: LedgerPlan;
}

const dateSpellings = {
  iso: 16,
  isoTime: 18,
  isoZ: 8,
  isoOffset: 6,
  dmySlash: 12,
  dmyDot: 12,
  dmyDotShort: 3,
  dmyDash: 3,
  mdySlash: 7,
  mdySlashTime: 3,
  dmyShortYear: 3,
  ymdSlash: 3,
  monthName: 4,
  dayNumber: 3,
  epoch: 2,
  compact: 2,
};
export type DateSpelling = keyof typeof dateSpellings;

const numberSpellings = {
  point: 36,
  pointThousands: 9,
  comma: 22,
  commaThousands: 12,
  spaceThousands: 5,
  apostrophe: 2,
  trailingMinus: 2,
  brackets: 3,
  minor: 3,
};
export type NumberSpelling = keyof typeof numberSpellings;

export interface FileForm {
  name: string;
  encoding: "utf-8" | "utf-8-bom" | "utf-16le" | "windows-1252";
  delimiter: "," | ";" | "\t" | "|";
  quoting: "minimal" | "all" | "texts";
  lineEnd: "\n" | "\r\n";
  preamble: number;
  ending: "none" | "total" | "footer" | "both";
  isHeaderRepeated: boolean;
  duplicates: number;
  /** Dates that stand for none, in a column beside the order's date or in it. */
  sentinel: "none" | "beside" | "own";
}

const currenciesOf: Record<Language, readonly string[]> = {
  en: ["USD", "GBP", "EUR"],
  de: ["EUR", "CHF", "USD"],
  fr: ["EUR", "CHF", "CAD"],
  es: ["EUR", "MXN", "USD"],
  it: ["EUR", "CHF", "USD"],
  nl: ["EUR", "GBP", "USD"],
  pt: ["BRL", "EUR", "USD"],
  pl: ["PLN", "EUR", "CZK"],
  sv: ["SEK", "NOK", "EUR"],
  cs: ["CZK", "EUR", "PLN"],
};

export const drawLayout = (draw: Draw): Layout => {
  const language = draw.weighted({
    en: 28,
    de: 14,
    fr: 11,
    es: 10,
    it: 8,
    nl: 8,
    pt: 8,
    pl: 5,
    sv: 4,
    cs: 4,
  });
  const form = draw.weighted(forms);
  const isOfOrders = !["journal", "documents", "till"].includes(form);
  const states = isOfOrders
    ? draw.weighted({ none: 22, status: 52, two: 12, flag: 8, date: 6 })
    : form === "documents"
      ? draw.weighted({ none: 50, status: 50 })
      : "none";
  const ofLines = ["lines", "priced", "till"].includes(form);
  const hasShipping = form !== "till" && draw.chance(ofLines ? 0.12 : 0.55);
  const refunds = ofLines && hasShipping ? "none" : refundsOf(draw, form, states);
  const currency = draw.weighted({ none: 40, one: 28, several: 18, written: 10, writtenSeveral: 4 });
  const numbers = draw.weighted(numberSpellings);
  const isWhole = draw.chance(0.06);
  const who = draw.weighted({ id: 24, email: 26, both: 24, idAndName: 14, names: 8, name: 4 });
  return {
    language,
    form,
    hasNumber: (form !== "orders" && form !== "lines") || draw.chance(0.92),
    states,
    refunds,
    who,
    guests: draw.weighted({ none: 60, blank: 28, zero: 7, word: 5 }),
    currency,
    dates: draw.weighted(dateSpellings),
    hasClock: draw.chance(0.12),
    numbers: currency.startsWith("written") && numbers === "minor" ? "point" : numbers,
    headers: draw.weighted({ plain: 55, upper: 7, lower: 8, snake: 15, camel: 5, units: 10 }),
    isShuffled: draw.chance(0.35),
    areCreditsNegative: draw.chance(0.7),
    isNumberShared: draw.chance(0.6),
    file: drawFile(draw, language),
    ledger: {
      currencies: ["several", "writtenSeveral"].includes(currency)
        ? currenciesOf[language].slice(0, draw.whole(2, 3)).flatMap((code, i) => Array(3 - i).fill(code))
        : currenciesOf[language].slice(0, 1),
      states: form === "journal" ? ofPayments : statesOf(states, refunds, draw),
      hasRefunds: refunds !== "none" && refunds !== "state",
      guests: draw.chance(0.5) ? 0.15 : 0.4,
      nobody: form === "till" ? 0.45 : draw.chance(0.12) ? 0.1 : 0,
      hasLineDiscounts: draw.chance(0.3),
      hasDiscounts: !ofLines && draw.chance(0.3),
      hasShipping,
      isWhole,
    },
  };
};

const refundsOf = (draw: Draw, form: Form, states: Layout["states"]): RefundForm => {
  if (form === "documents") return "typedRows";
  if (form === "till") return "rows";
  if (form === "journal") return "state";
  const hasStates = states === "status" || states === "two";
  const ofLines = ["repeated", "first", "lines"].includes(form);
  return draw.weighted({
    none: 38,
    state: hasStates ? 22 : 0,
    column: form === "priced" || form === "headed" ? 0 : 22,
    rows: form === "headed" || form === "first" ? 0 : 9,
    typedRows: form === "headed" || form === "first" ? 0 : 9,
    units: ofLines ? 8 : 0,
  });
};

/** Failed ones are refused, and cancelled ones expire before they are captured. */
const ofPayments: Partial<Record<State, number>> = { paid: 82, failed: 8, cancelled: 4, refunded: 6 };

/** A file shows a state only if it has a column of it. */
const statesOf = (
  states: Layout["states"],
  refunds: RefundForm,
  draw: Draw,
): Partial<Record<State, number>> => {
  if (states === "none") return { paid: 1 };
  if (states === "flag" || states === "date") return { paid: 88, cancelled: 12 };
  return {
    paid: 50,
    shipped: 25,
    open: draw.chance(0.6) ? 8 : 0,
    cancelled: draw.chance(0.8) ? 9 : 0,
    failed: draw.chance(0.35) ? 5 : 0,
    ...(draw.chance(0.15) && { draft: 4 }),
    ...(draw.chance(0.12) && { quote: 12 }),
    ...((refunds === "state" || refunds === "column") && { refunded: 7, partly: 5 }),
  };
};

const drawFile = (draw: Draw, language: Language): FileForm => ({
  name: draw.pick(["export", "data", "report", "orders", "download", "file"]),
  encoding: draw.weighted({
    "utf-8": 60,
    "utf-8-bom": 18,
    "utf-16le": 6,
    "windows-1252": ["pl", "cs"].includes(language) ? 0 : 16,
  }),
  delimiter: draw.weighted({ ",": 45, ";": 35, "\t": 13, "|": 7 }),
  quoting: draw.weighted({ minimal: 60, all: 25, texts: 15 }),
  lineEnd: draw.chance(0.5) ? "\n" : "\r\n",
  preamble: draw.chance(0.14) ? draw.whole(1, 4) : 0,
  ending: draw.weighted({ none: 80, total: 11, footer: 5, both: 4 }),
  isHeaderRepeated: draw.chance(0.03),
  duplicates: draw.chance(0.1) ? draw.whole(1, 12) : 0,
  sentinel: draw.weighted({ none: 80, beside: 14, own: 6 }),
});
