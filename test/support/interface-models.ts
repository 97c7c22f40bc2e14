// Models of the newest published interface, from the names and types of its fields (`test/api/newest-models.txt`), as a
// validator of answers. Enumerations whose values are not known are texts. Fields that a model does not know are ignored,
// as the client ignores them.

import { isObject } from "../../src/domain/resource/json.js";

interface Field {
  name: string;
  isOptional: boolean;
  type: string;
}
type Model = { fields: Field[] } | { union: string } | { isList: true };

export interface Models {
  /** What is wrong with a value, as `path: what`; empty for a value of the type. */
  faults(type: string, value: unknown): string[];
}

export const readModels = (text: string): Models => {
  const models = new Map<string, Model>();
  for (const line of text.trim().split("\n")) {
    const [, name = "", rest = ""] = /^(\w+) (.*)$/.exec(line) ?? [];
    models.set(name, modelOf(rest));
  }
  return { faults: (type, value) => faultsOf(models, type, value, type) };
};

const modelOf = (written: string): Model => {
  if (written.startsWith("=")) return { union: written.slice(1).trim() };
  if (written.startsWith("(Array)")) return { isList: true };
  return { fields: fieldsOf(written.slice(1, -1)) };
};

const fieldsOf = (written: string): Field[] =>
  split(written, ";").map((part) => {
    const [, name = "", optional, type = ""] = /^([\w-]+)(\?)?: (.*)$/s.exec(part) ?? [];
    return { name, isOptional: optional !== undefined, type };
  });

/** Parts at the outermost level of brackets. */
const split = (written: string, separator: string): string[] => {
  const parts = [""];
  let depth = 0;
  for (const letter of written) {
    if ("{<[".includes(letter)) depth++;
    if ("}>]".includes(letter)) depth--;
    if (letter === separator && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "");
};

const faultsOf = (
  models: ReadonlyMap<string, Model>,
  type: string,
  value: unknown,
  path: string,
): string[] => {
  const choices = split(type, "|");
  if (choices.length > 1) {
    const found = choices.map((choice) => faultsOf(models, choice, value, path));
    return found.some((faults) => faults.length === 0)
      ? []
      : found.reduce((least, faults) => (faults.length < least.length ? faults : least));
  }
  const both = split(type, "&");
  if (both.length > 1) return both.flatMap((part) => faultsOf(models, part, value, path));
  if (type.startsWith("'")) return value === type.slice(1, -1) ? [] : [`${path}: not ${type}`];
  if (type === "null") return value === null ? [] : [`${path}: not null`];
  if (type === "object") return isObject(value) || Array.isArray(value) ? [] : [`${path}: not an object`];
  if (["string", "number", "boolean"].includes(type))
    return typeof value === type ? [] : [`${path}: ${JSON.stringify(value)} is no ${type}`];
  const list = /^Array<(.*)>$/s.exec(type);
  if (list) {
    if (!Array.isArray(value)) return [`${path}: not a list`];
    return value.flatMap((item, i) => faultsOf(models, list[1]!, item, `${path}[${i}]`));
  }
  const map = /^\{ \[key: string\]: (.*?);? \}$/s.exec(type);
  if (map) {
    if (!isObject(value)) return [`${path}: not an object`];
    return Object.entries(value).flatMap(([key, item]) => faultsOf(models, map[1]!, item, `${path}.${key}`));
  }
  if (type.startsWith("{")) return fieldFaults(models, fieldsOf(type.slice(1, -1)), value, path);
  const model = models.get(type);
  if (!model) return typeof value === "string" ? [] : [`${path}: ${JSON.stringify(value)} is no ${type}`];
  if ("union" in model) return faultsOf(models, model.union, value, path);
  if ("isList" in model) return Array.isArray(value) ? [] : [`${path}: not a list`];
  return fieldFaults(models, model.fields, value, path);
};

const fieldFaults = (
  models: ReadonlyMap<string, Model>,
  fields: readonly Field[],
  value: unknown,
  path: string,
): string[] => {
  if (!isObject(value)) return [`${path}: not an object`];
  return fields.flatMap(({ name, isOptional, type }) => {
    const own = value[name];
    if (own === undefined || (own === null && isOptional))
      return isOptional ? [] : [`${path}.${name}: absent`];
    return faultsOf(models, type, own, `${path}.${name}`);
  });
};
