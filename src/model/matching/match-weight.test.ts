import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { alike, type Compared, drawPattern, patternIn, priorMixture } from "./fixtures.js";
import { explainWeight, matchWeights } from "./match-weight.js";
import { pairClasses } from "./priors.js";

const mixture = priorMixture(100_000);

type Shares = { first?: number; last?: number; postcode?: number };

const weightOf = (compared: Compared, { first, last, postcode }: Shares = {}): number => {
  const column = (share: number | undefined) => Float64Array.of(share ?? Number.NaN);
  return matchWeights(mixture, {
    pattern: Int32Array.of(patternIn(compared)),
    firstNameShare: column(first),
    lastNameShare: column(last),
    postcodeShare: column(postcode),
  })[0]!;
};

const otherAddress: Compared = { ...alike, address: "differs", area: "differs" };
const [married, typo] = ["differs", "differs by a typo"];

test.each<[string, Compared]>([
  ["one name at one address", alike],
  ["a typo in the name", { ...alike, first_name: typo }],
  ["a nickname", { ...alike, first_name: "is a nickname" }],
  [
    "a typo in the street, another phone",
    { ...alike, address: "has a typo in the street", phone: "differs" },
  ],
  ["moved, with the same e-mail address", { ...otherAddress, email: "is the same" }],
  [
    "married and moved, with e-mail and phone",
    { ...otherAddress, last_name: married, email: "is the same", phone: "is the same" },
  ],
  ["moved, with the same birthday", { ...otherAddress, birth_date: "is the same" }],
])("%s: one person", (_, compared) => {
  expect(weightOf(compared)).toBeGreaterThan(Math.log(4));
});

test.each<[string, Compared]>([
  ["another member of the household", { ...alike, first_name: "differs" }],
  [
    "a member of the household with the same phone",
    { ...alike, first_name: "differs", phone: "is the same" },
  ],
  ["a couple with one e-mail address", { ...alike, first_name: "differs", email: "is the same" }],
  ["father and son", { ...alike, suffix: "differs" }],
  [
    "a neighbour with the same first name",
    { ...alike, last_name: "differs", address: "is in the same street" },
  ],
  ["a namesake far away", otherAddress],
  ["a cousin of the same name with another e-mail", { ...otherAddress, email: "differs" }],
])("%s: not one person", (_, compared) => {
  expect(weightOf(compared)).toBeLessThan(0);
});

test("a rare name or postcode is stronger evidence than a common one", () => {
  const [rare, common] = [0.00002, 0.01];
  expect(weightOf(otherAddress, { last: rare })).toBeGreaterThan(
    weightOf(otherAddress, { last: common }) + 2,
  );
  expect(weightOf(alike, { first: rare })).toBeGreaterThan(weightOf(alike, { first: common }) + 0.5);
  const neighbours = { ...alike, address: "differs" };
  expect(weightOf(neighbours, { postcode: rare })).toBeGreaterThan(
    weightOf(neighbours, { postcode: common }),
  );
});

test("a typo of a common name is more likely another name than a typo of a rare one", () => {
  const mistyped = { ...otherAddress, first_name: typo };
  expect(weightOf(mistyped, { first: 0.000001 })).toBeGreaterThan(weightOf(mistyped, { first: 0.001 }));
});

test("a pair has the same weight among others as alone", () => {
  const random = seededRandom(5);
  const share = () => (random() < 0.3 ? Number.NaN : random() / 100);
  const pattern = Float64Array.from({ length: 200 }, (_, i) =>
    drawPattern(mixture, pairClasses[i % pairClasses.length]!, random),
  );
  const [firstNameShare, lastNameShare, postcodeShare] = [0, 1, 2].map(() => pattern.map(share)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const together = matchWeights(mixture, { pattern, firstNameShare, lastNameShare, postcodeShare });
  pattern.forEach((_, i) => {
    const [alone] = matchWeights(mixture, {
      pattern: pattern.subarray(i, i + 1),
      firstNameShare: firstNameShare.subarray(i, i + 1),
      lastNameShare: lastNameShare.subarray(i, i + 1),
      postcodeShare: postcodeShare.subarray(i, i + 1),
    });
    expect(together[i]).toBe(alone);
    expect(Number.isFinite(together[i])).toBe(true);
  });
});

const explainedMixture = priorMixture(50_000);
const unshared = { firstNameShare: null, lastNameShare: null, postcodeShare: null };

test("the parts add up to the log-odds of one person against the rival", () => {
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

test("the bits of an explanation are the weight of the pair", () => {
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

test("an explanation names the household as rival, and the first name as evidence for it", () => {
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

test("with another address and the same e-mail the class is moved, and the rival a relative or a stranger", () => {
  const moved = { ...alike, address: "differs", area: "differs", email: "is the same" };
  const { kind, rival } = explainWeight(explainedMixture, { ...unshared, pattern: patternIn(moved) });
  expect(kind).toBe("moved");
  expect(["relative", "unrelated"]).toContain(rival);
});
