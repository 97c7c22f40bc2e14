// Paths of the fields in which two configurations differ, such as `options.gzip`. Values are left out: the
// audit log keeps the paths, and values may be secrets or people's data.

import { isObject, type JsonObject } from "./json.js";

/** In the order of the fields. A list counts as one value. */
export const changedFields = (before: object, after: object, within = ""): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const [old, new_] = [own(before, name), own(after, name)];
    if (isObject(old) && isObject(new_)) return changedFields(old, new_, `${within}${name}.`);
    return JSON.stringify(old) === JSON.stringify(new_) ? [] : [`${within}${name}`];
  });

const own = (fields: object, name: string): unknown =>
  Object.hasOwn(fields, name) ? (fields as JsonObject)[name] : undefined;
