// An event that a program sends, as a row of a file: its id, its date, its amount, the fields that identify a
// person, and properties. Nested objects become `address.city`, lists become JSON, and a list of objects the
// list of their names, as the products of an order.

import { isObject, type JsonObject } from "../resource/json.js";
import { limits } from "../resource/limits.js";
import { type EpochMs, msPerDay } from "../resource/resource.js";
import { identityFields } from "./dataset.js";

/** Columns that every event has. */
export const eventIdColumn = "event_id";
export const datetimeColumn = "datetime";
export const valueColumn = "value";
export const currencyColumn = "currency";

export interface SentEvent {
  id: string;
  /** Values by column, as a file has them. */
  row: Map<string, string>;
  /** Columns whose value is a list. */
  lists: string[];
}

/** A fault of an event: the field, and what to do. */
export interface EventFault {
  field: string;
  note: string;
}

const own = [eventIdColumn, datetimeColumn, valueColumn, ...identityFields] as const;
const ownNames: ReadonlySet<string> = new Set(own);

/** Properties stand beside the fields of the event, or in `properties`. */
const propertiesField = "properties";

/** Names that a list of objects goes by, the first that its objects have. */
const itemNames = ["name", "product_name", "title", "sku", "product_id", "id"];

const mostDepth = 5;
const mostIdCharacters = 200;

/** A date may be this much ahead of the service's clock. */
const mostAheadMs = msPerDay;

/**
 * The row of an event. `madeId`: makes an id of an event that has none, from its values, or of nothing if it has
 * no date of its own either, so that two such events are two.
 */
export const readSentEvent = (
  sent: unknown,
  now: EpochMs,
  madeId: (values: string | null) => string,
): SentEvent | EventFault => {
  if (!isObject(sent)) return fault("", "Send an object for each event.");
  if (isDeeper(sent, limits.bodyDepth.is))
    return fault("", `Send at most ${limits.bodyDepth.is} objects and lists inside one another.`);
  const read = new Reader(now);
  for (const [field, value] of Object.entries(sent)) {
    const name = asColumn(field);
    if (name === propertiesField && isObject(value)) read.properties(value);
    else if (ownNames.has(name)) read.own(name, value);
    else read.property(name, value, 0);
    if (read.fault) return read.fault;
  }
  return read.end(madeId);
};

export const isFault = (read: SentEvent | EventFault): read is EventFault => "note" in read;

/** A name as a file's header is read: a column that is read under another name would not be found. */
const asColumn = (name: string): string => name.replace(/\s+/g, " ").trim();

/** Whether objects and lists are more levels inside one another. What is read of a value follows its levels. */
const isDeeper = (value: unknown, levels: number): boolean => {
  let level = [value].filter(isNested);
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === levels) return true;
    level = level.flatMap((each) => Object.values(each)).filter(isNested);
  }
  return false;
};

const isNested = (value: unknown): value is object => typeof value === "object" && value !== null;

const fault = (field: string, note: string): EventFault => ({ field, note });

class Reader {
  fault: EventFault | undefined;
  private readonly row = new Map<string, string>();
  private readonly lists: string[] = [];

  constructor(private readonly now: EpochMs) {}

  own(name: string, value: unknown): void {
    if (value === null || value === undefined || value === "") return;
    if (name === datetimeColumn) this.datetime(value);
    else if (name === valueColumn) this.amount(value);
    else if (name === "house_number_and_street" && Array.isArray(value)) this.put(name, value.join(" "));
    else if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
      this.put(name, String(value).trim());
    else this.fault = fault(name, "Send a text or a number.");
    if (name === eventIdColumn && (this.row.get(name)?.length ?? 0) > mostIdCharacters)
      this.fault = fault(name, `Send at most ${mostIdCharacters} characters.`);
  }

  properties(values: JsonObject): void {
    for (const [field, value] of Object.entries(values)) {
      const name = asColumn(field);
      this.property(ownNames.has(name) ? `${propertiesField}.${name}` : name, value, 0);
    }
  }

  property(name: string, value: unknown, depth: number): void {
    if (value === null || value === undefined || value === "") return;
    if (name === "" || name.length > limits.columnCharacters.is)
      this.fault = fault(
        name.slice(0, 60),
        `Give the property a name of 1 to ${limits.columnCharacters.is} characters.`,
      );
    else if (isObject(value) && depth < mostDepth)
      for (const [inner, each] of Object.entries(value))
        this.property(asColumn(`${name}.${inner}`), each, depth + 1);
    else if (Array.isArray(value)) this.list(name, value);
    else this.put(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }

  end(madeId: (values: string | null) => string): SentEvent | EventFault {
    if (this.fault) return this.fault;
    if (!identityFields.some((field) => this.row.get(field)))
      return fault(
        "customer_id",
        `Send who did it: customer_id, email or another of ${identityFields.join(", ")}.`,
      );
    if (this.row.size > limits.eventFields.is)
      return fault(propertiesField, `Send at most ${limits.eventFields.is} fields.`);
    const isDated = this.row.has(datetimeColumn);
    const sent = this.row.get(eventIdColumn);
    const id = sent ?? madeId(isDated ? JSON.stringify([...this.row].sort(byName)) : null);
    if (sent === undefined) this.row.set(eventIdColumn, id);
    if (!isDated) this.row.set(datetimeColumn, new Date(this.now).toISOString());
    return { id, row: this.row, lists: this.lists };
  }

  private datetime(value: unknown): void {
    const at = readDatetime(value);
    if (at === null)
      this.fault = fault(
        datetimeColumn,
        "Send a date in ISO 8601, such as 2026-01-31T18:30:00Z, or the seconds or milliseconds since 1970.",
      );
    else if (at > this.now + mostAheadMs)
      this.fault = fault(datetimeColumn, "The date is more than a day in the future. Send when it happened.");
    else this.row.set(datetimeColumn, new Date(at).toISOString());
  }

  private amount(value: unknown): void {
    const number = isPlainNumber(value) ? Number(value) : value;
    if (typeof number === "number" && Number.isFinite(number)) this.row.set(valueColumn, String(number));
    else this.fault = fault(valueColumn, "Send a number, such as 24.90.");
  }

  private list(name: string, items: readonly unknown[]): void {
    if (items.length === 0) return;
    this.lists.push(name);
    this.put(name, JSON.stringify(items.map(itemOf)));
  }

  private put(name: string, text: string): void {
    if (text.includes("\0") || !text.isWellFormed() || !name.isWellFormed() || name.includes("\0"))
      this.fault = fault(name.slice(0, 60), "Leave out the character NUL and halves of surrogate pairs.");
    else if (text !== "") this.row.set(name, text);
  }
}

const byName = ([a]: [string, string], [b]: [string, string]): number => (a < b ? -1 : 1);

/** Whether a value is a number, or a text of its digits alone. */
export const isPlainNumber = (value: unknown): boolean =>
  typeof value === "number" || (typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value.trim()));

const itemOf = (item: unknown): unknown => {
  if (!isObject(item)) return item;
  const name = itemNames.find((each) => ["string", "number"].includes(typeof item[each]));
  return name === undefined ? JSON.stringify(item) : String(item[name]);
};

const isoDate =
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z| ?[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** Numbers below are seconds: in milliseconds they would be in 1973. */
const leastMilliseconds = 1e11;

/** The moment that a date names, in UTC where it says no zone; null for anything else. */
export const readDatetime = (value: unknown): EpochMs | null => {
  if (typeof value === "number")
    return inRange(Math.abs(value) < leastMilliseconds ? Math.round(value * 1000) : Math.round(value));
  if (typeof value !== "string") return null;
  const text = value.trim();
  if (/^\d{9,13}$/.test(text)) return readDatetime(Number(text));
  if (!isoDate.test(text)) return null;
  const [date, time] = [text.slice(0, 10), text.slice(11).replace(",", ".").replace(" ", "")];
  if (time === "") return inRange(Date.parse(`${date}T00:00:00Z`));
  const zone = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/i.exec(time)?.[0] ?? "";
  const clock = time.slice(0, time.length - zone.length);
  return inRange(Date.parse(`${date}T${clock}${spelledOut(zone)}`));
};

/** `+02` and `+0200` → `+02:00`. */
const spelledOut = (zone: string): string => {
  if (zone === "" || /^z$/i.test(zone)) return "Z";
  const digits = zone.slice(1).replace(":", "").padEnd(4, "0");
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
};

const inRange = (at: number): EpochMs | null => (at >= earliestMs && at < latestMs ? at : null);
const earliestMs = Date.UTC(1900, 0, 1);
const latestMs = Date.UTC(2200, 0, 1);
