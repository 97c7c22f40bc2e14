// What the model looks at, and in which direction: a row of bars per feature, from its low values to its high ones.

import type { DirectionBin } from "../../domain/evaluation.js";
import type { FeatureImportance, OutcomeResult } from "../../domain/outcome.js";
import { percent, points, value } from "./format.js";
import { type Html, html } from "./html.js";
import { table } from "./table.js";

const shownFeatures = 15;

export const featuresSection = ({ features }: OutcomeResult): Html => {
  const shown = features.filter(({ importance }) => importance >= 0.0005).slice(0, shownFeatures);
  if (shown.length === 0)
    return html`
<section>
<h2>What it looks at</h2>
<p>At nothing: everybody is given the same probability, because no feature could be shown to help.</p>
</section>`;
  const rest = features.length - shown.length;
  const impacts = shown.flatMap(({ directionality }) => directionality.map(({ impact }) => Math.abs(impact)));
  const mostImpact = Math.max(1e-9, ...impacts);
  return html`
<section>
<h2>What it looks at</h2>
<p>A feature's share is how much of the model's gain is due to it. The bars show, from its low values to its high ones, how far
the probabilities of such people lie above or below everybody's, in percentage points. They describe people as they are; they
do not say that changing the feature would change what people do.</p>
${table(
  `The ${shown.length} features that matter most`,
  ["Feature", "Share", "From low to high"],
  shown.map((feature) => [
    nameOf(feature, shown[0]!.importance),
    percent(feature.importance),
    html`<div class="direction">${bars(feature, mostImpact)}<div>${ends(feature.directionality)}</div></div>`,
  ]),
)}
${rest > 0 && html`<p class="aside">${rest} more ${rest === 1 ? "feature has" : "features have"} a smaller share.</p>`}
</section>`;
};

const nameOf = ({ literate, name, importance }: FeatureImportance, most: number): Html => html`
${literate}<small>${name}</small>
<svg class="share" viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true"><rect class="fill" width="${(
  (100 * importance) / most
).toFixed(1)}" height="3"/></svg>`;

const [barWidth, halfHeight] = [8, 16];

/** `most` is the impact that takes the whole height, the same for all features. */
const bars = ({ literate, directionality }: FeatureImportance, most: number): Html => {
  const width = barWidth * Math.max(1, directionality.length);
  const alt = directionality.map((bin) => `${valuesOf(bin)}: ${points(bin.impact)}`).join("; ");
  return html`
<svg class="bars" viewBox="0 0 ${width} ${2 * halfHeight}" style="width:${width}px" role="img" aria-label="${literate}, percentage points by value: ${alt || "not known"}">
<path class="axis" d="M0 ${halfHeight}H${width}"/>${directionality.map((bin, i) => bar(bin.impact / most, i))}</svg>`;
};

/** `height` is a share of the half above or below the axis. */
const bar = (height: number, place: number): Html => {
  const length = Math.max(0.5, halfHeight * Math.abs(height));
  const top = height > 0 ? halfHeight - length : halfHeight;
  return html`<rect class="${height > 0 ? "up" : "down"}" x="${place * barWidth + 1}" y="${top.toFixed(1)}" width="${
    barWidth - 2
  }" height="${length.toFixed(1)}"/>`;
};

/** How far people with its lowest and with its highest values lie from everybody. */
const ends = (bins: readonly DirectionBin[]): Html | string => {
  if (bins.length < 2) return "the same for all";
  return html`${[bins[0]!, bins.at(-1)!].map(
    (bin) => html`<span>${points(bin.impact)} <small>at ${valuesOf(bin)}</small></span>`,
  )}`;
};

const valuesOf = (bin: DirectionBin): string => {
  if (bin.data_type === "boolean") return bin.value ? "yes" : "no";
  const [min, max] = [value(bin.min), value(bin.max)];
  return min === max ? min : `${min} to ${max}`;
};
