// Pipelines in a report: what to expect of the people scored now, whom to contact, who is held out, and what
// campaigns brought.

import { detectableEffect, expectedOf } from "../../domain/campaign/detectable-effect.js";
import {
  type ContactPlan,
  campaignProfit,
  maxContacts,
  planProfit,
} from "../../domain/campaign/economics.js";
import type { Economics } from "../../domain/campaign/economics-config.js";
import {
  type CampaignResult,
  drawnShare,
  type EffectFigures,
  type HoldoutResult,
  type MeasuredCampaign,
} from "../../domain/campaign/holdout.js";
import type { ProfitPoint } from "../../domain/campaign/profit.js";
import { type Estimate, timesPeople } from "../../domain/outcome/evaluation.js";
import { calendarFieldsOf } from "../../domain/outcome/label-window.js";
import type { ExpectedValue, ValueDecile } from "../../domain/outcome/value.js";
import type { ObservedPerformance } from "../../domain/pipeline/observed-performance.js";
import { activeValueSentence } from "../../words/active-value.js";
import { contactPlanSentence } from "../../words/contacts.js";
import {
  expectationSentence,
  observedSentence,
  observedValueSentence,
  type PredictionNames,
  valueSentence,
  withoutEventsFigures,
  withoutEventsSentence,
} from "../../words/expectation.js";
import { english } from "../../words/format.js";
import { detectableSentence, measuredSentence, pendingSentence, shareSentence } from "../../words/holdout.js";
import { upliftSentence } from "../../words/uplift.js";
import type { ReportedPipeline, ReportFacts } from "./facts.js";
import { type Html, html, table, withInterval } from "./html.js";
import { Plot, type Scale, ticksBetween } from "./plot.js";

const { count, day, percent } = english;
const amount = (value: number): string => count(Math.round(value));

export const pipelinesSection = ({
  pipelines,
  attainment,
  eligible,
  active,
  result,
  currency,
}: ReportFacts): Html | null => {
  if (pipelines.length === 0) return null;
  const isStatic = result.mode === "static";
  const names: PredictionNames = {
    attainment_cohort_name: attainment,
    eligible_cohort_name: eligible ?? undefined,
    active_cohort_name: active,
    horizon_days: isStatic ? undefined : result.horizon_days,
    ...calendarFieldsOf(result),
    is_static: isStatic,
    value_currency: currency,
  };
  return html`${pipelines.map((pipeline) => pipelineSection(pipeline, names))}`;
};

const pipelineSection = (pipeline: ReportedPipeline, names: PredictionNames): Html => {
  const { name, scores, contacts, economics, holdout, observed } = pipeline;
  const { scored, attained, not_eligible, expected, expected_interval: interval, value } = scores;
  const without = scores.without_events && withoutEventsFigures(scores.without_events);
  const figures = {
    scored_count: scored,
    attained_count: attained,
    not_eligible_count: not_eligible,
    expected,
  };
  const bounds = interval && { expected_low: interval.low, expected_high: interval.high };
  return html`
<section>
<h2>Pipeline “${name}”</h2>
<p>${expectationSentence({ ...figures, ...bounds }, names)}${
    value &&
    html` ${value.if_active ? activeValueSentence(value.if_active, scored, names) : valueSentence({ people: scored, ...valueFigures(value) }, names)}`
  }${value?.spent !== undefined && html` They have spent ${amount(value.spent)} so far.`}${without && html` ${withoutEventsSentence(without, names)}`}</p>
${observed && observedPart(observed, names)}
${contacts && contactsPart(contacts)}
${holdout && holdoutPart(holdout, pipeline, names.attainment_cohort_name, economics)}
</section>`;
};

const valueFigures = (value: { amount?: ExpectedValue; count?: ExpectedValue }) => {
  const figures = (of: ExpectedValue | undefined) =>
    of && { expected: of.expected, expected_low: of.interval.low, expected_high: of.interval.high };
  return { amount: figures(value.amount), count: figures(value.count) };
};

const observedPart = (
  { cutoff, expected_interval: interval, values, ...observed }: ObservedPerformance,
  { active_cohort_name }: PredictionNames,
): Html => {
  const bounds = { expected_low: interval.low, expected_high: interval.high };
  const { amount: money } = values ?? {};
  return html`
<p>${observedSentence({ ...observed, ...bounds, active_cohort_name, cutoff: cutoff * 1000 })}${
    money &&
    html` ${observedValueSentence({
      measure: "amount",
      expected: money.expected,
      expected_low: money.expected_interval.low,
      expected_high: money.expected_interval.high,
      observed: money.observed,
    })}`
  }</p>
${money && valueTable(`Amounts by decile, of the scores of ${day(cutoff * 1000)}`, money.deciles)}`;
};

const valueTable = (caption: string, deciles: readonly ValueDecile[]): Html =>
  table(
    caption,
    ["Decile", "People", "Expected", "Actual"],
    deciles.map(({ people, expected, observed }, i) => [
      String(i + 1),
      count(people),
      amount(expected),
      amount(observed),
    ]),
  );

const contactsPart = (plan: ContactPlan): Html => html`
<h3>Whom to contact</h3>
<p>${contactPlanSentence(plan)}</p>
${plan.curve.length > 1 && profitFigure(plan, plan.curve)}`;

const profitFigure = (plan: ContactPlan, curve: readonly ProfitPoint[]): Html => {
  const { people, terms } = plan;
  const most = curve.at(-1)!.people;
  const bounds = ({ profit, low = profit, high = profit }: ProfitPoint) => ({ low, high });
  const ticks = ticksBetween(
    Math.min(...curve.map((point) => bounds(point).low)),
    Math.max(...curve.map((point) => bounds(point).high)),
  );
  const plot = new Plot(axis("people contacted", ticksBetween(0, most), most), axis("", ticks));
  const [low, high] = [ticks[0]!, ticks.at(-1)!];
  const upright = (x: number) => [
    { x, y: low },
    { x, y: high },
  ];
  const budget = maxContacts(terms);
  const best = planProfit(plan);
  const shown = curve.filter((_, i) => i > 0 && (i % 10 === 0 || i === curve.length - 1));
  return html`
<figure>
<div>${plot.draw(
    `Expected profit by the number of people contacted: ${amount(best.profit)} at ${count(people)}.`,
    [
      curve.some((point) => point.low !== undefined) &&
        plot.band(
          curve.map((point) => ({
            x: point.people,
            y: point.profit,
            y_min: bounds(point).low,
            y_max: bounds(point).high,
          })),
        ),
      plot.line(
        [
          { x: 0, y: 0 },
          { x: most, y: 0 },
        ],
        "reference",
      ),
      budget !== null && budget < most && plot.line(upright(budget), "reference"),
      plot.line(
        curve.map((point) => ({ x: point.people, y: point.profit })),
        "model",
      ),
      plot.line(upright(people), "cut"),
    ],
  )}
<figcaption><b>Profit.</b> Expected profit at each number of people contacted, those worth most first, with its 95${"\u202f"}% interval.
Upright line: the cut-off.${budget !== null && budget < most && " Dashed upright line: the end of the budget."}</figcaption></div>
${table(
  "Expected profit by people contacted",
  ["People", "Cost", "Expected profit"],
  shown.map((point) => [
    count(point.people),
    amount(point.people * terms.cost_per_contact),
    withInterval(point.profit, point.low === undefined ? undefined : bounds(point), amount),
  ]),
)}
</figure>`;
};

/** Thousands are said as such where any number is large. */
const axis = (label: string, ticks: readonly number[], to = ticks.at(-1)!): Scale => {
  const isLarge = ticks.some((tick) => Math.abs(tick) >= 10_000);
  return {
    label,
    from: ticks[0]!,
    to,
    ticks: ticks.filter((tick) => tick <= to),
    show: (tick) => (isLarge && tick !== 0 ? `${english.number(tick / 1000)}k` : count(tick)),
  };
};

const holdoutPart = (
  holdout: HoldoutResult,
  { scores: { histogram, expected } }: ReportedPipeline,
  goal: string | undefined,
  economics: Economics | undefined,
): Html => {
  const smallest = detectableEffect(expectedOf(histogram, expected), drawnShare(holdout));
  return html`
<h3>Hold-out</h3>
<p>${shareSentence(holdout)} ${detectableSentence(smallest)}</p>
${holdout.uplift ? html`<p>${upliftSentence(holdout.uplift)}</p>` : html``}
${[...holdout.campaigns].reverse().map((campaign) => campaignPart(campaign, goal, economics))}`;
};

const campaignPart = (
  result: CampaignResult,
  goal: string | undefined,
  economics: Economics | undefined,
): Html => {
  const { name, contacted_at: at } = result.campaign;
  const title = name === undefined ? `Contacted on ${day(at)}` : `${name}, ${day(at)}`;
  if (result.at === "without") return html`<p><b>${title}.</b> ${pendingSentence({ status: "without" })}</p>`;
  if (result.at === "waiting")
    return html`<p><b>${title}.</b> ${pendingSentence({ status: "waiting", horizon_end: result.until * 1000 })}</p>`;
  const { measured } = result;
  const settledFrom = result.settledFrom === undefined ? undefined : result.settledFrom * 1000;
  const profit = economics && campaignProfit(measured, economics);
  return html`
<p><b>${title}.</b> ${measuredSentence(measured, { goal, profit, settledFrom })}</p>
${effectTable(title, measured)}
${decileTable(title, measured)}`;
};

const ways = {
  adjusted: "Adjusted by the score",
  plain: "The two groups alone",
  treated: "Of those really contacted",
} as const satisfies Record<keyof EffectFigures, string>;

const effectTable = (title: string, { contact, conversions, amount: money }: MeasuredCampaign): Html => {
  const cell = (effect: Estimate | undefined, people: number) => {
    if (!effect) return "–";
    const total = timesPeople(effect, people);
    return withInterval(total.value, total, amount);
  };
  const rows = (Object.keys(ways) as (keyof EffectFigures)[]).filter(
    (way) => conversions[way] ?? money?.[way],
  );
  const peopleOf = (way: keyof EffectFigures) =>
    way === "treated" ? (contact.contacted ?? 0) : contact.people;
  return table(
    `Effect of the campaign, ${title}, with 95 % intervals`,
    ["Effect", "Conversions", ...(money ? ["Amount"] : [])],
    rows.map((way) => [
      ways[way],
      cell(conversions[way], peopleOf(way)),
      ...(money ? [cell(money[way], peopleOf(way))] : []),
    ]),
  );
};

const decileTable = (title: string, { deciles }: MeasuredCampaign): Html =>
  table(
    `By decile, ${title}: rates of both groups, and their difference in percentage points`,
    ["Decile", "To contact", "Rate", "Held out", "Rate", "Effect"],
    deciles.map(({ decile, contact, held_out: held, effect }) => [
      String(decile),
      count(contact.people),
      rateOf(contact),
      count(held.people),
      rateOf(held),
      effect ? withInterval(effect.value, effect, english.signedPoints) : "–",
    ]),
  );

const rateOf = ({ people, attained }: { people: number; attained: number }): string =>
  people === 0 ? "–" : percent(attained / people);
