// Hold-outs of scopes on the way out: the smallest effect that can be seen, and what campaigns did.

import { decideContacts, usualHoldout } from "../../domain/campaign/decision.js";
import { detectableEffect, expectedOf, missedEffect } from "../../domain/campaign/detectable-effect.js";
import {
  campaignProfit,
  incrementalProfit,
  isByAmount,
  profitTerms,
} from "../../domain/campaign/economics.js";
import type { Economics } from "../../domain/campaign/economics-config.js";
import {
  type ArmFigures,
  type CampaignDecile,
  type CampaignResult,
  drawnShare,
  type EffectFigures,
  type HoldoutResult,
  holdoutOutcome,
  type MeasuredCampaign,
} from "../../domain/campaign/holdout.js";
import type { Incrementality } from "../../domain/campaign/incrementality.js";
import { policyOn } from "../../domain/campaign/policy.js";
import type { UpliftResult } from "../../domain/campaign/uplift.js";
import { type Estimate, timesPeople } from "../../domain/outcome/evaluation.js";
import { calendarFieldsOf } from "../../domain/outcome/label-window.js";
import type { ScopeConfig, ScopeResult, ScoredOutcome } from "../../domain/pipeline/scope.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { refuse } from "../../errors/refusal.js";
import { detectableSentence, measuredSentence, pendingSentence, shareSentence } from "../../words/holdout.js";
import { incrementalitySentence } from "../../words/incrementality.js";
import { accountHeldOutSentence } from "../../words/lasting-holdout.js";
import { decisionSentence, policySentence, upliftSentence } from "../../words/uplift.js";
import { present } from "../json.js";
import type { ReferencedResources } from "../referenced.js";
import type { HoldoutQuery } from "../schemas/scope-holdout.js";
import { isoSeconds, nameOf } from "./record.js";
import { predictionNames } from "./scope-analysis.js";

const offeredShares = [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5];

/** Throws `outcome-not-in-payload` and `list-without-outcome`. */
export const renderScopeHoldout = (
  config: ScopeConfig,
  result: ScopeResult,
  referenced: ReferencedResources,
  query: HoldoutQuery,
): JsonObject => {
  const id = outcomeOf(config, result, query);
  const scores = result.outcomes[id]!;
  const held = result.holdout?.outcome_id === id ? result.holdout : undefined;
  const share = query.share ?? config.holdout?.share ?? usualHoldout;
  const drawn = query.share === undefined && held ? drawnShare(held) : share;
  const names = predictionNames(id, referenced);
  const words = { goal: names.attainment_cohort_name, economics: config.economics };
  return present({
    outcome_id: id,
    outcome_name: nameOf(referenced, "outcomes", id),
    headline: [headlineOf(held, scores, drawn, query), ...accountSentence(result)].join(" "),
    ...(held && groupsOf(held)),
    account_held_out_count: result.lastingHoldout?.held_out,
    detectable: detectable(scores, share, query, drawn),
    shares: offeredShares.flatMap((offered) => detectable(scores, offered, query) ?? []),
    incrementality: held?.incrementality && renderIncrementality(held.incrementality, config.economics),
    uplift: held?.uplift && renderUplift(held.uplift),
    ...(held?.uplift &&
      nextContacts(held.uplift, scores, config.economics, contactsOf(result, scores, query))),
    campaigns: (held?.campaigns ?? []).map((campaign) => renderCampaign(campaign, words)).reverse(),
  });
};

const accountSentence = ({ lastingHoldout: lasting }: ScopeResult): string[] =>
  lasting ? [accountHeldOutSentence(lasting.held_out)] : [];

const outcomeOf = ({ payload, holdout }: ScopeConfig, result: ScopeResult, query: HoldoutQuery): string => {
  const scored = payload.outcome_ids.filter((id) => result.outcomes[id] !== undefined);
  const wanted = query.outcome_id ?? holdout?.outcome_id;
  const id = holdoutOutcome(wanted === undefined ? {} : { outcome_id: wanted }, scored);
  if (id !== undefined) return id;
  if (scored.length === 0 || wanted === undefined) throw refuse("list-without-outcome");
  throw refuse("outcome-not-in-payload", { field: "outcome_id", id: wanted, outcomes: scored.join(", ") });
};

const groupsOf = ({ share, by, horizon_days, contact, held_out, ...horizon }: HoldoutResult): JsonObject =>
  present({
    share,
    by,
    horizon_days: horizon_days ?? undefined,
    ...calendarFieldsOf(horizon),
    contact_count: contact,
    held_out_count: held_out,
  });

const headlineOf = (
  held: HoldoutResult | undefined,
  scores: ScoredOutcome,
  share: number,
  query: HoldoutQuery,
): string => {
  const smallest = detectableSentence(detectableEffect(expectedIn(scores, query), share));
  const isDated = scores.expected_interval !== undefined;
  if (!isDated) return "This prediction has no horizon, so the effect of a campaign cannot be measured.";
  return held ? `${shareSentence(held)} ${smallest}` : `Nobody is held out. ${smallest}`;
};

const expectedIn = ({ histogram, expected, scored }: ScoredOutcome, { top, top_percent }: HoldoutQuery) => {
  const bounds = [top, top_percent === undefined ? undefined : Math.ceil((scored * top_percent) / 100)];
  return expectedOf(
    histogram,
    expected,
    Math.min(...bounds.map((bound) => bound ?? Number.POSITIVE_INFINITY)),
  );
};

/** `drawn`: the share that chance has really drawn. */
const detectable = (
  scores: ScoredOutcome,
  share: number,
  query: HoldoutQuery,
  drawn = share,
): JsonObject | undefined => {
  const effect = detectableEffect(expectedIn(scores, query), drawn);
  if (!effect) return undefined;
  const { contact, held_out, ...figures } = effect;
  return { share, contact_count: contact, held_out_count: held_out, ...figures };
};

const renderIncrementality = (
  { since, months }: Incrementality,
  economics: Economics | undefined,
): JsonObject => {
  const last = months.at(-1);
  const total = last?.broughtSoFar ?? {};
  const profit = economics && incrementalProfit(total, last?.contactsSoFar, economics);
  const words = { since: since * 1000, contact: last?.contact.people ?? 0, ...total, profit };
  return present({
    headline: incrementalitySentence(words),
    since: isoSeconds(since),
    ...total,
    profit,
    months: months.map(({ from, until, contact, held_out, brought, broughtSoFar }) =>
      present({
        from: isoSeconds(from),
        until: isoSeconds(until),
        contact,
        held_out,
        ...brought,
        conversions_so_far: broughtSoFar.conversions,
        amount_so_far: broughtSoFar.amount,
      }),
    ),
  });
};

const renderUplift = ({
  effect,
  over_chance,
  over_random,
  people_needed,
  policy: _,
  ...found
}: UpliftResult): JsonObject =>
  present({
    ...found,
    headline: upliftSentence({ ...found, people_needed }),
    effect: effect ?? undefined,
    over_chance: over_chance ?? undefined,
    over_random: over_random ?? undefined,
    people_needed: people_needed ?? undefined,
  });

/** People to contact next: as asked, as the economics say, or a tenth. */
const contactsOf = (
  { contacts }: ScopeResult,
  { scored }: ScoredOutcome,
  { top, top_percent: percent }: HoldoutQuery,
): number => {
  if (percent !== undefined) return Math.min(top ?? scored, Math.ceil((scored * percent) / 100));
  return top ?? contacts?.people ?? Math.ceil(scored / 10);
};

/** The decision, and its rule on the last list. */
const nextContacts = (
  { policy: tested, ...proof }: UpliftResult,
  { scored }: ScoredOutcome,
  economics: Economics | undefined,
  people: number,
): JsonObject => {
  const terms = economics && !isByAmount(economics) ? profitTerms(economics) : null;
  const decision = decideContacts(proof, { people, all: scored }, terms);
  if (!decision) return {};
  const { choose, ...rest } = decision;
  const policy = tested && policyOn(tested, choose, decision.people, terms);
  return present({
    decision: present({ headline: decisionSentence(decision), ...rest, choose: choose ?? undefined }),
    policy: policy ? present({ headline: policySentence(policy), ...policy }) : undefined,
  });
};

interface Words {
  goal: string | undefined;
  economics: Economics | undefined;
  settledFrom?: number | undefined;
}

const renderCampaign = (result: CampaignResult, words: Words): JsonObject => {
  const { campaign, at: status } = result;
  if (result.at === "without")
    return { ...campaign, status, headline: pendingSentence({ status: "without" }) };
  const dates = { scored_as_of: isoSeconds(result.cutoff), horizon_end: isoSeconds(result.until) };
  if (result.at === "waiting") {
    const headline = pendingSentence({ status: "waiting", horizon_end: result.until * 1000 });
    return { ...campaign, status, headline, ...dates };
  }
  const settledFrom = result.settledFrom === undefined ? undefined : result.settledFrom * 1000;
  return present({
    ...campaign,
    status,
    ...dates,
    preliminary_until: isoSeconds(result.settledFrom),
    ...renderMeasured(result.measured, { ...words, settledFrom }),
  });
};

const renderMeasured = (
  { contact, held_out, conversions, amount, deciles }: MeasuredCampaign,
  { goal, economics, settledFrom }: Words,
): JsonObject => {
  const effect = conversions.adjusted ?? conversions.plain;
  const profit = economics && campaignProfit({ contact, conversions, amount }, economics);
  return present({
    headline: measuredSentence({ contact, held_out, conversions }, { goal, profit, settledFrom }),
    effect: effect && verdictOf(effect),
    people_needed: (effect && missedEffect(effect, contact.people + held_out.people)?.people) ?? undefined,
    contact: renderGroup(contact),
    held_out: renderGroup(held_out),
    conversions: renderEffects(conversions, contact),
    amount: amount && renderEffects(amount, contact),
    profit,
    deciles: deciles.map(renderDecile),
  });
};

const verdictOf = ({ low, high }: Estimate): "increase" | "decrease" | "none_seen" =>
  low > 0 ? "increase" : high < 0 ? "decrease" : "none_seen";

const renderGroup = ({ people, attained, expected, left_out, amount, contacted }: ArmFigures): JsonObject =>
  present({ people, attained, expected, left_out_count: left_out, amount, contacted_count: contacted });

/** The effect on those really contacted is theirs alone; the others are of everyone to contact. */
const renderEffects = ({ plain, adjusted, treated }: EffectFigures, contact: ArmFigures): JsonObject => {
  const rendered = (effect: Estimate | undefined, people: number) =>
    effect && { per_person: { ...effect }, total: timesPeople(effect, people) };
  return present({
    plain: rendered(plain, contact.people),
    adjusted: rendered(adjusted, contact.people),
    treated: rendered(treated, contact.contacted ?? 0),
  });
};

const renderDecile = ({ decile, contact, held_out, effect }: CampaignDecile): JsonObject =>
  present({ decile, contact, held_out, per_person: effect });
