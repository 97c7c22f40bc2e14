// Merge patch (RFC 7386) between two configurations: what to set, and null for what to remove; and its use.

import { isObject, type JsonObject } from "../resource/json.js";

/** The patch that makes `to` of `from`; empty where they are equal. */
export const mergePatch = (from: JsonObject, to: JsonObject): JsonObject => {
  const patch: JsonObject = {};
  for (const name of Object.keys(from)) if (!(name in to) && from[name] !== undefined) patch[name] = null;
  for (const [name, value] of Object.entries(to)) {
    const before = from[name];
    if (JSON.stringify(before) === JSON.stringify(value) || value === undefined) continue;
    patch[name] = isObject(before) && isObject(value) ? mergePatch(before, value) : value;
  }
  return patch;
};

/** The target with the patch in it. */
export const applied = (target: unknown, patch: unknown): unknown => {
  if (!isObject(patch)) return patch;
  const result = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name);
    else result.set(name, applied(result.get(name), value));
  }
  return Object.fromEntries(result);
};
