import { expect, test } from "vitest";
import { expectedPurchases, hypergeometric } from "./expected-purchases.js";

const histories = {
  repeats: Float32Array.of(0, 1, 2, 12, 40),
  lastAfterDays: Float32Array.of(0, 10, 30.5, 38, 39),
  seenDays: Float32Array.of(39, 39, 39, 39, 39.5),
};

const closeTo = (found: Float64Array, reference: number[]) =>
  reference.forEach((value, i) => {
    expect(found[i]! / value).toBeCloseTo(1, 6);
  });

// Parameters of CDNOW (Fader, Hardie and Lee 2005; Batislam and others 2007); expectations of lifetimes 0.11.3.
test("expected purchases equal those of lifetimes", () => {
  const model = { r: 0.243, alpha: 4.414, a: 0.793, b: 2.426, dropsAtFirst: false };
  const reference = [
    0.06971016642928933, 0.15347667338887025, 0.455486549915245, 3.0945435847687555, 10.45048059111836,
  ];
  closeTo(expectedPurchases(model, histories, 13), reference);
});

test("those of the modified model do, too", () => {
  const model = { r: 0.525, alpha: 6.183, a: 0.891, b: 1.614, dropsAtFirst: true };
  const reference = [
    0.0558268877608035, 0.15597562372453197, 0.4751356222885034, 2.9956657567624614, 10.002486569728365,
  ];
  closeTo(expectedPurchases(model, histories, 13), reference);
});

test("the hypergeometric function equals scipy's", () => {
  expect(hypergeometric(0.7, -0.3, 2.5, 0.9)).toBeCloseTo(0.9061528600487966, 10);
  expect(hypergeometric(-1.2, 0.4, 8.1, 0.5)).toBeCloseTo(0.9706060680587052, 10);
});

test("a parameter of exactly 1 is like one beside it", () => {
  const at = (a: number) =>
    expectedPurchases({ r: 0.5, alpha: 6, a, b: 2, dropsAtFirst: true }, histories, 90);
  at(1).forEach((n, i) => {
    expect(n / at(1.001)[i]!).toBeCloseTo(1, 2);
  });
});

test("thousands of purchases do not overflow, and a longer time expects more", () => {
  const many = {
    repeats: Float32Array.of(3000),
    lastAfterDays: Float32Array.of(700),
    seenDays: Float32Array.of(701),
  };
  const model = { r: 0.5, alpha: 6, a: 0.7, b: 2, dropsAtFirst: false };
  const [week, year] = [7, 365].map((days) => expectedPurchases(model, many, days)[0]!);
  expect(week).toBeGreaterThan(25);
  expect(year!).toBeGreaterThan(week!);
  expect(year).toBeLessThan(365 * (3000 / 700) * 1.01);
});
