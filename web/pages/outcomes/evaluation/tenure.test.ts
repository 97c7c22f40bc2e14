import { expect, test } from "vitest";
import type { Analysis } from "./analysis.js";
import { attentionOf, tenuresOf } from "./tenure.js";

const feature = (literate: string, importance: number) => ({ name: literate, literate, importance });
const analysis = {
  tenure_performances: {
    recognized_individuals: [
      {
        roc_auc: 0.6,
        tenure_start: 0,
        tenure_end: 30,
        metrics_table: {
          headers: ["Model", "People", "Base rate", "Top-decile lift"],
          rows: [["model", "106", "0.3774", "1.25"]],
        },
      },
    ],
  },
  tenure_features: {
    recognized_individuals: [
      { tenure_start: 0, tenure_end: 30, features: [feature("a", 0.2), feature("b", 0.1)] },
      { tenure_start: 30, features: [feature("b", 0.5)] },
    ],
  },
} as unknown as Analysis;

test("a span of tenure ends before its end", () => {
  expect(tenuresOf(analysis)).toEqual([
    { span: "0 to 29 days", shortSpan: "0–29", people: 106, rate: 0.3774, auc: 0.6, lift: 1.25 },
  ]);
});

test("features that matter most to any span come first, and are told for all spans", () => {
  expect(
    attentionOf(analysis).map(({ feature: name, shortSpan, importance }) => [name, shortSpan, importance]),
  ).toEqual([
    ["b", "0–29", 0.1],
    ["b", "30+", 0.5],
    ["a", "0–29", 0.2],
    ["a", "30+", 0],
  ]);
});
