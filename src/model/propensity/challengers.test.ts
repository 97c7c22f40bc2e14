import { expect, test } from "vitest";
import { uncalibrated } from "../calibration/calibration.js";
import { logLoss } from "../evaluation/metrics.js";
import { seededRandom } from "../numeric/random.js";
import { sigmoid } from "../numeric/special-functions.js";
import { membersOf, usualBlend } from "./blend.js";
import { candidatesFor, fitCandidate } from "./candidates/registry.js";
import { challengersOf, predictChallenger } from "./challengers.js";
import { type PropensityModel, predictPropensity } from "./model.js";
import { labelled } from "./rows.js";
import { candidateOptionsOf, trainPropensity } from "./train.js";
import { scoreUnseenPeople } from "./validation.js";

const day = 86_400;
const options = { horizonSeconds: 60 * day, seed: 3, rfmFeatures: ["recency", "count"] };

/** People at six dates, whose log-odds follow recency and, by `bend`, something that recency does not know. */
const panel = (bend: number, seed = 1) => {
  const [people, dates] = [800, 6];
  const random = seededRandom(seed);
  const rows = people * dates;
  const recency = Float32Array.from({ length: rows }, () => 200 * random());
  const count = Float32Array.from({ length: rows }, () => Math.floor(6 * random()));
  const other = Float32Array.from({ length: rows }, () => random());
  return {
    rows,
    personId: BigInt64Array.from({ length: rows }, (_, i) => BigInt(i % people)),
    landmark: Float64Array.from({ length: rows }, (_, i) => 1e9 + 30 * day * Math.floor(i / people)),
    label: Uint8Array.from(recency, (r, i) => {
      const odds = 1 - r / 60 + bend * ((other[i]! > 0.5 ? 0.25 : -0.25) + (count[i]! - 2.5) / 4);
      return random() < sigmoid(odds) ? 1 : 0;
    }),
    names: ["recency", "count", "other"],
    columns: [recency, count, other],
  };
};

/** A delivered mean of all general candidates, with its challengers. */
const meanOfAll = () => {
  const all = labelled(panel(1.5));
  const own = candidateOptionsOf(all, options);
  const blend = usualBlend(candidatesFor(all, own));
  const evidence = [scoreUnseenPeople(all, own, undefined)];
  const model: PropensityModel = {
    features: all.names,
    members: membersOf(blend).map(({ name, size, weight }) => ({
      name,
      weight,
      fitted: fitCandidate(name, all, own, size),
    })),
    calibration: uncalibrated,
  };
  return { model, challengers: challengersOf({ blend, evidence, calibrate: () => uncalibrated }, all, own) };
};

test("beside a mean of several there are the rule and its best member", () => {
  const { model, challengers } = meanOfAll();
  expect(challengers.map(({ role }) => role)).toEqual(["rule", "member"]);
  const [rule, member] = challengers;
  expect(rule!.name).toBe("recency");
  const fresh = panel(1.5, 2);
  const lossOf = (scores: Float64Array) => logLoss(scores, fresh.label);
  const ofMember = lossOf(predictChallenger(model, member!, fresh));
  expect(ofMember).toBeLessThan(lossOf(predictChallenger(model, rule!, fresh)));
  for (const { name } of model.members)
    expect(ofMember).toBeLessThan(
      lossOf(predictChallenger(model, { role: "member", name, calibration: uncalibrated }, fresh)) + 0.01,
    );
});

test("the rule beside a single model is calibrated as that is", () => {
  const { model, challengers } = trainPropensity(panel(1.5), options);
  expect(model.members).toHaveLength(1);
  expect(challengers).toMatchObject([{ role: "rule", name: "recency" }]);
  const fresh = panel(1.5, 2);
  const ofRule = predictChallenger(model, challengers[0]!, fresh);
  const rate = (values: ArrayLike<number>) => Array.from(values).reduce((a, b) => a + b, 0) / values.length;
  expect(Math.abs(rate(ofRule) - rate(fresh.label))).toBeLessThan(0.03);
  const delivered = predictPropensity(model, fresh);
  expect(logLoss(delivered, fresh.label)).toBeLessThan(logLoss(ofRule, fresh.label));
});

test("challengers restored from JSON predict the same", () => {
  const all = panel(1.5);
  const { model, challengers } = meanOfAll();
  const copy = JSON.parse(JSON.stringify({ model, challengers })) as {
    model: typeof model;
    challengers: typeof challengers;
  };
  challengers.forEach((each, i) => {
    expect(predictChallenger(copy.model, copy.challengers[i]!, all)).toEqual(
      predictChallenger(model, each, all),
    );
  });
});

test("a rule that is delivered has no challenger, and without recency the rule is one probability for all", () => {
  const [recency] = panel(0).columns;
  const known = { ...panel(0), names: ["recency"], columns: [recency!] };
  const alone = trainPropensity(known, { ...options, rfmFeatures: ["recency"] });
  const names = alone.model.members.map(({ name }) => name);
  for (const { role, name } of alone.challengers) if (role === "rule") expect(names).not.toEqual([name]);
  const dateless = trainPropensity(panel(1.5), { ...options, rfmFeatures: [] });
  const [rule] = dateless.challengers;
  expect(rule).toMatchObject({ role: "rule", name: "constant" });
  expect(new Set(predictChallenger(dateless.model, rule!, panel(1.5, 2))).size).toBe(1);
});
