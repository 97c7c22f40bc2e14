// What there was to learn from, and why the test can be believed.

import type { OutcomeResult } from "../../domain/outcome.js";
import type { ReportFacts } from "./facts.js";
import { count, date, percent, shortDate } from "./format.js";
import { type Html, html } from "./html.js";
import { table } from "./table.js";

export const trainingSection = ({
  training,
  training_rows,
  training_attained,
  test_landmark,
}: OutcomeResult): Html => html`
<section>
<h2>What it learned from</h2>
<p>${count(training_rows)} rows, of which ${count(training_attained)} attained: each row is a person as they were known on a
day of the past. The newest of these days is the test.</p>
${table(
  "Rows by day they are seen from",
  ["Seen from", "Rows", "Attained", "Rate"],
  training.map(({ landmark, rows, attained }) => [
    landmark === test_landmark && training.length > 1
      ? html`${shortDate(landmark)} <small>the test</small>`
      : shortDate(landmark),
    count(rows),
    count(attained),
    percent(attained / rows),
  ]),
)}
</section>`;

export const methodSection = (facts: ReportFacts): Html => html`
<section>
<h2>How it was tested</h2>
${paragraphs(facts).map((text) => html`<p>${text}</p>`)}
<dl class="words">
<dt>AUC</dt><dd>How often one who attained ranks above one who did not; chance is 0.5.</dd>
<dt>Average precision</dt><dd>The share of right guesses down to each one who attained, averaged; chance is the usual rate.</dd>
<dt>Log loss, Brier score</dt><dd>How far probabilities lie from what came; sure errors weigh most in log loss.</dd>
<dt>Calibration error</dt><dd>Mean distance between foretold and realised rate over ten groups of equal size.</dd>
<dt>Lift</dt><dd>The rate among those ranked first, over the usual rate.</dd>
<dt>Interval of 95${"\u202f"}%</dt><dd>Where the figure would be in 95 of 100 tests on other people of the same kind. It does not tell how much
another season would change it.</dd>
</dl>
</section>`;

const paragraphs = ({ result, ...facts }: ReportFacts): string[] =>
  [
    whenTested(result),
    horizon(result),
    counterExamples(facts),
    howFitted(result),
    result.static_reason,
  ].filter((text): text is string => text !== null);

const whenTested = ({ mode, tested_on, test_landmark }: OutcomeResult): string => {
  if (mode === "static")
    return (
      "The outcome is learned without dates: it tells who is like those who have attained, not who will. The test is on " +
      "people that the model had not seen, as of the same day, and says nothing of the future."
    );
  const day = test_landmark === null ? "the newest day" : date(test_landmark);
  return tested_on === "later dates and other people"
    ? `The test asks about people as they were known on ${day}. The models that were asked had learned only from earlier ` +
        "days whose outcome was known by then, and never from the person they were asked about."
    : `The test asks about people as they were known on ${day}. The history is too short to keep later dates apart: the ` +
        "models had not seen the person they were asked about, but they had seen others on the same days. Expect the future " +
        "to be somewhat worse.";
};

const horizon = ({ mode, horizon_days, horizon_chosen_from_data }: OutcomeResult): string | null => {
  if (mode === "static") return null;
  const chosen = horizon_chosen_from_data
    ? "was chosen from how long the behaviour usually takes"
    : "is as configured";
  return `The horizon of ${horizon_days} days ${chosen}. An event exactly at the beginning of the horizon belongs to the future.`;
};

const counterExamples = ({ attrition, undecided }: Omit<ReportFacts, "result">): string | null => {
  if (attrition === null) return null;
  const decided =
    undecided === "left_out"
      ? "Who neither attained nor entered it within the horizon is left out, so a probability is that of attaining rather than " +
        "attriting, of those who do either."
      : "Who does neither within the horizon did not attain, like those who enter it.";
  return `Who is in “${attrition}” has clearly failed to attain, and is asked about no more. ${decided}`;
};

const howFitted = ({ calibration }: OutcomeResult): string => {
  const correction =
    calibration.method === "identity"
      ? "needed no correction of their shape"
      : `were corrected (${calibration.method} calibration) by what came of people it had not seen`;
  return `The model that is used was then fitted on all rows. Its probabilities ${correction}.`;
};
