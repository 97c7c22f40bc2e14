// Plain JSON, as it comes from a request before a schema has given it a type.

export type JsonObject = { [key: string]: unknown };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The same keys with other values. */
export const mapValues = <V, W>(
  record: Readonly<Record<string, V>>,
  map: (value: V, key: string) => W,
): Record<string, W> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));

/** Leaves out what is undefined or null, so that an answer holds what there is. */
export const present = (record: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined && value !== null));
