// Newcomers and people long known, apart: how good the model is for them, and what it looks at in them.

import type { Scores } from "../../domain/evaluation.js";
import type { OutcomeResult, TenureFeatures } from "../../domain/outcome.js";
import { count, fixed, percent } from "./format.js";
import { type Html, html } from "./html.js";
import { table } from "./table.js";

/** Null where everybody is of one span. */
export const tenureSection = ({ tenures, tenure_features = [] }: OutcomeResult): Html | null =>
  tenures.length < 2
    ? null
    : html`
<section>
<h2>For newcomers and others</h2>
<p>A model can be good for people long known and useless for newcomers. Tenure is the time since the first event.</p>
${table(
  "Performance by tenure",
  ["Days known", "People", "Rate", "AUC", "Log loss", "Lift"],
  tenures.map(({ scores, ...tenure }) => [span(tenure), ...figures(scores)]),
)}
${tenure_features.some(({ features }) => features.length > 0) && attention(tenure_features)}
</section>`;

const figures = ({ people, base_rate, auc, log_loss, top_decile_lift }: Scores): string[] => [
  count(people),
  percent(base_rate),
  fixed(auc, 3),
  fixed(log_loss, 3),
  fixed(top_decile_lift, 2),
];

type Span = Pick<TenureFeatures, "tenure_start" | "tenure_end">;

const span = ({ tenure_start, tenure_end }: Span): string =>
  tenure_end === null
    ? `${count(tenure_start)} and more`
    : `${count(tenure_start)} to ${count(tenure_end - 1)}`;

const toldOfEach = 4;

const attention = (tenures: readonly TenureFeatures[]): Html => html`
<p>It looks at other things in people of each span. A share is how far their probabilities move when the values of a feature are
dealt anew among them, as a part of how far they move for all.</p>
${table(
  "What it looks at, by days known",
  ["Feature", ...tenures.map(span)],
  foremost(tenures).map(({ name, literate }) => [
    literate,
    ...tenures.map(({ features }) => {
      const found = features.find((feature) => feature.name === name);
      return found ? percent(found.importance, 0) : "–";
    }),
  ]),
)}`;

/** The first few of each span, those that matter most to any span first. */
const foremost = (tenures: readonly TenureFeatures[]): { name: string; literate: string }[] => {
  const most = new Map<string, { name: string; literate: string; importance: number }>();
  for (const feature of tenures.flatMap(({ features }) => features.slice(0, toldOfEach)))
    if (feature.importance > (most.get(feature.name)?.importance ?? 0)) most.set(feature.name, feature);
  return [...most.values()].sort((a, b) => b.importance - a.importance || (a.name < b.name ? -1 : 1));
};
