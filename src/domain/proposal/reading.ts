// Reading of a file of no known platform: its customers, its dates, what its rows are, and the columns that
// may be keys of an order.

import type { IdentitySet } from "../data/dataset.js";
import { type Amounts, inOneCurrency, likelyAmounts, readAmounts } from "./amounts.js";
import { type ReadColumn, readColumn, surelyLooksLike } from "./column.js";
import { findCurrency, hasSeveralCurrencies } from "./currency.js";
import {
  isOfPeople,
  orderKey,
  proposeCancellationTime,
  proposeEventTime,
  proposeLeavingTime,
  streamKind,
} from "./event.js";
import { findAction } from "./event-log.js";
import { findExport } from "./exports/known-export.js";
import { knownExports } from "./exports/table.js";
import {
  type FoundIdentities,
  namedColumns,
  namedPlace,
  proposeIdentities,
  withPlacesOfPeople,
} from "./identity.js";
import { keyCandidates } from "./order-lines.js";
import type { Grouping, PreviewedFile } from "./previewed-file.js";
import { findPeriod, type Period } from "./subscriptions.js";

export interface Reading {
  file: PreviewedFile;
  columns: readonly ReadColumn[];
  people: FoundIdentities;
  /** Columns that identify nobody. */
  free: ReadColumn[];
  /** The column that tells customers apart. */
  person: ReadColumn | null;
  /** The columns by which the rows of one moment are one customer's; empty where none says it. */
  visitor: string[];
  kind: string | null;
  time: ReadColumn | null;
  /** A column with the time of the day, where that of the date has none. */
  clock: ReadColumn | null;
  period: Period | null;
  /** When customers left, in a file of leavers. */
  left: ReadColumn | null;
  action: ReadColumn | null;
  amounts: Amounts;
  /** Columns that look like the amount of a sale, where none is called one; a single one is taken for it. */
  likelyAmounts: ReadColumn[];
  isAmountGuessed: boolean;
  /** The column of their currency. */
  currency: ReadColumn | null;
  candidates: ReadColumn[];
  groupings: readonly Grouping[];
}

export const readFile = (file: PreviewedFile, columns: readonly ReadColumn[]): Reading => {
  const people = withPlacesOfPeople(proposeIdentities(columns), columns, file.groupings ?? []);
  const free = columns.filter(({ name }) => !people.taken.has(name));
  const kind = streamKind(file, free);
  const time = proposeEventTime(free, kind === "cancellation");
  const clock = time && clockOf(time, free);
  const rest = free.filter((column) => column !== time && column !== clock);
  const currency = findCurrency(rest);
  const named = readAmounts(rest);
  const likely = kind === null || kind === "transaction" ? likelyAmounts(named, rest) : [];
  const isAmountGuessed = likely.length === 1;
  const amounts = isAmountGuessed ? { ...named, orderTotals: likely } : named;
  const person = personColumn(people, columns);
  return {
    file,
    columns,
    people,
    free,
    person,
    visitor: person ? [person.name] : namedColumns(people, columns),
    kind,
    time,
    clock,
    period: kind === "cancellation" ? null : periodOf(free, kind, time),
    left: kind !== "cancellation" || time === null ? leftIn(kind, people, free) : null,
    action: hasOrders(file, rest, amounts) ? null : findAction(free),
    amounts: hasSeveralCurrencies(currency) ? inOneCurrency(amounts) : amounts,
    likelyAmounts: likely,
    isAmountGuessed,
    currency,
    candidates: keyCandidates(rest, file.rows),
    groupings: file.groupings ?? [],
  };
};

/** Each row is an order with its number and its amount: what it calls an event is what was bought. */
const hasOrders = (
  { rows }: PreviewedFile,
  columns: readonly ReadColumn[],
  { orderTotals }: Amounts,
): boolean =>
  orderTotals.some(({ column }) => column.fill_rate > alwaysFilled) &&
  columns.some(
    ({ words, column: { fill_rate, distinct_count = 0 } }) =>
      orderKey.test(words) && fill_rate === 1 && distinct_count >= most * rows,
  );

/** An order whose only date is that of its cancellation has no date of its own. */
const leftIn = (
  kind: string | null,
  { taken }: FoundIdentities,
  columns: readonly ReadColumn[],
): ReadColumn | null => {
  const isOfPeople = kind === null || ["cancellation", "subscription", "sign_up"].includes(kind);
  return taken.size > 0 && isOfPeople ? proposeLeavingTime(columns) : null;
};

const clockShape = /^\d{1,2}[:.h]\d{2}([:.]\d{2}([.]\d+)?)?( ?[AaPp]\.?[Mm]\.?)?$/;
const clockName = /\b(time|uhrzeit|zeit|heure|hora|ora|tijd|clock)\b|uhrzeit$/;

const clockOf = (time: ReadColumn, columns: readonly ReadColumn[]): ReadColumn | null => {
  if (surelyLooksLike(/\d:\d\d/, time)) return null;
  return (
    columns.find(
      (column) => column !== time && clockName.test(column.words) && surelyLooksLike(clockShape, column),
    ) ?? null
  );
};

const alwaysFilled = 0.98;
const cancelling = /cancel|churn|kuendig|kundig|resili|baja|disdetta|opzeg|terminat|left/;

/** A period whose end is always known is a stay or a campaign, and no subscription. */
const periodOf = (
  columns: readonly ReadColumn[],
  kind: string | null,
  time: ReadColumn | null,
): Period | null => {
  const ended = proposeCancellationTime(columns);
  const period =
    findPeriod(columns) ?? (kind === "subscription" && time && ended ? { start: time, end: ended } : null);
  if (!period) return null;
  const { end } = period;
  return end.column.fill_rate < alwaysFilled || cancelling.test(end.words) ? period : null;
};

const personColumn = (
  { identity_sets }: FoundIdentities,
  columns: readonly ReadColumn[],
): ReadColumn | null => {
  const sets = Object.values(identity_sets);
  const named = (field: keyof IdentitySet) =>
    sets.map((set) => set[field]).find((name) => name !== undefined);
  const keys = (["customer_id", "email", "email_hash", "phone"] as const).flatMap(
    (field) => named(field) ?? [],
  );
  const found = columns.filter(({ name }) => keys.includes(name));
  return found.toSorted((a, b) => b.column.fill_rate - a.column.fill_rate)[0] ?? null;
};

const most = 0.99;

/** Each row has a customer of its own. */
export const isOnePerCustomer = ({ person, file: { rows } }: Reading): boolean =>
  person !== null && rows > 0 && (person.column.distinct_count ?? 0) >= most * rows * person.column.fill_rate;

const signUpName =
  /^((customer|account|member|user|profile) ?)?(sign ?up|signed up|registered|registration|registrierung|joined|join|created|creation|member since|since|angemeldet|inscription|alta|registro|cadastro|iscrizione|anmeldung|added|subscribed)( ?(at|on|date|time|utc|datum))*$/;

/** A list of customers, which may say since when each is one. */
export const isListOfPeople = (reading: Reading): boolean => {
  const { file, kind, time, amounts, candidates } = reading;
  const hasAmount = amounts.orderTotals.length + amounts.lineTotals.length > 0;
  if (kind !== null || hasAmount) return false;
  if (isOfPeople(file)) return true;
  const named = candidates.some(({ column }) => (column.distinct_count ?? 0) < file.rows);
  return isOnePerCustomer(reading) && !named && (time === null || signUpName.test(time.words));
};

/** The columns by which the engine is to group the rows before `proposeDataset`. */
export const groupingsToCount = (file: PreviewedFile): string[][] => {
  const columns = file.columns.map(readColumn);
  const isKnown =
    findExport(
      knownExports,
      columns.map(({ name }) => name),
    ) !== null;
  if (isKnown) return [];
  const { person, visitor, people, time, candidates } = readFile(file, columns);
  return [
    ...candidates.map(({ name }) => [name]),
    ...(person ? [[person.name]] : []),
    ...(visitor.length > 0 && time ? [[...visitor, time.name]] : []),
    ...Object.values(people.identity_sets)
      .map((set) => namedPlace(set, columns))
      .filter((key) => key !== null),
  ];
};
