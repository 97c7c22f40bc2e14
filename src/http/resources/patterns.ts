// Patterns of conditions in a request. RE2 differs from JavaScript's regular expressions, so the engine
// checks them, in the process of inspections; while that is busy, the build checks them.

import type { Inspect } from "../../domain/kinds/inspection.js";
import { isObject } from "../../domain/resource/json.js";
import { refuse } from "../../errors/refusal.js";

interface Pattern {
  path: string;
  text: string;
}

/** Refuses `condition-invalid` for the first pattern that is not RE2. */
export const checkPatterns = async (body: unknown, inspect: Inspect, accountId: string): Promise<void> => {
  const patterns = patternsIn(body, []);
  if (patterns.length === 0) return;
  const input = { patterns: patterns.map(({ text }) => text) };
  const faults = await inspect(accountId, "patterns", input).catch(() => []);
  patterns.forEach(({ path, text }, i) => {
    if (faults[i]) throw invalidPattern(path, text, faults[i]);
  });
};

const invalidPattern = (path: string, text: string, fault: string) => {
  const message = `${text} is not a valid RE2 expression (${fault})`;
  return refuse("condition-invalid", { name: path, detail: message }, [
    { path, message: "is not a valid RE2 expression", context: { errorType: "invalid_pattern" } },
  ]);
};

const patternsIn = (value: unknown, at: readonly string[]): Pattern[] => {
  if (Array.isArray(value)) return value.flatMap((item, i) => patternsIn(item, [...at, String(i)]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([field, inner]) =>
    (field === "_matches" || field === "_nmatches") && typeof inner === "string"
      ? [{ path: [...at, field].join("."), text: inner }]
      : patternsIn(inner, [...at, field]),
  );
};
