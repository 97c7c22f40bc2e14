// Calls of Segment's protocol as events: what is tracked, seen or viewed becomes an event of a stream, and what
// is said about a person a row of the people that programs send.
//
// A person is a user ID or an e-mail address, and before one is known the anonymous ID of a device. The device
// belongs to the first user who is identified on it: the row that joins them has the device as its ID, and the
// first row of an ID counts. So a second user of the device is not joined, and nothing joins two users.

import { createHash } from "node:crypto";
import { deviceColumn, peopleOfPrograms } from "../../domain/data/events-dataset.js";
import {
  type EventFault,
  isFault,
  isPlainNumber,
  readDatetime,
  readSentEvent,
} from "../../domain/data/sent-event.js";
import { actionStream } from "../../domain/proposal/event-log.js";
import { isObject, type JsonObject } from "../../domain/resource/json.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import type { EventOfStream } from "./events.js";

export const callTypes = ["track", "identify", "page", "screen", "group", "alias"] as const;
export type CallType = (typeof callTypes)[number];

/** Moments of a request: when it arrived, and when its client says that it was sent. */
export interface CallTimes {
  now: EpochMs;
  sentAt?: unknown;
}

/** The stream of pages and screens, as files of page views have it. */
const visits = "visit";

/** A clock that is less wrong than this need not be: the way takes time, too. */
const tolerableSkewMs = 1_000;

/** The rows of a call. */
export const eventsOfCall = (
  call: unknown,
  type: unknown,
  times: CallTimes,
  madeId: (values: string | null) => string,
): EventOfStream[] | EventFault => {
  if (!isObject(call)) return { field: "", note: "Send an object for each call." };
  if (!callTypes.includes(type as CallType))
    return { field: "type", note: `Send one of ${callTypes.join(", ")}.` };
  const rows = rowsOf(call, type as CallType, times);
  if ("note" in rows) return rows as EventFault;
  const events: EventOfStream[] = [];
  for (const { stream, sent } of rows as SentRow[]) {
    const event = readSentEvent(sent, times.now, madeId);
    if (isFault(event)) return named(event);
    events.push({ stream, event });
  }
  return events;
};

interface SentRow {
  stream: string;
  sent: JsonObject;
}

/** Faults in the words of the protocol. */
const named = ({ field, note }: EventFault): EventFault =>
  field === "customer_id"
    ? { field: "userId", note: "Send userId or anonymousId." }
    : { field: field === "datetime" ? "timestamp" : field, note };

const rowsOf = (call: JsonObject, type: CallType, times: CallTimes): SentRow[] | EventFault => {
  const { userId, anonymousId, messageId, properties, context } = call;
  const user = idOf(userId);
  const device = idOf(anonymousId);
  const base: JsonObject = {
    ...(idOf(messageId) !== undefined && { event_id: idOf(messageId) }),
    ...timeOf(call, times),
  };
  const fields = isObject(properties) ? properties : {};
  if (type === "track") {
    const action = typeof call.event === "string" ? call.event.trim() : "";
    if (action === "") return { field: "event", note: "Send the name of what happened." };
    return [tracked(action, { ...base, ...personOf(user, device, call) }, fields, context)];
  }
  if (type === "page" || type === "screen") {
    const { name, category } = call;
    const about = { ...(name ? { name } : {}), ...(category ? { category } : {}), ...fields };
    const sent = { ...base, ...personOf(user, device, call), properties: withCampaign(about, context) };
    return [{ stream: visits, sent }];
  }
  if (type === "alias") return aliased(user ?? device, idOf(call.previousId), base);
  const traits = isObject(call.traits) ? call.traits : {};
  if (type === "group") {
    const group = idOf(call.groupId);
    if (group === undefined) return { field: "groupId", note: "Send the ID of the group." };
    const named = typeof traits.name === "string" ? { group_name: traits.name } : {};
    const sent = { ...base, ...personOf(user, device, call), properties: { group_id: group, ...named } };
    return [{ stream: peopleOfPrograms, sent }];
  }
  return identified(user, device, traits, base);
};

const idOf = (id: unknown): string | undefined =>
  (typeof id === "string" && id.trim() !== "") || typeof id === "number" ? String(id).trim() : undefined;

/** The customer ID of a device: no user's can be the same. */
const deviceId = (device: string): string => `anonymous:${device}`;

const emailOf = (...from: unknown[]): string | undefined => {
  for (const each of from)
    if (isObject(each) && typeof each.email === "string" && each.email.includes("@")) return each.email;
  return undefined;
};

const personOf = (user: string | undefined, device: string | undefined, call: JsonObject): JsonObject => {
  const context = isObject(call.context) ? call.context : {};
  const email = emailOf(context.traits, call.traits, call.type === "group" ? null : call.properties);
  const own = user ?? (email === undefined && device !== undefined ? deviceId(device) : undefined);
  return { ...(own !== undefined && { customer_id: own }), ...(email !== undefined && { email }) };
};

/**
 * When it happened, by the clock of the service: the client's clock is as wrong as the moment at which it
 * says that it sent the call.
 */
const timeOf = ({ timestamp, originalTimestamp, sentAt }: JsonObject, times: CallTimes): JsonObject => {
  const written = timestamp ?? originalTimestamp;
  if (written === undefined || written === null) return {};
  const at = readDatetime(written);
  const sent = readDatetime(sentAt ?? times.sentAt);
  if (at === null || sent === null) return { datetime: written };
  const skew = times.now - sent;
  return { datetime: new Date(Math.abs(skew) < tolerableSkewMs ? at : at + skew).toISOString() };
};

const amounts = ["total", "revenue", "value"];

const tracked = (action: string, base: JsonObject, fields: JsonObject, context: unknown): SentRow => {
  const stream = actionStream(action) || unnamed(action);
  const amount = amounts.find((name) => isPlainNumber(fields[name]));
  const { email: _, ...properties } = withCampaign(fields, context);
  if (amount !== undefined) delete properties[amount];
  if (stream.startsWith("event_")) properties.event_name = action;
  const order = stream === "transaction" ? idOf(fields.order_id) : undefined;
  return {
    stream,
    sent: {
      ...base,
      ...(order !== undefined && { event_id: `order:${order}` }),
      ...(amount !== undefined && { value: fields[amount] }),
      properties: { ...properties, ...ofProducts(fields.products) },
    },
  };
};

/** A stream's name has letters from a to z; of another script, the name is in a property. */
const unnamed = (action: string): string =>
  `event_${createHash("sha256").update(action).digest("hex").slice(0, 8)}`;

/** What the lines of an order add up to: their categories, and how many pieces. */
const ofProducts = (products: unknown): JsonObject => {
  if (!Array.isArray(products)) return {};
  const lines = products.filter(isObject);
  const categories = [
    ...new Set(lines.flatMap(({ category }) => (typeof category === "string" ? [category] : []))),
  ];
  const quantity = lines.reduce(
    (sum, line) => sum + (isPlainNumber(line.quantity) ? Number(line.quantity) : 1),
    0,
  );
  return {
    ...(categories.length > 0 && { product_categories: categories }),
    ...(lines.length > 0 && { product_quantity: quantity }),
  };
};

const withCampaign = (fields: JsonObject, context: unknown): JsonObject => {
  const campaign = isObject(context) && isObject(context.campaign) ? context.campaign : {};
  const own = ["source", "medium", "name"].flatMap((name) =>
    typeof campaign[name] === "string" ? [[`campaign_${name}`, campaign[name]]] : [],
  );
  return { ...fields, ...Object.fromEntries(own) };
};

/** Traits that identify a person, by the field that they are. */
const identities: Record<string, string> = {
  email: "email",
  phone: "phone",
  firstName: "person_first_name",
  lastName: "person_last_name",
  first_name: "person_first_name",
  last_name: "person_last_name",
  birthday: "birth_date",
};
const addressFields: Record<string, string> = {
  street: "house_number_and_street",
  city: "city",
  state: "state",
  postalCode: "postcode",
  postal_code: "postcode",
  country: "country",
};

const identified = (
  user: string | undefined,
  device: string | undefined,
  traits: JsonObject,
  base: JsonObject,
): SentRow[] => {
  const { address, name, avatar: _avatar, id: _id, ...others } = traits;
  const known: JsonObject = {};
  const properties: JsonObject = {};
  for (const [trait, value] of Object.entries(others)) {
    const field = Object.hasOwn(identities, trait) ? identities[trait] : undefined;
    if (field !== undefined && isText(value)) known[field] = value;
    else properties[trait] = value;
  }
  if (isObject(address))
    for (const [part, field] of Object.entries(addressFields))
      if (isText(address[part])) known[field] = address[part];
  if (isText(name) && !known.person_first_name && !known.person_last_name) known.person_full_name = name;
  const own = user ?? (known.email === undefined && device !== undefined ? deviceId(device) : undefined);
  const person = { ...(own !== undefined && { customer_id: own }), ...known };
  return [
    { stream: peopleOfPrograms, sent: { ...base, ...person, properties } },
    ...joined(user, known.email, device),
  ];
};

const isText = (value: unknown): boolean =>
  (typeof value === "string" && value.trim() !== "") || typeof value === "number";

/** The row by which a device belongs to the first user who is identified on it. */
const joined = (user: string | undefined, email: unknown, device: string | undefined): SentRow[] => {
  if (device === undefined || (user === undefined && !isText(email))) return [];
  const owner = user === undefined ? { email } : { customer_id: user };
  const sent = { event_id: `device:${device}`, ...owner, properties: { [deviceColumn]: deviceId(device) } };
  return [{ stream: peopleOfPrograms, sent }];
};

const aliased = (
  user: string | undefined,
  previous: string | undefined,
  base: JsonObject,
): SentRow[] | EventFault => {
  if (user === undefined) return { field: "userId", note: "Send userId." };
  if (previous === undefined) return { field: "previousId", note: "Send previousId." };
  return [
    { stream: peopleOfPrograms, sent: { ...base, customer_id: user, properties: {} } },
    ...joined(user, undefined, previous),
  ];
};
