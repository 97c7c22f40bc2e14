// The headline and the test of a prediction, in the reader's locale.

import { evaluationHeadline, testSummary } from "../../../../src/words/evaluation.js";
import { reader } from "../../../ui/format.js";
import { type Analysis, baseRate } from "./analysis.js";

export const headline = (
  analysis: Analysis,
  /** `eligible` absent: everyone known. */
  { attainment, eligible }: { attainment: string; eligible: string | undefined },
): string => {
  const { method, performance, deciles } = analysis;
  return evaluationHeadline(
    {
      attainment,
      eligible: eligible ?? null,
      people: performance.model.people ?? 0,
      rate: baseRate(analysis),
      deciles,
      testDay: method.mode === "static" ? null : (method.test_landmark ?? null),
      horizonDays: method.horizon_days ?? 0,
    },
    reader,
  );
};

export const testSentence = ({ method }: Analysis): string =>
  testSummary({ ...method, testDay: method.test_landmark ?? null }, reader);
