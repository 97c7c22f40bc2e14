// Horizons on the way out.

import type { Interval } from "../../domain/outcome/evaluation.js";
import type { HorizonEvaluation, OutcomeHorizons, ScoredHorizons } from "../../domain/outcome/horizons.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { present } from "../json.js";
import { isoSeconds } from "./record.js";

export const renderHorizonsAnalysis = ({ horizons, dates, blend }: OutcomeHorizons): JsonObject => ({
  horizons: horizons.map(evaluation),
  ...(dates && { dates: { ...dates, landmark: isoSeconds(dates.landmark) } }),
  blend,
});

const evaluation = ({
  days,
  tested_on,
  landmark,
  scores,
  expected,
  expected_interval,
}: HorizonEvaluation): JsonObject =>
  present({
    days,
    tested_on,
    landmark: landmark === null ? undefined : isoSeconds(landmark),
    people: scores?.people,
    attained: scores?.attained,
    expected: expected ?? undefined,
    ...bounds(expected_interval),
    auc: scores?.auc,
    log_loss: scores?.log_loss,
    ece: scores?.ece,
  });

export const renderScoredHorizons = ({ horizons, ...counts }: ScoredHorizons): JsonObject => ({
  horizons: horizons.map(({ days, expected, interval }) =>
    present({ days, expected: expected ?? undefined, ...bounds(interval) }),
  ),
  ...counts,
});

const bounds = (interval: Interval | null) => ({
  expected_low: interval?.low,
  expected_high: interval?.high,
});
