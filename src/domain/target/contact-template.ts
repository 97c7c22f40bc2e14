// Template of what an HTTP endpoint gets of a person: JSON with names in braces. `"{email}"` alone becomes the
// value as it is, a number or null too; within a text, the value as text.

import { isObject, type JsonObject } from "../resource/json.js";

/** Names besides those of the properties. */
const ownNames = ["email", "first_name", "last_name", "phone", "list", "in_list"] as const;

const placeholder = /\{([\p{L}\p{N}_]+)\}/gu;

export type TemplateValues = Readonly<Record<string, string | number | boolean | null>>;

/** Null for a text that is not JSON of an object. */
export const parsedTemplate = (text: string): JsonObject | null => {
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) ? parsed : null;
  } catch {
    return null;
  }
};

/** Names that neither a person nor a property has, in order. */
export const unknownNames = (template: string, properties: readonly string[]): string[] => {
  const known = new Set<string>([...ownNames, ...properties]);
  const names = [...template.matchAll(placeholder)].map(([, name]) => name!);
  return [...new Set(names)].filter((name) => !known.has(name)).sort();
};

/** A name that has no value is null, and nothing within a text. */
export const filledTemplate = (template: unknown, values: TemplateValues): unknown => {
  if (typeof template === "string") return filledText(template, values);
  if (Array.isArray(template)) return template.map((part) => filledTemplate(part, values));
  if (!isObject(template)) return template;
  return Object.fromEntries(
    Object.entries(template).map(([name, part]) => [name, filledTemplate(part, values)]),
  );
};

const filledText = (text: string, values: TemplateValues): unknown => {
  const whole = /^\{([\p{L}\p{N}_]+)\}$/u.exec(text);
  if (whole) return values[whole[1]!] ?? null;
  return text.replace(placeholder, (_, name: string) => String(values[name] ?? ""));
};
