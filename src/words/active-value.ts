// Values of people if they are active, as sentences: the average of the people scored, and the test beside
// their own past mean.

import type { ActiveEvaluation, ActiveFigure, ScoredActiveValue } from "../domain/outcome/active-value.js";
import type { PredictionNames } from "./expectation.js";
import { english, type Formatter } from "./format.js";
import { horizonWords } from "./horizons.js";
import { people } from "./plural.js";

const kinds: Record<ActiveFigure["aggregation"], string> = {
  mean: "mean",
  minimum: "lowest",
  maximum: "highest",
  last: "last",
};

/** "mean position", "highest value" */
export const activeFigureName = ({ aggregation, property }: ActiveFigure): string =>
  `${kinds[aggregation]} ${property ?? "value"}`;

/** "If they are active by 22 December 2026 (28 days), these 1,794 people have a mean position of 8.3 on average." */
export const activeValueSentence = (
  { expected, ...figure }: ScoredActiveValue,
  scored: number,
  { value_currency: currency, ...prediction }: PredictionNames = {},
  format: Formatter = english,
): string => {
  if (scored === 0) return "No people are scored.";
  const horizon = horizonWords(prediction, format);
  const within = horizon && ` ${horizon}`;
  const name = activeFigureName(figure);
  const shown = `${figureOf(format)(expected)}${currency ? ` ${currency}` : ""}`;
  const article = /^[aeiou]/.test(name) ? "an" : "a";
  return scored === 1
    ? `If this person is active${within}, ${article} ${name} of ${shown} is expected.`
    : `If they are active${within}, these ${people(scored, format)} have ${article} ${name} of ${shown} on average.`;
};

/**
 * "Tested on 1,204 people who were active: off by 2.9 on average, and their own past mean by 3.1, which is
 * worse beyond chance. 81 % were in their 80 % range."
 */
export const activeTestSentence = (
  { people: tested, model, rules, gain, range }: Omit<ActiveEvaluation, "origins" | "blend">,
  format: Formatter = english,
): string => {
  const show = figureOf(format);
  const than =
    gain.low > 0 ? "worse beyond chance" : gain.high < 0 ? "better beyond chance" : "as good within chance";
  const held =
    range.people > 0 ? ` ${format.percent(range.held / range.people)} were in their 80 % range.` : "";
  return `Tested on ${people(tested, format)} who were active: off by ${show(model.mean_absolute_error)} on average, and their own past mean by ${show(rules.own_mean.mean_absolute_error)}, which is ${than}.${held}`;
};

/** Three digits, all of them before the point if there are more. */
const figureOf =
  ({ number, count }: Formatter) =>
  (value: number): string =>
    Math.abs(value) >= 100 ? count(value) : number(value);

const rules: Record<string, string> = { own_mean: "Their own past mean", average: "The same for everyone" };
export const activeRuleLabel = (name: string): string => rules[name] ?? name;
