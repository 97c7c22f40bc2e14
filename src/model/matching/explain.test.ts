import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { pairClasses } from "./classes.js";
import { explainWeight } from "./explain.js";
import { alike, drawPattern, patternIn, priorMixture } from "./fixtures.js";
import { matchWeights } from "./weigh.js";

const explainedMixture = priorMixture(50_000);
const unshared = { firstNameShare: null, lastNameShare: null, postcodeShare: null };

test("what the parts say adds up to one person against the strongest rival", () => {
  const random = seededRandom(11);
  for (let i = 0; i < 300; i++) {
    const pattern = drawPattern(explainedMixture, pairClasses[i % pairClasses.length]!, random);
    const pair = {
      pattern,
      firstNameShare: random() / 50,
      lastNameShare: null,
      postcodeShare: random() / 50,
    };
    const { bits, bitsAgainstRival, prior, parts } = explainWeight(explainedMixture, pair);
    expect(parts.reduce((sum, part) => sum + part.bits, prior)).toBeCloseTo(bitsAgainstRival, 9);
    // Of two ways of being one person and three of being two, the others cannot add more than these.
    expect(bits - bitsAgainstRival).toBeLessThanOrEqual(1);
    expect(bits - bitsAgainstRival).toBeGreaterThanOrEqual(-Math.log2(3));
  }
});

test("a receipt's bits are the pair's weight", () => {
  const pair = {
    pattern: patternIn(alike),
    firstNameShare: 0.001,
    lastNameShare: 0.0001,
    postcodeShare: 0.002,
  };
  const [weight] = matchWeights(explainedMixture, {
    pattern: Int32Array.of(pair.pattern),
    firstNameShare: Float64Array.of(pair.firstNameShare),
    lastNameShare: Float64Array.of(pair.lastNameShare),
    postcodeShare: Float64Array.of(pair.postcodeShare),
  });
  expect(explainWeight(explainedMixture, pair).bits).toBeCloseTo(weight! / Math.LN2, 12);
});

test("it names the other member of the household, and the first name that speaks for them", () => {
  const family = { ...alike, first_name: "differs" };
  const { kind, rival, parts } = explainWeight(explainedMixture, { ...unshared, pattern: patternIn(family) });
  expect([kind, rival]).toEqual(["stayed", "household"]);
  expect(parts.map(({ comparison, level }) => `${comparison} ${level}`)).toEqual([
    "first_name differs",
    "last_name is the same",
    "address is the same",
    "area has the same postcode",
  ]);
  expect(parts[0]!.bits).toBeLessThan(-4);
  expect(Math.abs(parts[1]!.bits)).toBeLessThan(0.2);
});

test("whoever has another address and the same e-mail has moved, and the rival is a relative or a stranger", () => {
  const moved = { ...alike, address: "differs", area: "differs", email: "is the same" };
  const { kind, rival } = explainWeight(explainedMixture, { ...unshared, pattern: patternIn(moved) });
  expect(kind).toBe("moved");
  expect(["relative", "unrelated"]).toContain(rival);
});
