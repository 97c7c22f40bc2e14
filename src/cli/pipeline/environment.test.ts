// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are references in pipeline files.

import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDocument, stringify } from "yaml";
import { escapeReferences, resolveReferences } from "./environment.js";
import { readPipeline } from "./file.js";

const resolved = (text: string, environment: Record<string, string> = {}) => {
  const document = parseDocument(text);
  const unset = resolveReferences(document, environment);
  return { value: document.toJS(), unset };
};

test("a reference takes the variable's value, or its default where that is unset or empty", () => {
  const text = 'a: "${HOST}:${PORT:-5432}"\nb: ${EMPTY:-none}\nc: [x, "${HOST}"]\n';
  expect(resolved(text, { HOST: "db", EMPTY: "" }).value).toEqual({
    a: "db:5432",
    b: "none",
    c: ["x", "db"],
  });
});

test("unquoted values become numbers and booleans, quoted ones stay texts", () => {
  const text = 'a: ${N}\nb: "${N}"\nc: ${YES}\nd: ${ZIP}\n';
  expect(resolved(text, { N: "5432", YES: "true", ZIP: "01234" }).value).toEqual({
    a: 5432,
    b: "5432",
    c: true,
    d: "01234",
  });
});

test("keys and escaped references stay as they are, and values are not read again as YAML or as references", () => {
  const text = '${A}: $${A}\nb: "${A}"\n';
  expect(resolved(text, { A: "x: ${B}\n- y" }).value).toEqual({ "${A}": "${A}", b: "x: ${B}\n- y" });
});

test("an unset variable is an error at its line and column", () => {
  const text = 'connections:\n  Shop:\n    options: { type: postgres, password: "${DB_PASSWORD}" }\n';
  expect(() => readPipeline(text, "f.yaml", {})).toThrow(
    "f.yaml:3:42: The environment variable DB_PASSWORD is not set. Set it, or give a default: ${DB_PASSWORD:-…}.",
  );
});

test("a reference without quotes in braces is an error that asks for them", () => {
  expect(() => readPipeline("cohorts:\n  A: { stream_name: ${S} }\n", "f.yaml", { S: "x" })).toThrow(
    "in quotes",
  );
});

test("every text is itself again after it was escaped", () => {
  const text = fc
    .array(fc.constantFrom("$", "{", "}", "${A}", "A", ":-", "x", " "))
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (written) => {
      const { value, unset } = resolved(
        stringify({ a: escapeReferences(written) }, { defaultStringType: "QUOTE_DOUBLE" }),
      );
      expect([value, unset]).toEqual([{ a: written }, []]);
    }),
  );
});
