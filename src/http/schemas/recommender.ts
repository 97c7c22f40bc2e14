// A recommender, as it is written and kept (there is one spelling), and how good it is.

import { Type } from "@sinclair/typebox";
import { decisions } from "../../domain/evaluation.js";
import {
  blendParts,
  maxRanks,
  recommenderCandidates,
  type recommenderMetrics,
} from "../../domain/recommender.js";
import { closed, count, described, instant, name, oneOf, optional, recordFields } from "./common.js";
import { mergePatchOf } from "./merge-patch.js";

export const recommenderPost = closed(
  {
    name,
    stream_name: Type.String({
      minLength: 1,
      description: "A stream's name, in any case; all of its events are dated.",
      examples: ["transaction"],
    }),
    stream_property_name: Type.String({
      minLength: 1,
      description: "The property of its events whose values are recommended.",
      examples: ["product"],
    }),
  },
  "RecommenderPost",
);
export const recommenderPatch = mergePatchOf(recommenderPost, "RecommenderMergePatch");

export const recommenderRecord = Type.Object(
  {
    ...recordFields,
    ...recommenderPost.properties,
    data_through: optional(described("Now: just after the newest event.", instant)),
  },
  { title: "Recommender" },
);

const figure = (description: string) =>
  Type.Object(
    {
      value: Type.Number({ description: "As measured." }),
      low: Type.Number({ description: "Bounds of 95 %, had other people been tested." }),
      high: Type.Number({ description: "The upper bound." }),
    },
    { description },
  );

const hitRate = (of: string) =>
  figure(`Share of the people tested who took any of ${of} on their next visit.`);
const scores = Type.Object({
  hit_rate_1: hitRate("the first"),
  hit_rate_3: hitRate("the first three"),
  hit_rate_10: hitRate("the first ten"),
  mrr: figure("Mean of one over the first rank that was right; 0 where none of ten was."),
  ndcg: figure("Discounted gain of all ranks that were right, over the best possible."),
} satisfies Record<(typeof recommenderMetrics)[number], unknown>);

const weights = Type.Object(
  Object.fromEntries(blendParts.map((part) => [part, Type.Number({ description: `Weight of ${part}.` })])),
  { description: "They add up to 1." },
);

export const recommenderAnalysis = Type.Object(
  {
    verdict: Type.Object(
      {
        decision: oneOf(decisions, "Whether it is better than recommending everybody what is popular."),
        text: Type.String({ description: "The decision and its reason, for people." }),
      },
      { description: "What to make of the figures." },
    ),
    used: oneOf(
      recommenderCandidates,
      "The candidate that recommends: the simplest of those that the test cannot tell from the best. popularity: what most " +
        "people take lately. repeat: what the person took before. next: what others took on the visit after one like the " +
        "person's last. similar: what others have who have what the person has. blend: all of them.",
    ),
    candidates: Type.Record(Type.String(), scores, { description: "By name, from simple to rich." }),
    blend: Type.Array(
      Type.Object({
        visits: Type.Integer({ minimum: 1, description: "For people with so many visits at least." }),
        weights,
      }),
      { description: "By how much each part is believed in the blend, by what is known of a person." },
    ),
    test: Type.Object(
      {
        cutoff: described("When people were seen from.", instant),
        horizon_days: described("Within so many days they came again.", count),
        people: Type.Integer({
          minimum: 0,
          description: "Who was known at the cutoff and came again within the horizon; 50,000 at most.",
        }),
      },
      {
        description:
          "The newest window that is over: what was known before it foretold what people took next.",
      },
    ),
    coverage: Type.Object(
      {
        people: Type.Integer({
          minimum: 0,
          description:
            "Who took anything, and has recommendations of their own. All others have what is popular.",
        }),
        people_share: Type.Number({ description: "Their share of all people known, 0 to 1." }),
        items: Type.Integer({ minimum: 0, description: "Values that anybody took." }),
        items_recommended: Type.Integer({ minimum: 0, description: "Of these, in anybody's first ten." }),
      },
      { description: "For whom there are recommendations of their own, and of what." },
    ),
    popular: Type.Array(Type.String(), {
      maxItems: maxRanks,
      description: "What most people take lately, the most popular first.",
    }),
  },
  { title: "RecommenderAnalysis" },
);
