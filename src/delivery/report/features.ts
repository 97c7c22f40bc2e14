// Importance and direction of inputs: a row of bars for each, from its low values to its high ones.

import type { DirectionBin } from "../../domain/outcome/evaluation.js";
import type { FeatureImportance, OutcomeResult } from "../../domain/outcome/outcome.js";
import { binLabel, directionLabels } from "../../words/directions.js";
import { english } from "../../words/format.js";
import { counted } from "../../words/plural.js";
import { type Html, html, table } from "./html.js";

const { percent, signedPoints } = english;

const maxShown = 15;
/** A smaller share shows as 0. */
const minImportance = 0.0005;

export const featuresSection = ({ features }: OutcomeResult): Html => {
  const shown = features.filter(({ importance }) => importance >= minImportance).slice(0, maxShown);
  const [first] = shown;
  if (first === undefined)
    return html`
<section>
<h2>No input improves the prediction</h2>
<p>Everyone gets the same probability.</p>
</section>`;
  const rest = features.length - shown.length;
  const impacts = shown.flatMap(({ directionality }) => directionality.map(({ impact }) => Math.abs(impact)));
  const maxImpact = Math.max(1e-9, ...impacts);
  return html`
<section>
<h2>The most important input is “${first.literate}” (${percent(first.importance)})</h2>
<p>Importance is an input's share of the model's gain. The bars show, from low values to high ones, how far the probabilities of these people
are above or below average, in percentage points. They describe people as they are. They do not say that changing an input would
change what people do.</p>
${table(
  counted(shown.length, "most important input"),
  ["Input", "Importance", "From low to high values"],
  shown.map((feature) => [
    nameOf(feature, first.importance),
    percent(feature.importance),
    html`<div class="direction">${bars(feature, maxImpact)}<div>${ends(feature.directionality)}</div></div>`,
  ]),
)}
${rest > 0 && html`<p class="aside">${counted(rest, "more input has", "more inputs have")} a smaller share.</p>`}
</section>`;
};

const nameOf = ({ literate, name, importance }: FeatureImportance, most: number): Html => html`
${literate}<small>${name}</small>
<svg class="share" viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true"><rect class="fill" width="${(
  (100 * importance) / most
).toFixed(1)}" height="3"/></svg>`;

const [barWidth, halfHeight] = [8, 16];

/** `most` is the impact with the whole height, the same for all inputs. */
const bars = ({ literate, directionality }: FeatureImportance, most: number): Html => {
  const width = barWidth * Math.max(1, directionality.length);
  const alt = directionality.map((bin) => `${binLabel(bin)}: ${signedPoints(bin.impact)}`).join("; ");
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

/** Impacts of the lowest and of the highest values. */
const ends = (bins: readonly DirectionBin[]): Html | string => {
  if (bins.length < 2) return directionLabels.none;
  return html`${[bins[0]!, bins.at(-1)!].map(
    (bin) => html`<span>${signedPoints(bin.impact)} <small>at ${binLabel(bin)}</small></span>`,
  )}`;
};
