// Metrics of one task, ours and other methods', on the same people: those with a label and a probability from all.

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
  /** Ours minus XGBoost's, 95 % interval. */
  difference: { auc: Interval; logLoss: Interval };
  /** The simple rule with the lowest log loss, and the 95 % interval of ours minus its log loss. */
  rule: { name: string; logLoss: Interval };
  blend: Record<string, number>;
  seconds: number;
}

export const measureTask = (
  name: string,
  { probabilities, result, seconds }: TaskResult,
  labelled: readonly LabelledPerson[],
  facts: TaskFacts,
): TaskScore => {
  const people = labelled.filter(({ person }) => probabilities.has(person));
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

/** Requirements that a task misses. */
export const shortfalls = ({ ours, peers, sameWindow: reference, rule }: TaskScore): string[] => {
  const { xgboost, blend, constant } = peers as Record<string, Scores>;
  const requirements: [boolean, string][] = [
    [ours.auc >= xgboost!.auc - 0.01, "AUC more than 0.010 below XGBoost's"],
    [ours.auc <= reference.auc + 0.03, "LEAK: AUC more than 0.03 above the same-window reference"],
    [ours.log_loss <= 1.01 * xgboost!.log_loss, "log loss more than 1 % above XGBoost's"],
    [ours.log_loss < constant!.log_loss, "log loss not below the constant's"],
    [rule.logLoss.low <= 0, `log loss significantly above that of ${rule.name}`],
    [ours.ece <= Math.max(0.02, Math.min(xgboost!.ece, blend!.ece)), "ECE above 0.02 and above both peers'"],
  ];
  return requirements.filter(([isMet]) => !isMet).map(([, text]) => text);
};
