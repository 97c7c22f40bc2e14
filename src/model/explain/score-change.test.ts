import fc from "fast-check";
import { expect, test } from "vitest";
import { logit } from "../numeric/special-functions.js";
import { type ChangePath, changeParts, meanParts } from "./score-change.js";

const steady: ChangePath = {
  from: 0.2,
  fromModel: 0.2,
  asKnownNow: 0.2,
  later: 0.2,
  withEvents: 0.2,
  toModel: 0.2,
  to: 0.2,
};

test("parts add up to the change in log-odds and in probability, also with bias mitigation", () => {
  const p = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true });
  const path = fc.record({
    from: p,
    fromModel: p,
    asKnownNow: p,
    later: p,
    withEvents: p,
    toModel: p,
    to: p,
  });
  fc.assert(
    fc.property(path, fc.boolean(), (found, isMerged) => {
      const parts = changeParts(found, isMerged);
      const sum = (of: "log_odds" | "probability") => parts.reduce((total, part) => total + part[of], 0);
      expect(Math.abs(sum("log_odds") - (logit(found.to) - logit(found.from)))).toBeLessThan(1e-9);
      expect(Math.abs(sum("probability") - (found.to - found.from))).toBeLessThan(1e-9);
      expect(parts.some(({ cause }) => cause === (isMerged ? "corrected" : "merged"))).toBe(false);
    }),
  );
});

test("a cause that did nothing is left out, and each is named by its step", () => {
  expect(changeParts(steady, false)).toEqual([]);
  const causes = (path: Partial<ChangePath>, isMerged = false) =>
    changeParts({ ...steady, ...path }, isMerged).map(({ cause }) => cause);
  const [rest, higher] = [{ later: 0.3, withEvents: 0.3, toModel: 0.3, to: 0.3 }, 0.3];
  expect(causes({ ...rest, asKnownNow: higher })).toEqual(["corrected"]);
  expect(causes({ ...rest, asKnownNow: higher }, true)).toEqual(["merged"]);
  expect(causes(rest)).toEqual(["time"]);
  expect(causes({ withEvents: higher, toModel: higher, to: higher })).toEqual(["events"]);
  expect(causes({ toModel: higher, to: higher })).toEqual(["model"]);
  expect(causes({ to: higher })).toEqual(["adjustment"]);
});

test("mitigation that moves a person as far as before is no cause", () => {
  const path = { ...steady, fromModel: 0.3, asKnownNow: 0.3, later: 0.3, withEvents: 0.3, toModel: 0.3 };
  expect(changeParts(path, false)).toEqual([]);
});

test("means count people without the part as 0", () => {
  const risen = changeParts({ ...steady, to: 0.4, toModel: 0.4 }, false);
  const [mean, ...others] = meanParts([risen, []]);
  expect(others).toEqual([]);
  expect(mean).toEqual({
    cause: "model",
    log_odds: risen[0]!.log_odds / 2,
    probability: risen[0]!.probability / 2,
  });
});
