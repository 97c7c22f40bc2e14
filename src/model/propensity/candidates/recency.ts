// Logistic regression on the time since the last event alone: the rule that most companies use.

import type { Candidate } from "./candidate.js";
import { type FewFeaturesModel, fewFeatures, fitFewFeatures } from "./few-features.js";

export const recency: Candidate<"recency", FewFeaturesModel> = {
  ...fewFeatures,
  name: "recency",
  isBaseline: true,
  isForFew: true,
  isPossible: (_, { rfm }) => rfm.length > 0,
  fit: (frame, { rfm }) => fitFewFeatures(frame, rfm.slice(0, 1)),
};
