import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { logit, sigmoid } from "../numeric/special-functions.js";
import { chooseBlend, membersOf } from "./blend.js";
import { type CandidateName, sizesOf } from "./candidates/registry.js";
import type { Evidence } from "./validation.js";

const names: CandidateName[] = ["constant", "recency", "rfm", "logistic", "trees"];
const rows = 2000;

/** True log-odds with an error of each candidate, and labels. */
const validation = (effect: number, error: Partial<Record<CandidateName, number>>, seed = 1) => {
  const random = seededRandom(seed);
  const noise = () => random() + random() + random() - 1.5;
  const truth = Float64Array.from({ length: rows }, () => -1 + effect * noise());
  const label = truth.map((s) => (random() < sigmoid(s) ? 1 : 0));
  const scores = names.map((name) =>
    name === "constant"
      ? new Float64Array(rows).fill(logit(0.3))
      : truth.map((s) => s + (error[name] ?? 2) * noise()),
  );
  return { names, scores, label: Uint8Array.from(label) };
};

/** The same scores at every size. */
const evidenceOf = ({ names, scores, label }: Validation): Evidence => ({
  names,
  scores: names.map((name, c) => sizesOf(name).map(() => scores[c]!)),
  label,
});

interface Validation {
  names: CandidateName[];
  scores: Float64Array[];
  label: Uint8Array;
}

const membersFor = (...all: Validation[]): CandidateName[] =>
  membersOf(chooseBlend(all.map(evidenceOf), all[0]!.names)).map(({ name }) => name);

const chosen = (...args: Parameters<typeof validation>): CandidateName[] => {
  const known = validation(...args);
  const blend = chooseBlend([evidenceOf(known)], names);
  expect(blend.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
  return membersOf(blend).map(({ name }) => name);
};

test("a candidate without error is used alone", () => {
  expect(chosen(2, { rfm: 0 })).toEqual(["rfm"]);
});

test("independent errors of similar size are averaged out", () => {
  expect(chosen(2, { rfm: 6, logistic: 1, trees: 1 })).toEqual(["logistic", "trees"]);
});

test("without a best candidate, the mean of all general ones is used", () => {
  expect(chosen(2, { rfm: 1, logistic: 1, trees: 1 })).toEqual(["rfm", "logistic", "trees"]);
});

test("for few people no more than two are blended: the regressions, or what is better", () => {
  const alike = evidenceOf(validation(2, { rfm: 1, logistic: 1, trees: 1 }));
  const better = evidenceOf(validation(2, { rfm: 6, logistic: 1, trees: 1 }));
  const namesOf = (evidence: Evidence) =>
    membersOf(chooseBlend([evidence], names, 2)).map(({ name }) => name);
  expect(namesOf(alike)).toEqual(["rfm", "logistic"]);
  expect(namesOf(better)).toEqual(["logistic", "trees"]);
});

test("for few people, what is usual elsewhere and a regression are the usual two", () => {
  const known = validation(2, { rfm: 6, logistic: 1, trees: 6 });
  const all: CandidateName[] = [...names, "prior_fitted"];
  const random = seededRandom(5);
  const truth = validation(2, { rfm: 0 }).scores[2]!;
  const usual = truth.map((s) => s + random() + random() + random() - 1.5);
  const evidence = evidenceOf({ ...known, names: all, scores: [...known.scores, usual] });
  const used = membersOf(chooseBlend([evidence], all, 2)).map(({ name }) => name);
  expect(used.sort()).toEqual(["logistic", "prior_fitted"]);
});

test("for few people the constant has to be better, and not only unproven", () => {
  const all: CandidateName[] = [...names, "prior_fitted"];
  const evidence = (sign: number, few: number): Evidence => {
    const known = validation(1.2, { rfm: 6, logistic: 2.5, trees: 6 }, 3);
    const truth = validation(1.2, { rfm: 0 }, 3).scores[2]!;
    const random = seededRandom(6);
    const usual = truth.map((s) => sign * s + 2 * (random() + random() + random() - 1.5));
    const scores = [...known.scores, usual].map((score) => score.slice(0, few).map((s) => sign * s));
    return evidenceOf({ names: all, scores, label: known.label.slice(0, few) });
  };
  const used = (of: readonly Evidence[]) => membersOf(chooseBlend(of, all, 2)).map(({ name }) => name);
  expect(used([evidence(1, 40)])).not.toContain("constant");
  expect(used([evidence(-1, 400)])).toEqual(["constant"]);
  expect(used([]).sort()).toEqual(["logistic", "prior_fitted"]);
});

test("BG/NBD is used only where it helps", () => {
  const all: CandidateName[] = [...names, "bg_nbd"];
  const known = validation(2, { rfm: 2, logistic: 2, trees: 2 });
  const truth = validation(2, { rfm: 0 }).scores[2]!;
  const membersWith = (score: Float64Array) =>
    membersFor({ ...known, names: all, scores: [...known.scores, score] });
  expect(membersWith(truth)).toContain("bg_nbd");
  expect(membersWith(truth.map((s) => -s))).not.toContain("bg_nbd");
});

test("dates of different levels are compared each at its own", () => {
  const known = validation(0, {}, 1);
  const rare = { ...known, label: known.label.map((y, i) => (i % 3 === 0 ? y : 0)) };
  expect(membersFor(known, rare)).toEqual(["constant"]);
});

test("a candidate that is missing at one of the dates is not used", () => {
  const full = validation(2, { trees: 0 }, 2);
  const narrow = { ...full, names: names.slice(0, 4), scores: full.scores.slice(0, 4) };
  expect(membersOf(chooseBlend([full, narrow].map(evidenceOf), names)).map(({ name }) => name)).not.toContain(
    "trees",
  );
});

test("without a signal the constant is used", () => {
  for (const seed of [1, 2, 3, 4]) expect(chosen(0, {}, seed)).toEqual(["constant"]);
});

test("a candidate that ranks nobody is used if its level follows what the constant's misses", () => {
  const { label, scores, ...known } = validation(0, {});
  const rare = label.map((y, i) => (i % 3 === 0 ? y : 0));
  const following = scores.map((score, c) =>
    known.names[c] === "constant" ? score : score.fill(logit(0.09)),
  );
  expect(membersFor({ ...known, label: rare, scores: following })).toEqual(["rfm", "logistic", "trees"]);
  const missing = scores.map((score) => score.fill(logit(0.3)));
  expect(membersFor({ ...known, label: rare, scores: missing })).toEqual(["constant"]);
});

test("a candidate that ranks people is used even if its loss is hardly lower", () => {
  expect(chosen(0.35, { rfm: 0.35 })).not.toContain("constant");
});

test("a common error of level does not change the weights", () => {
  const known = validation(2, { trees: 0 });
  const moved = { ...known, scores: known.scores.map((score) => score.map((s) => s + 3)) };
  expect(membersFor(moved)).toEqual(membersFor(known));
});

test("equal labels choose the constant", () => {
  const known = validation(2, {});
  expect(membersFor({ ...known, label: new Uint8Array(rows) })).toEqual(["constant"]);
});
