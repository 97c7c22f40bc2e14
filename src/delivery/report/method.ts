// Training data and method: what the model learned from, and how it was tested.

import type { OutcomeResult } from "../../domain/outcome/outcome.js";
import {
  calibrationMethod,
  groupSummary,
  originSummary,
  quietSummary,
  refitSummary,
  smallDataSummary,
  testSummary,
} from "../../words/evaluation.js";
import { english } from "../../words/format.js";
import { horizonLength } from "../../words/horizons.js";
import { metrics } from "../../words/labels.js";
import { counted } from "../../words/plural.js";
import type { ReportFacts } from "./facts.js";
import { type Html, html, table } from "./html.js";

const { count, percent } = english;

export const trainingSection = (result: OutcomeResult): Html =>
  result.mode === "static" ? snapshotSection(result) : historySection(result);

const snapshotSection = ({ training_rows, training_attained }: OutcomeResult): Html => html`
<section>
<h2>The model learned from ${counted(training_rows, "person", "people")}, ${percent(training_attained / training_rows)} of them in the goal's cohort</h2>
<p>Each is known once and without dates, so the model tells who is like the people in the goal's cohort, not who enters it next.</p>
</section>`;

const historySection = ({
  training,
  training_rows,
  training_attained,
  test_landmark,
}: OutcomeResult): Html => html`
<section>
<h2>The model learned from ${counted(training_rows, "row")}, ${percent(training_attained / training_rows)} of them with the goal reached</h2>
<p>Each row is a person as known on a past day, with what happened afterwards. The newest day is the test.</p>
${table(
  "Rows by day",
  ["Day", "Rows", "Goal reached", "Rate"],
  training.map(({ landmark, rows, attained }) => [
    landmark === test_landmark && training.length > 1
      ? html`${isoDay(landmark)} <small>test</small>`
      : isoDay(landmark),
    count(rows),
    count(attained),
    percent(attained / rows),
  ]),
)}
</section>`;

const isoDay = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

export const methodSection = (facts: ReportFacts): Html => html`
<section>
<h2>How the model was tested</h2>
${paragraphs(facts).map((text) => html`<p>${text}</p>`)}
<dl class="words">${metrics.map(
  ({ label, meaning }) => html`
<dt>${label}</dt><dd>${meaning}</dd>`,
)}
<dt>95${"\u202f"}% interval</dt><dd>The figure would be in this range in 95 of 100 tests on other, similar people. Those of the model's AUC and of
expected numbers also cover how much past dates differ from each other.</dd>
</dl>
</section>`;

const paragraphs = ({ result, ...facts }: ReportFacts): string[] =>
  [
    testSummary({ ...result, testDay: result.test_landmark === null ? null : result.test_landmark * 1000 }),
    horizon(result),
    originSummary((result.origins ?? []).map((one) => ({ ...one, landmark: one.landmark * 1000 }))),
    quietSummary(
      (result.quiet_periods ?? []).map(({ from, until }) => ({ from: from * 1000, until: until * 1000 })),
    ),
    groupSummary(result.groups ?? []),
    smallDataSummary(result.training_people),
    refitSummary(inMs(result.learned_through), inMs(result.refit_at)),
    counterExamples(facts),
    activeAlone(facts),
    `The final model was then fitted on all rows. ${calibrationMethod(result.calibration.method, result.tested_on)}`,
    result.static_reason,
  ].filter((text): text is string => text !== null);

const inMs = (seconds: number | null | undefined): number | null => (seconds ? seconds * 1000 : null);

const horizon = ({ mode, horizon_chosen_from_data, ...result }: OutcomeResult): string | null => {
  if (mode === "static") return null;
  const chosen = horizon_chosen_from_data
    ? " was chosen from how long the behavior usually takes"
    : " was set by you";
  return `The horizon of ${horizonLength(result)}${chosen}. It includes events exactly at its beginning.`;
};

const activeAlone = ({ active }: Omit<ReportFacts, "result">): string | null =>
  active === undefined
    ? null
    : `Probabilities hold if people are active: in “${active}” by their events within the horizon. The model learned from people who were, ` +
      "and was tested on such people alone. Everyone is scored, and how many will be active is not predicted.";

const counterExamples = ({ attrition, undecided }: Omit<ReportFacts, "result">): string | null => {
  if (attrition === null) return null;
  const decided =
    undecided === "left_out"
      ? "People who neither reach the goal nor enter it within the horizon are left out, so a probability compares reaching the goal " +
        "with attrition."
      : "People who do neither within the horizon count as not having reached the goal.";
  return `People in “${attrition}” have not reached the goal and are no longer eligible. ${decided}`;
};
