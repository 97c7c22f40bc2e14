// Further horizons in a report: what was expected within each at a past date and what came, and how true
// expected dates were.

import type { DateEvaluation, HorizonEvaluation } from "../../domain/outcome/horizons.js";
import type { OutcomeResult } from "../../domain/outcome/outcome.js";
import { english } from "../../words/format.js";
import { horizonNotTested } from "../../words/horizons.js";
import { type Html, html, table } from "./html.js";

const { count, fixed, percent, days, day } = english;

/** Null for a prediction of one horizon. */
export const horizonsSection = ({ horizons }: OutcomeResult): Html | null =>
  horizons === undefined
    ? null
    : html`
<section>
<h2>Horizons: ${horizons.horizons.map((one) => one.days).join(", ")} days</h2>
<p>Probabilities of all horizons come from one model, so a longer horizon never has a lower one. ${horizons.dates && datesText(horizons.dates)}</p>
${table(
  "Tests of the horizons",
  ["Horizon", "Tested on", "People", "Expected", "Actual", "AUC", "Log loss", "Calibration error"],
  horizons.horizons.map(row),
)}
</section>`;

const row = ({ days: horizon, tested_on, landmark, scores, expected }: HorizonEvaluation): string[] =>
  landmark === null || scores === null || expected === null
    ? [days(horizon), horizonNotTested(tested_on), ...Array.from({ length: 6 }, () => "–")]
    : [
        days(horizon),
        day(landmark * 1000),
        count(scores.people),
        count(expected),
        count(scores.attained),
        fixed(scores.auc, 3),
        fixed(scores.log_loss, 4),
        percent(scores.ece),
      ];

const datesText = ({ expected, held, unlikely, unlikely_reached, within_days }: DateEvaluation): string =>
  [
    expected === 0
      ? ""
      : `${percent(held / expected)} of ${count(expected)} people with an expected date reached the goal within its 80 % range.`,
    unlikely === 0
      ? ""
      : `Of ${count(unlikely)} people who were unlikely to reach it within ${days(within_days)}, ${percent(unlikely_reached / unlikely)} did.`,
  ].join(" ");
