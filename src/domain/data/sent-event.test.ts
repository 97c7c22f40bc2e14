import { expect, test } from "vitest";
import { limits } from "../resource/limits.js";
import { isFault, readDatetime, readSentEvent } from "./sent-event.js";

const now = Date.UTC(2026, 0, 31);
const read = (sent: unknown) =>
  readSentEvent(sent, now, (values) => (values === null ? "made" : `of ${values}`));
const rowOf = (sent: object): Record<string, unknown> => {
  const event = read({ email: "a@example.com", event_id: "1", datetime: "2026-01-01", ...sent });
  if (isFault(event)) throw new Error(event.note);
  const { email: _, event_id: __, datetime: ___, ...row } = Object.fromEntries(event.row);
  return { ...row, ...(event.lists.length > 0 && { lists: event.lists }) };
};
const faultOf = (sent: unknown) => {
  const event = read(sent);
  return isFault(event) ? event.field : null;
};

test("properties stand beside the fields of an event or in an object", () => {
  expect(rowOf({ value: 24.9, channel: "web", properties: { size: 3, is_gift: true } })).toEqual({
    value: "24.9",
    channel: "web",
    size: "3",
    is_gift: "true",
  });
  expect(rowOf({ properties: { email: "other@example.com" } })).toEqual({
    "properties.email": "other@example.com",
  });
});

test("names are those under which the columns of a file are read", () => {
  expect(rowOf({ " value": 3, "ship  to ": "Bonn", "a\n": { " b ": 1 } })).toEqual({
    value: "3",
    "ship to": "Bonn",
    "a. b": "1",
  });
  expect(faultOf({ " ": 1, email: "a@example.com" })).toBe("");
});

test("an event of thousands of levels is refused, and not read", () => {
  const nested = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`);
  const listed = JSON.parse("[".repeat(100_000) + "]".repeat(100_000));
  expect(faultOf({ email: "a@example.com", deep: nested(100_000) })).toBe("");
  expect(faultOf({ email: "a@example.com", deep: listed })).toBe("");
  expect(faultOf({ email: "a@example.com", deep: nested(31) })).toBeNull();
});

test("objects become several properties, and lists one", () => {
  expect(
    rowOf({ address: { city: "Bonn", geo: { lat: 1 } }, tags: ["a", 2], none: null, empty: [] }),
  ).toEqual({
    "address.city": "Bonn",
    "address.geo.lat": "1",
    tags: '["a",2]',
    lists: ["tags"],
  });
  const products = [{ product_id: 1, name: "Tea" }, { sku: "M-1" }, { price: 2 }];
  expect(rowOf({ products }).products).toBe('["Tea","M-1","{\\"price\\":2}"]');
});

test("an event without an id is what it says, and without a date of its own always another", () => {
  const same = { email: "a@example.com", datetime: "2026-01-01T00:00:00Z", value: 1 };
  const idOf = (sent: object) => {
    const event = read(sent);
    return isFault(event) ? null : event.id;
  };
  expect(idOf(same)).toBe(idOf({ value: 1, datetime: 1_767_225_600, email: "a@example.com" }));
  expect(idOf({ ...same, value: 2 })).not.toBe(idOf(same));
  expect(idOf({ email: "a@example.com" })).toBe("made");
  expect(idOf({ email: "a@example.com", event_id: 7 })).toBe("7");
});

test("the field at fault is named", () => {
  expect(faultOf("text")).toBe("");
  expect(faultOf({ value: 1 })).toBe("customer_id");
  expect(faultOf({ email: {} })).toBe("email");
  expect(faultOf({ email: "a", value: "1,5" })).toBe("value");
  expect(faultOf({ email: "a", value: Number.NaN })).toBe("value");
  expect(faultOf({ email: "a", datetime: "31.01.2026" })).toBe("datetime");
  expect(faultOf({ email: "a", datetime: "2026-03-01" })).toBe("datetime");
  expect(faultOf({ email: "a", event_id: "x".repeat(201) })).toBe("event_id");
  expect(faultOf({ email: "a\0" })).toBe("email");
  expect(faultOf({ email: "a", note: "\ud800" })).toBe("note");
  expect(faultOf({ email: "a", ["n".repeat(limits.columnCharacters.is + 1)]: 1 })).toBe("n".repeat(60));
  const wide = Object.fromEntries(Array.from({ length: limits.eventFields.is }, (_, i) => [`f${i}`, 1]));
  expect(faultOf({ email: "a", ...wide })).toBe("properties");
});

test.each([
  ["2026-01-31", "2026-01-31T00:00:00.000Z"],
  ["2026-01-31T18:30", "2026-01-31T18:30:00.000Z"],
  ["2026-01-31 18:30:05.123", "2026-01-31T18:30:05.123Z"],
  ["2026-01-31T18:30:05,5Z", "2026-01-31T18:30:05.500Z"],
  ["2026-01-31T18:30:05+02:00", "2026-01-31T16:30:05.000Z"],
  ["2026-01-31 18:30:05 -0530", "2026-02-01T00:00:05.000Z"],
  ["2026-01-31T18:30:05+02", "2026-01-31T16:30:05.000Z"],
  [1_767_225_600, "2026-01-01T00:00:00.000Z"],
  [1_767_225_600_000, "2026-01-01T00:00:00.000Z"],
  ["1767225600", "2026-01-01T00:00:00.000Z"],
])("%s is %s", (written, iso) => {
  expect(new Date(readDatetime(written)!).toISOString()).toBe(iso);
});

test.each(["", "2026-02-31T00:00:00Z0", "2026-13-01", "0000-00-00", "tomorrow", true, null, 1e20])(
  "%s is no date",
  (written) => {
    expect(readDatetime(written)).toBeNull();
  },
);
