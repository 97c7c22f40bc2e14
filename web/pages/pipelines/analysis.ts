// Analyses of a pipeline: the distribution of its scores, and the observed performance of earlier ones.

import { answer, api, type Schemas } from "../../api/client.js";
import { usePart } from "../../api/resources.js";

export type ScoredOutcome = Schemas["ScopeAnalysis"]["outcomes"][number];
export type ObservedOutcome = Schemas["ScopeEfficacy"]["outcomes"][number];
export type ObservedScores = ObservedOutcome["observed"][number];

const at = (id: string) => ({ params: { path: { id } } });

export const useScopeAnalysis = (id: string) =>
  usePart("scopes", id, "analysis", () => answer(api.GET("/scopes/{id}/analysis", at(id))));

export const useScopeEfficacy = (id: string) =>
  usePart("scopes", id, "efficacy", () => answer(api.GET("/scopes/{id}/efficacy", at(id))));
