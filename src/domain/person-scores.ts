// What the pipelines that hold one person say of them.

import type { EpochSeconds } from "./resource.js";

export interface PersonScores {
  scope: { id: string; name: string };
  outcomes: PersonScore[];
  personas: { setId: string; setName: string; personaId: string; personaName: string }[];
  /** The cutoff of the scores, exclusive; null in results of version 0.1. */
  scoredThrough: EpochSeconds | null;
}

export interface PersonScore {
  id: string;
  name: string;
  status: "scored" | "attained" | "not_eligible";
  /** Null unless scored, like the next. */
  probability: number | null;
  percentile: number | null;
  /** As delivered, the strongest first; null where nothing is explained of them. */
  reasons: ScoreReason[] | null;
}

export interface ScoreReason {
  feature: string;
  reason: string;
  /** Null where it is not known. */
  value: number | null;
  /** Log-odds. */
  effect: number;
  direction: "for" | "against";
}
