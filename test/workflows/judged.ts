// A delivered file against what became of the people in it, and against what other methods made of the same people.

import { expect } from "vitest";
import { table } from "../../src/cli/table.js";
import type { Scores } from "../../src/domain/outcome.js";
import { score } from "../../src/model/evaluation/metrics.js";
import { answersTo, type Method, methods, type Task } from "../support/public-data.js";
import { probabilityOf, type Row } from "./delivered.js";

export interface Judgement {
  ours: Scores;
  others: Record<Method, Scores>;
}

/** Of everybody who was scored and whose answer is known, by the column `customer_id`; prints the figures. */
export const judge = async (task: Task, rows: readonly Row[]): Promise<Judgement> => {
  const answers = await answersTo(task);
  const judged = rows.flatMap((row) => {
    const [probability, answer] = [probabilityOf(row), answers.get(row.customer_id!)];
    return probability === null || !answer ? [] : [{ probability, answer }];
  });
  const labels = Uint8Array.from(judged, ({ answer }) => answer.label);
  const others = Object.keys(methods).map((name) => {
    const method = name as Method;
    return [
      method,
      score(
        Float64Array.from(judged, ({ answer }) => answer.probability(method)),
        labels,
      ),
    ];
  });
  const judgement = {
    ours: score(
      Float64Array.from(judged, ({ probability }) => probability),
      labels,
    ),
    others: Object.fromEntries(others) as Record<Method, Scores>,
  };
  console.log(standing(task, judgement));
  return judgement;
};

/** About as good as others, and no better than is possible: more would mean that the future leaked. */
export const expectToHold = ({ same_window_reference }: Task, { ours, others }: Judgement): void => {
  expect(ours.auc).toBeGreaterThan(others.rfm_logistic.auc - 0.01);
  expect(ours.auc).toBeLessThan(same_window_reference.auc + 0.03);
  expect(ours.log_loss).toBeLessThan(0.95 * others.constant.log_loss);
};

const standing = ({ name, same_window_reference }: Task, { ours, others }: Judgement): string => {
  const row = (method: string, { auc, log_loss, ece }: Pick<Scores, "auc" | "log_loss" | "ece">) => [
    method,
    ...[auc, log_loss, ece].map((figure) => figure.toFixed(4)),
  ];
  const rows = [
    row("Bellwether", ours),
    ...Object.entries(others).map(([method, scores]) => row(method, scores)),
    row("same window", { ...same_window_reference, log_loss: same_window_reference.logloss }),
  ];
  return [`${name}, ${ours.people} people`, ...table(["", "AUC", "log loss", "ECE"], rows)].join("\n");
};
