import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { pairClasses } from "./classes.js";
import { alike, type Compared, drawPattern, patternIn, priorMixture } from "./fixtures.js";
import { matchWeights } from "./weigh.js";

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

const elsewhere: Compared = { ...alike, address: "differs", area: "differs" };
const [married, typo] = ["differs", "is a typo away"];

test.each<[string, Compared]>([
  ["one name at one address", alike],
  ["a typo in the name", { ...alike, first_name: typo }],
  ["a nickname", { ...alike, first_name: "is a nickname" }],
  [
    "a typo in the street, another phone",
    { ...alike, address: "has a typo in the street", phone: "differs" },
  ],
  ["moved, with the same e-mail address", { ...elsewhere, email: "is the same" }],
  [
    "married and moved, with e-mail and phone",
    { ...elsewhere, last_name: married, email: "is the same", phone: "is the same" },
  ],
  ["moved, with the same birthday", { ...elsewhere, birth_date: "is the same" }],
])("%s speaks for one person", (_, compared) => {
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
  ["a namesake far away", elsewhere],
  ["a cousin of the same name with another e-mail", { ...elsewhere, email: "differs" }],
])("%s speaks against", (_, compared) => {
  expect(weightOf(compared)).toBeLessThan(0);
});

test("a rare name tells more than a common one, and a common postcode less than a rare one", () => {
  const [rare, common] = [0.00002, 0.01];
  expect(weightOf(elsewhere, { last: rare })).toBeGreaterThan(weightOf(elsewhere, { last: common }) + 2);
  expect(weightOf(alike, { first: rare })).toBeGreaterThan(weightOf(alike, { first: common }) + 0.5);
  const neighbours = { ...alike, address: "differs" };
  expect(weightOf(neighbours, { postcode: rare })).toBeGreaterThan(
    weightOf(neighbours, { postcode: common }),
  );
});

test("a typo away from a common name is more likely another name than a typo away from a rare one", () => {
  const mistyped = { ...elsewhere, first_name: typo };
  expect(weightOf(mistyped, { first: 0.000001 })).toBeGreaterThan(weightOf(mistyped, { first: 0.001 }));
});

test("a pair weighs the same among others as alone", () => {
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
