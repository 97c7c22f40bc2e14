// What was found of an outcome, and the bounds that its figures have.

import type { UseQueryResult } from "@tanstack/react-query";
import { answer, api, type Problem, type Schemas } from "../../../api/client.js";
import { usePart } from "../../../api/resources.js";

export type Analysis = Schemas["OutcomeAnalysis"];
export type Decile = Schemas["Decile"];
export type Feature = Schemas["Feature"];
export type Bias = NonNullable<Analysis["bias"]>;

export const useAnalysis = (id: string): UseQueryResult<Analysis, Problem> =>
  usePart("outcomes", id, "analysis", () =>
    answer(api.GET("/outcomes/{id}/analysis", { params: { path: { id } } })),
  );

/** The mean of everybody's probabilities. */
export const meanProbability = ({ deciles }: Analysis): number => {
  const sum = (of: (decile: Decile) => number) => deciles.reduce((total, decile) => total + of(decile), 0);
  return (
    sum(({ expected }) => expected) /
    Math.max(
      sum(({ people }) => people),
      1,
    )
  );
};

/** Of the people tested, so many attained. */
export const baseRate = ({ performance }: Analysis): number => performance.model.base_rate ?? 0;
