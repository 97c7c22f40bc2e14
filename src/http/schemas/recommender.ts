// Recommenders in requests and answers, and how good they are.

import { Type } from "@sinclair/typebox";
import {
  blendParts,
  maxRanks,
  recommenderCandidates,
  recommenderConfig,
  type recommenderMetrics,
} from "../../domain/personas/recommender.js";
import { byName, count, described, instant, named, oneOf, optional } from "../../domain/resource/schema.js";
import { recordFields } from "./common.js";
import { mergePatchOf } from "./merge-patch.js";
import { verdict } from "./verdict.js";

export const recommenderPost = named(recommenderConfig, "RecommenderPost");
export const recommenderPatch = mergePatchOf(recommenderPost, "RecommenderMergePatch");

export const recommenderRecord = Type.Object(
  {
    ...recordFields,
    ...recommenderPost.properties,
    data_through: optional(described("Cutoff: just after the newest event.", instant)),
  },
  { title: "Recommender" },
);

const figure = (description: string) =>
  Type.Object(
    {
      value: Type.Number({ description: "The measured value." }),
      low: Type.Number({ description: "Lower bound of the 95 % interval, for other people." }),
      high: Type.Number({ description: "Upper bound of that interval." }),
    },
    { description },
  );

const hitRate = (of: string) =>
  figure(`Share of the tested people who took any of the ${of} on their next visit.`);
const scores = Type.Object({
  hit_rate_1: hitRate("first recommendation"),
  hit_rate_3: hitRate("first three recommendations"),
  hit_rate_10: hitRate("first ten recommendations"),
  mrr: figure("Mean reciprocal rank of the first correct recommendation; 0 if none of ten is correct."),
  ndcg: figure("Discounted gain of all correct recommendations, relative to the best possible."),
} satisfies Record<(typeof recommenderMetrics)[number], unknown>);

const weights = Type.Object(
  Object.fromEntries(blendParts.map((part) => [part, Type.Number({ description: `Weight of ${part}.` })])),
  { description: "Weights, which add up to 1." },
);

export const recommenderAnalysis = Type.Object(
  {
    verdict,
    used: oneOf(
      recommenderCandidates,
      "The candidate in use: the simplest of those that the test cannot distinguish from the best. popularity: items most people " +
        "took lately. repeat: items the person took before. next: items others took on the visit after one like the person's " +
        "last. similar: items of people with the same items. blend: a weighted mix of all.",
    ),
    candidates: byName(scores, {
      description: "Metrics by candidate, from simple to rich.",
    }),
    blend: Type.Array(
      Type.Object({
        visits: Type.Integer({
          minimum: 1,
          description: "Applies to people with at least this many visits.",
        }),
        weights,
      }),
      { description: "Weights of the blend's parts, by number of visits." },
    ),
    test: Type.Object(
      {
        cutoff: described("Cutoff of the test: only earlier events are used.", instant),
        horizon_days: described("Days within which people returned.", count),
        people: Type.Integer({
          minimum: 0,
          description: "People known at the cutoff who returned within the horizon, at most 50,000.",
        }),
      },
      {
        description:
          "Test on the newest complete window: recommendations from earlier data, compared with what people took.",
      },
    ),
    coverage: Type.Object(
      {
        people: Type.Integer({
          minimum: 0,
          description: "People with recommendations of their own. Everyone else gets the popular items.",
        }),
        people_share: Type.Number({ description: "Their share of all known people, 0 to 1." }),
        items: Type.Integer({ minimum: 0, description: "Distinct items that people took." }),
        items_recommended: Type.Integer({
          minimum: 0,
          description: "Distinct items among anyone's first ten recommendations.",
        }),
      },
      { description: "How many people and items the recommendations cover." },
    ),
    popular: Type.Array(Type.String(), {
      maxItems: maxRanks,
      description: "The most popular items lately, most popular first.",
    }),
  },
  { title: "RecommenderAnalysis" },
);
