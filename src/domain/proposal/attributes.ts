// Customer attributes: columns that have one value for each customer, in files of people and in files of events.

import type { TraitMapping } from "../data/dataset.js";
import { fieldNames } from "../resource/name-rule.js";
import { type ReadColumn, saying } from "./column.js";
import type { Grouping } from "./previewed-file.js";
import { isStatus, knownLater } from "./statuses.js";

/** Names of texts, keys and figures that describe no kind of customer. */
const noAttribute = saying(
  "id|uuid|guid|url|link|notes?|memo|remarks?|comments?|bemerkung\\w*|image|photo|description|ip|user agent|password|token|hash|row|index|unnamed|fax|website",
  "fingerprint|kommentar|commentaire|notas|nota",
);
const contact = /^(mobile |home |work )?(phone|telephone|telefon|mobile|cell)( (number|no|nr))?$/;
/** Results of what a customer did: they give an answer away. */
const result = saying(
  "total (spent|orders|spend|revenue|sales|purchases)|lifetime|ltv|clv|order count|orders? count|number of orders|num orders|orders|spent|last (order|purchase|seen|login|active|visit)\\b.*",
  "amount spent|average order value|aov|churn\\w*|predicted .*|rfm .*|umsatz gesamt|anzahl bestellungen|letzte bestellung|historic .*|balance",
);

export const isResult = ({ words }: Pick<ReadColumn, "words">): boolean => result.test(words);

const mostValues = 200;
const always = 0.98;
const fewestCustomers = 5;

const describesPerson = (column: ReadColumn, isOnly: boolean, isKnownResult = isResult): boolean => {
  const { words, role, column: of } = column;
  const isOfAddress = role !== null && !isOnly;
  const { distinct_count: distinct = 0, data_type, fill_rate } = of;
  if (isOfAddress || noAttribute.test(words) || contact.test(words) || isKnownResult(column)) return false;
  if (fill_rate < 0.05 || distinct < 2) return false;
  if (data_type === "date") return false;
  return data_type === "number" ? isOnly : distinct <= mostValues;
};

/** The attributes of a file with one row per customer. */
export const attributesOfPeople = (columns: readonly ReadColumn[]): ReadColumn[] =>
  columns.filter((column) => describesPerson(column, true) && !knownLater.test(column.words));

/**
 * Whether a column tells the answer of a snapshot. Other results, such as a balance, are known when the
 * snapshot is taken.
 */
const givesAnswerAway = ({ words }: Pick<ReadColumn, "words">): boolean =>
  /\b(churn\w*|predicted|cancellation reason|reason for leaving)\b/.test(words);

/** The attributes of a snapshot. */
export const attributesOfSnapshot = (columns: readonly ReadColumn[]): ReadColumn[] =>
  columns.filter((column) => describesPerson(column, true, givesAnswerAway));

/** The attributes of a file of events: those that are one and the same for customers of several rows. */
export const attributesOfEvents = (
  columns: readonly ReadColumn[],
  byPerson: Grouping | undefined,
): ReadColumn[] => {
  if (!byPerson || byPerson.repeated < fewestCustomers) return [];
  return columns.filter(
    (column) =>
      describesPerson(column, false) &&
      !isStatus(column) &&
      !knownLater.test(column.words) &&
      (byPerson.constant[column.name] ?? 0) >= always,
  );
};

export const traitsOf = (columns: readonly ReadColumn[]): Record<string, TraitMapping> => {
  const names = fieldNames(columns.map(({ name }) => name));
  return Object.fromEntries(
    columns.map(({ name }, i): [string, TraitMapping] => [names[i]!, { column_name: name }]),
  );
};
