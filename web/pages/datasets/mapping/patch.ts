// What to send so that a resource becomes another: a JSON merge patch, in which null clears what is not to be there any more.

interface Json {
  readonly [name: string]: unknown;
}

/** Lists are replaced as a whole. */
export const mergePatch = (before: Json, after: Json): Record<string, unknown> => {
  const cleared = Object.keys(before).filter((name) => !isThere(after[name]) && isThere(before[name]));
  const kept = Object.keys(after).filter((name) => isThere(after[name]));
  return Object.fromEntries([
    ...cleared.map((name) => [name, null]),
    ...kept.map((name) => [name, patched(before[name], after[name])]),
  ]);
};

const patched = (before: unknown, after: unknown): unknown =>
  isObject(before) && isObject(after) ? mergePatch(before, after) : after;

const isThere = (value: unknown): boolean => value !== undefined && value !== null;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
