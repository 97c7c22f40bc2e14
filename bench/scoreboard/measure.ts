// One task's figures, ours and theirs, on the same people: those who have an answer and whom both have a probability for.

import type { Scores } from "../../src/domain/evaluation.js";
import { score } from "../../src/model/evaluation/metrics.js";
import type { TaskResult } from "./account.js";
import { type Interval, pairedDifferences } from "./compare.js";
import { type LabelledPerson, peerColumns, type TaskFacts } from "./public-data.js";

export interface TaskScore {
  name: string;
  ours: Scores;
  peers: Record<string, Scores>;
  sameWindow: TaskFacts["same_window_reference"];
  /** Ours less XGBoost's, 95 %. */
  difference: { auc: Interval; logLoss: Interval };
  /** The simple rule with the least log loss, and by how much ours lies above its, 95 %. */
  rule: { name: string; logLoss: Interval };
  blend: Record<string, number>;
  seconds: number;
}

export const measureTask = (
  name: string,
  { probabilities, result, seconds }: TaskResult,
  answered: readonly LabelledPerson[],
  facts: TaskFacts,
): TaskScore => {
  const people = answered.filter(({ person }) => probabilities.has(person));
  const label = Uint8Array.from(people, (person) => person.label);
  const ours = Float64Array.from(people, ({ person }) => probabilities.get(person)!);
  const peer = (method: string) => Float64Array.from(people, ({ peers }) => peers[method]!);
  const peers = Object.fromEntries(
    Object.keys(peerColumns).map((method) => [method, score(peer(method), label)]),
  );
  const rule = simpleRules.reduce((best, name) =>
    peers[name]!.log_loss < peers[best]!.log_loss ? name : best,
  );
  return {
    name,
    ours: score(ours, label),
    peers,
    sameWindow: facts.same_window_reference,
    difference: pairedDifferences(ours, peer("xgboost"), label),
    rule: { name: rule, logLoss: pairedDifferences(ours, peer(rule), label).logLoss },
    blend: result.blend,
    seconds,
  };
};

const simpleRules = ["constant", "recency", "rfm_logistic"];

/** The bars that a task does not clear, in words. */
export const shortfalls = ({ ours, peers, sameWindow: reference, rule }: TaskScore): string[] => {
  const { xgboost, blend, constant } = peers as Record<string, Scores>;
  const bars: [boolean, string][] = [
    [ours.auc >= xgboost!.auc - 0.01, "AUC more than 0.010 below XGBoost's"],
    [
      ours.auc <= reference.auc + 0.03,
      "LEAK: AUC more than 0.03 above what the answers themselves can teach",
    ],
    [ours.log_loss <= 1.01 * xgboost!.log_loss, "log loss more than 1 % above XGBoost's"],
    [ours.log_loss < constant!.log_loss, "log loss not below the constant's"],
    [rule.logLoss.low <= 0, `log loss above that of ${rule.name}, beyond chance`],
    [ours.ece <= Math.max(0.02, Math.min(xgboost!.ece, blend!.ece)), "ECE above 0.02 and above both peers'"],
  ];
  return bars.filter(([holds]) => !holds).map(([, said]) => said);
};
