// Findings about groups as sentences: differences beyond chance, and groups that are too small to judge.

import type { BiasFinding } from "../domain/outcome/bias.js";
import { english, type Formatter } from "./format.js";

export const findingText = (finding: BiasFinding | string, format: Formatter = english): string => {
  if (typeof finding === "string") return finding;
  const { percent, fixed, count } = format;
  switch (finding.code) {
    case "no_difference":
      return "No difference between groups is beyond chance.";
    case "selected": {
      const { group, top_share, value, low, high } = finding.figures;
      return (
        `${group}: selected ${fixed(value, 2)} times as often as its share of people (95 % interval ${fixed(low, 2)} to ${fixed(high, 2)}) in the top ` +
        `${percent(top_share)}; statistical parity is 1.`
      );
    }
    case "found": {
      const { group, top_share, value, low, high, overall } = finding.figures;
      return (
        `${group}: ${percent(value)} of those who reached the goal are in the top ${percent(top_share)} ` +
        `(95 % interval ${percent(low)} to ${percent(high)}), compared with ${percent(overall)} overall; with equal opportunity, it is the same for all.`
      );
    }
    case "miscalibrated": {
      const { group, expected, attained } = finding.figures;
      return `${group}: expected ${count(expected)}, actual ${count(attained)}; its probabilities are too ${expected > attained ? "high" : "low"}.`;
    }
    case "too_few":
      return `Too few people to judge: ${finding.figures.groups}.`;
  }
};
