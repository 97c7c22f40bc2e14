// Logistic regression on recency, frequency, tenure and value (Bult and Wansbeek 1995). Where there is little
// signal, much of it is in these features, and few coefficients cannot follow noise far.

import type { Candidate } from "./candidate.js";
import { type FewFeaturesModel, fewFeatures, fitFewFeatures } from "./few-features.js";

export const rfm: Candidate<"rfm", FewFeaturesModel> = {
  ...fewFeatures,
  name: "rfm",
  isBaseline: false,
  isForFew: false,
  isPossible: (_, options) => options.rfm.length > 1,
  fit: (frame, options) => fitFewFeatures(frame, options.rfm),
};
