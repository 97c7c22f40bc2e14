// The ways to recommend that are tried against each other.

import type { Schemas } from "../../api/client.js";

type Candidate = Schemas["RecommenderAnalysis"]["used"];

export const candidateWords: Record<Candidate, { name: string; meaning: string }> = {
  popularity: { name: "what is popular", meaning: "Everybody is recommended what most people take lately." },
  repeat: { name: "what they took before", meaning: "People are recommended what they took before." },
  next: {
    name: "what comes after",
    meaning: "People are recommended what others took on the visit after one like their last.",
  },
  similar: {
    name: "what goes with it",
    meaning: "People are recommended what others have who have what they have.",
  },
  blend: { name: "all of these together", meaning: "All the ways, weighed by what is known of a person." },
};

/** From simple to rich. */
export const candidateOrder: readonly Candidate[] = ["popularity", "repeat", "next", "similar", "blend"];

export const metricWords = {
  hit_rate_1: "The first is right",
  hit_rate_3: "One of the first three is right",
  hit_rate_10: "One of the first ten is right",
} as const;
export type Metric = keyof typeof metricWords;
