// Message of the monthly mail: for each prediction whose horizon has ended, how many were expected, and how many came.

import { calendarFieldsOf } from "../domain/outcome/label-window.js";
import type { ObservedPerformance } from "../domain/pipeline/observed-performance.js";
import type { Resource } from "../store/resources.js";
import { observedSentence } from "../words/expectation.js";
import { english } from "../words/format.js";
import { counted } from "../words/plural.js";
import { firstSections, type MailPage, type MailSection } from "./mail-page.js";
import { footerOf, link } from "./run-message.js";

interface Comparison {
  outcome: Pick<Resource<"outcomes">, "id" | "name">;
  observed: readonly ObservedPerformance[];
}

export const monthlyPage = (comparisons: readonly Comparison[], publicUrl: string | null): MailPage => ({
  subject: subjectOf(comparisons),
  sections: firstSections(
    comparisons.map((each) => section(each, publicUrl)),
    link("See all predictions", publicUrl, "/console/predictions", "Open Predictions in the console."),
  ),
  footer: footerOf(publicUrl, "Predicted against actual, once a month"),
});

const { count } = english;

const subjectOf = (comparisons: readonly Comparison[]): string => {
  const [only] = comparisons;
  const newest = only?.observed.at(-1);
  return comparisons.length === 1 && only && newest
    ? `“${only.outcome.name}”: expected ${count(newest.expected)}, actual ${count(newest.attained)}`
    : `Predicted against actual: ${counted(comparisons.length, "prediction")}`;
};

const mostShown = 3;

const section = ({ outcome, observed }: Comparison, publicUrl: string | null): MailSection => {
  const newest = observed.at(-1)!;
  const shown = observed.slice(-mostShown).reverse();
  const inside = observed.filter(isInside).length;
  return {
    title: outcome.name,
    headline: `Expected ${count(newest.expected)}, actual ${count(newest.attained)}`,
    paragraphs: [
      ...shown.map(sentence),
      ...(observed.length > 1
        ? [`${inside} of ${observed.length} comparisons are inside their 95 % interval.`]
        : []),
    ],
    links: [
      link(
        "See results",
        publicUrl,
        `/console/predictions/${outcome.id}`,
        `Open Predictions › ${outcome.name} in the console.`,
      ),
    ],
  };
};

const isInside = ({ attained, expected_interval: { low, high } }: ObservedPerformance): boolean =>
  attained >= low && attained <= high;

const sentence = ({
  cutoff,
  horizon_days,
  people,
  expected,
  expected_interval,
  attained,
  ...horizon
}: ObservedPerformance) =>
  observedSentence({
    cutoff: cutoff * 1000,
    horizon_days,
    ...calendarFieldsOf(horizon),
    people,
    expected,
    attained,
    expected_low: expected_interval.low,
    expected_high: expected_interval.high,
  });
