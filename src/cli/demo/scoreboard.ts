// The scoreboard of an outcome: its metrics on people and a date that the model has not seen, beside two baselines.

import type { Scores } from "../../domain/outcome/outcome.js";
import { candidateLabels } from "../../words/labels.js";
import { table } from "../table.js";

/** Part of GET /outcomes/{id}/analysis that the scoreboard shows. */
export interface Analysis {
  method: { horizon_days: number; test_landmark?: string };
  performance: { model: Scores; candidates: Record<string, Scores> };
  overall_features: { recognized_individuals: { literate: string; importance: number }[] };
}

const baselines = Object.keys(candidateLabels).filter((name) => candidateLabels[name]!.isRule);

export const scoreboard = ({ method, performance, overall_features }: Analysis): string[] => {
  const { model, candidates } = performance;
  const known = baselines.flatMap((name) => (candidates[name] ? [[name, candidates[name]] as const] : []));
  const rows = [["Bellwether", model] as const, ...known].map(([name, scores]) => [name, ...figures(scores)]);
  return [
    `  ${population(model, method.test_landmark)}`,
    ...table(["", "AUC", "log loss", "Brier", "ECE", "lift in top 10 %"], rows),
    `  Most important inputs: ${mostImportant(overall_features.recognized_individuals).join(", ")}.`,
  ];
};

const population = (model: Scores, testDate: string | undefined): string => {
  const people = model.people.toLocaleString("en-US");
  const date = testDate ? ` as of ${testDate.slice(0, 10)}` : "";
  const attained = `${(100 * model.base_rate).toFixed(1)} %`;
  return `Measured on ${people} people${date}, none of them used in training; ${attained} converted.`;
};

const figures = ({ auc, log_loss, brier, ece, top_decile_lift }: Scores): string[] => [
  ...[auc, log_loss, brier, ece].map((figure) => figure.toFixed(3)),
  top_decile_lift.toFixed(2),
];

const mostImportant = (features: readonly { literate: string; importance: number }[]): string[] =>
  features
    .toSorted((a, b) => b.importance - a.importance)
    .slice(0, 4)
    .map(({ literate, importance }) => `${literate} (${Math.round(100 * importance)} %)`);
