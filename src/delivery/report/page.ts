// The report of an outcome: one page that holds all it needs, for a browser, for paper and for a screen reader. It is made from
// what is stored of the outcome, and nothing on it asks the network for anything.

import { baselinesSection } from "./baselines.js";
import { biasSection } from "./bias.js";
import { calibrationSection } from "./calibration.js";
import { rankingSection } from "./curves.js";
import type { ReportFacts } from "./facts.js";
import { featuresSection } from "./features.js";
import { date } from "./format.js";
import { html } from "./html.js";
import { methodSection, trainingSection } from "./method.js";
import { opening } from "./opening.js";
import { style } from "./style.js";
import { tenureSection } from "./tenures.js";

export const reportPage = (facts: ReportFacts): string => {
  const { name, builtAt, result } = facts;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${name} – report</title>
<style>${style}</style>
</head>
<body>
<main>
${opening(facts)}
${rankingSection(result)}
${calibrationSection(result)}
${baselinesSection(result)}
${tenureSection(result)}
${biasSection(result)}
${featuresSection(result)}
${trainingSection(result)}
${methodSection(facts)}
<footer>${builtAt !== null && `Built on ${date(builtAt / 1000)}.`}</footer>
</main>
</body>
</html>
`.text;
};
