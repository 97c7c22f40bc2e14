// Scores of a delivered file against actual outcomes, compared with other methods on the same people.

import { expect } from "vitest";
import { table } from "../../src/cli/table.js";
import type { Scores } from "../../src/domain/outcome/outcome.js";
import { score } from "../../src/model/evaluation/metrics.js";
import { answersTo, type Method, methods, type Task } from "../support/public-data.js";
import { probabilityOf, type Row } from "./delivered.js";

export interface MethodScores {
  ours: Scores;
  others: Record<Method, Scores>;
}

/** Metrics over all people with a score and a known outcome, matched by `customer_id`. Prints them. */
export const compareMethods = async (task: Task, rows: readonly Row[]): Promise<MethodScores> => {
  const answers = await answersTo(task);
  const matched = rows.flatMap((row) => {
    const [probability, answer] = [probabilityOf(row), answers.get(row.customer_id!)];
    return probability === null || !answer ? [] : [{ probability, answer }];
  });
  const labels = Uint8Array.from(matched, ({ answer }) => answer.label);
  const others = Object.keys(methods).map((name) => {
    const method = name as Method;
    return [
      method,
      score(
        Float64Array.from(matched, ({ answer }) => answer.probability(method)),
        labels,
      ),
    ];
  });
  const methodScores = {
    ours: score(
      Float64Array.from(matched, ({ probability }) => probability),
      labels,
    ),
    others: Object.fromEntries(others) as Record<Method, Scores>,
  };
  console.log(tableOf(task, methodScores));
  return methodScores;
};

/** About as good as other methods, and no better than possible, which would mean a leak. */
export const expectGoodScores = ({ same_window_reference }: Task, { ours, others }: MethodScores): void => {
  expect(ours.auc).toBeGreaterThan(others.rfm_logistic.auc - 0.01);
  expect(ours.auc).toBeLessThan(same_window_reference.auc + 0.03);
  expect(ours.log_loss).toBeLessThan(0.95 * others.constant.log_loss);
};

const tableOf = ({ name, same_window_reference }: Task, { ours, others }: MethodScores): string => {
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
