// JSON merge patch (RFC 7396): objects are merged key by key, null removes, anything else replaces.

import { isObject, type JsonObject } from "./json.js";

export const mergePatch = (target: unknown, patch: JsonObject): JsonObject => {
  const merged: JsonObject = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = isObject(value) ? mergePatch(merged[key], value) : value;
  }
  return merged;
};
