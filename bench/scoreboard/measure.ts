// Metrics of one task, ours and other methods', at its own date and at earlier ones, on the same people:
// those with a label and a probability from all.

import type { Interval as Bounds, Decision, Scores } from "../../src/domain/outcome/evaluation.js";
import { judgedVerdict } from "../../src/domain/outcome/judgement.js";
import { ece, score } from "../../src/model/evaluation/metrics.js";
import { seededRandom } from "../../src/model/numeric/random.js";
import type { TaskResult } from "./account.js";
import { type Interval, pairedDifferences } from "./compare.js";
import { type LabelledPerson, peerColumns, type TaskFacts } from "./public-data.js";

/** A task at one date. */
export interface DateScore {
  /** The last day of the history. */
  day: string;
  ours: Scores;
  /** By method. */
  peers: Record<string, Scores>;
  /**
   * Mean calibration error if everyone converted with exactly the probability that we gave them: what chance
   * alone makes of it.
   */
  eceByChance: number;
  /** Interval of the AUC that we claimed beforehand. */
  claimedAuc: Bounds;
  /**
   * Number of people that we expected to convert, with bounds, and number that did; null where not all of
   * those scored are labelled.
   */
  count: (Bounds & { expected: number; converted: number }) | null;
  blend: Record<string, number>;
  verdict: Decision;
  /** Codes of the warnings. */
  warnings: string[];
  seconds: number;
}

export interface TaskScore {
  name: string;
  /** The own date first. */
  dates: DateScore[];
  sameWindow: TaskFacts["same_window_reference"];
  /** Ours minus XGBoost's at the own date, 95 % interval. */
  difference: { auc: Interval; logLoss: Interval };
  /** The simple rule with the lowest log loss at the own date, and the 95 % interval of ours minus its log loss. */
  rule: { name: string; logLoss: Interval };
}

export const measureTask = (
  name: string,
  result: TaskResult,
  labelled: readonly LabelledPerson[],
  facts: TaskFacts,
): TaskScore => {
  const own = measureDate(facts.history_through, result, labelled);
  const { label, ours, peer } = compared(result, labelled);
  const rule = simpleRules.reduce((best, name) =>
    own.peers[name]!.log_loss < own.peers[best]!.log_loss ? name : best,
  );
  return {
    name,
    dates: [own],
    sameWindow: facts.same_window_reference,
    difference: pairedDifferences(ours, peer("xgboost"), label),
    rule: { name: rule, logLoss: pairedDifferences(ours, peer(rule), label).logLoss },
  };
};

export const measureDate = (
  day: string,
  task: TaskResult,
  labelled: readonly LabelledPerson[],
): DateScore => {
  const { probabilities, result, scored, warnings, seconds } = task;
  const { people, label, ours, peer } = compared(task, labelled);
  const methods = Object.keys(peerColumns).filter((method) => people.every(({ peers }) => method in peers));
  const scores = score(ours, label);
  const bounds = scored.expected_interval;
  const isWhole = bounds !== undefined && people.length === probabilities.size;
  return {
    day,
    ours: scores,
    peers: Object.fromEntries(methods.map((method) => [method, score(peer(method), label)])),
    eceByChance: eceByChance(ours),
    claimedAuc: result.intervals.model!.auc,
    count: isWhole ? { ...bounds, expected: scored.expected, converted: scores.attained } : null,
    blend: result.blend,
    verdict: judgedVerdict(result).decision,
    warnings: warnings.map(({ code }) => String(code)),
    seconds,
  };
};

const compared = ({ probabilities }: TaskResult, labelled: readonly LabelledPerson[]) => {
  const people = labelled.filter(({ person }) => probabilities.has(person));
  return {
    people,
    label: Uint8Array.from(people, (person) => person.label),
    ours: Float64Array.from(people, ({ person }) => probabilities.get(person)!),
    peer: (method: string) => Float64Array.from(people, ({ peers }) => peers[method]!),
  };
};

const draws = 50;

/** Mean calibration error if everyone converted with exactly the probability that was given. */
export const eceByChance = (probability: Float64Array): number => {
  const random = seededRandom(1);
  let sum = 0;
  for (let draw = 0; draw < draws; draw++)
    sum += ece(
      probability,
      Uint8Array.from(probability, (p) => (random() < p ? 1 : 0)),
    );
  return sum / draws;
};

const simpleRules = ["constant", "recency", "rfm_logistic"];

/** The task's own date, which is the newest. */
export const ownDate = ({ dates }: TaskScore): DateScore => dates[0]!;

/** Requirements that a task misses at its own date. */
export const shortfalls = (task: TaskScore): string[] => {
  const { sameWindow: reference, rule } = task;
  const { ours, peers } = ownDate(task);
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
