// Fields deep in a body, by dotted path. `[]` in a path stands for each element of an array.

import { entryOf } from "../../domain/resource/entry.js";
import { isObject, type JsonObject } from "../../domain/resource/json.js";

export const get = (body: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((value, key) => (isObject(value) ? entryOf(value, key) : undefined), body);

/** A copy with the field set. */
export const set = (body: JsonObject, path: string, value: unknown): JsonObject => {
  const [key = "", ...rest] = path.split(".");
  if (rest.length === 0) return { ...body, [key]: value };
  const inner = entryOf(body, key);
  return { ...body, [key]: set(isObject(inner) ? inner : {}, rest.join("."), value) };
};

/** A copy without the field. */
export const unset = (body: JsonObject, path: string): JsonObject => {
  const [key = "", ...rest] = path.split(".");
  const { [key]: inner, ...others } = body;
  if (rest.length === 0 || !isObject(inner)) return rest.length === 0 ? others : body;
  return { ...body, [key]: unset(inner, rest.join(".")) };
};

/** A copy with the texts at the path replaced; `map` also gets the path of each one. */
export const mapText = (
  value: unknown,
  path: string,
  map: (text: string, at: string) => string,
  at = "",
): unknown => {
  if (path === "") return typeof value === "string" ? map(value, at) : value;
  const [key = "", ...others] = path.split(".");
  const rest = others.join(".");
  if (key === "[]")
    return Array.isArray(value) ? value.map((item, i) => mapText(item, rest, map, below(at, i))) : value;
  if (!isObject(value) || !Object.hasOwn(value, key)) return value;
  return { ...value, [key]: mapText(value[key], rest, map, below(at, key)) };
};

/** `population` and `include` → `population.include` */
export const below = (path: string, key: string | number): string =>
  path === "" ? String(key) : `${path}.${key}`;
