// What a reader takes away who reads no further.

import { formatCount, formatDay, formatPercent } from "../../../ui/format.js";
import { type Analysis, baseRate, type Decile } from "./analysis.js";

interface Asked {
  attainment: string;
  /** Absent: everyone known. */
  eligible: string | undefined;
}

export const headline = (analysis: Analysis, { attainment, eligible }: Asked): string => {
  const { method, performance } = analysis;
  const who = `${formatCount(performance.model.people ?? 0)} people${eligible ? ` in “${eligible}”` : ""}`;
  const rate = formatPercent(baseRate(analysis));
  const day = method.test_landmark;
  if (method.mode === "static" || !day)
    return `Of ${who}, ${rate} are in “${attainment}”. ${extremes(analysis.deciles, "are")}`;
  const within = `within ${formatCount(method.horizon_days ?? 0)} days`;
  return `Of ${who} on ${formatDay(day)}, ${rate} were in “${attainment}” ${within}. ${extremes(analysis.deciles, "were")}`;
};

const extremes = (deciles: readonly Decile[], verb: "are" | "were"): string => {
  const [first, last] = [deciles[0], deciles.at(-1)];
  if (!first || !last || first === last) return "The model gives everybody the same probability.";
  const rate = ({ attained, people }: Decile) => formatPercent(attained / people);
  return (
    `Of the ${formatCount(first.people)} that the model ranked highest, ${rate(first)} ${verb}; ` +
    `of the ${formatCount(last.people)} that it ranked lowest, ${rate(last)}.`
  );
};

/** Why the test can be believed, and how far. */
export const testInWords = ({ method }: Analysis): string => {
  if (method.mode === "static")
    return (
      "It is learned without dates: it tells who is like those who have attained, not who will. The test is on people that " +
      "the model had not seen, as of the same day, and says nothing of the future."
    );
  const day = method.test_landmark ? formatDay(method.test_landmark) : "the newest day";
  return method.tested_on === "later dates and other people"
    ? `Tested on people as they were known on ${day}. What was asked had learned only from earlier days whose outcome was ` +
        "known by then, and never from the person it was asked about."
    : `Tested on people as they were known on ${day}. The history is too short to keep later dates apart: the model had not ` +
        "seen the person it was asked about, but others on the same days. Expect the future to be somewhat worse.";
};
