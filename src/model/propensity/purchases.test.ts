import { expect, test } from "vitest";
import { auc } from "../metrics.js";
import { countPositives } from "../numeric/labels.js";
import { seededRandom } from "../numeric/random.js";
import { fitPurchases, scorePurchases, tellsOfRepeats } from "./purchases.js";
import type { LabelledFrame } from "./rows.js";

const features = [0, 1, 2];

/**
 * People who come at a rate of their own, some of whom have stopped, seen after a year, with whether they come in the 60
 * days after. A tenth have never come.
 */
const seen = (
  people: number,
  seed = 1,
  ask: (comes: boolean) => boolean = (comes) => comes,
): LabelledFrame => {
  const random = seededRandom(seed);
  const [days, recency, tenure] = features.map(() => new Float32Array(people).fill(Number.NaN));
  const label = Uint8Array.from({ length: people }, (_, i) => {
    if (i % 10 === 0) {
      days![i] = 0;
      return ask(false) ? 1 : 0;
    }
    const perDay = 0.002 + 0.04 * random() ** 2;
    const end = random() < 0.4 ? 365 * random() : 1000;
    const first = 200 * random();
    let [count, last] = [1, first];
    for (let day = first; ; ) {
      day -= Math.log(1 - random()) / perDay;
      if (day < Math.min(end, 365)) {
        count++;
        last = day;
        continue;
      }
      days![i] = count;
      recency![i] = 365 - last;
      tenure![i] = 365 - first;
      return ask(day < Math.min(end, 425)) ? 1 : 0;
    }
  });
  return {
    rows: people,
    personId: BigInt64Array.from({ length: people }, (_, i) => BigInt(i)),
    landmark: new Float64Array(people).fill(1e9),
    label,
    names: ["days", "recency", "tenure"],
    columns: [days!, recency!, tenure!],
  };
};

test("who comes again is told apart, in people never seen", () => {
  const model = fitPurchases(seen(1500), features, 60);
  const others = seen(3000, 2);
  expect(model.slope).toBeGreaterThan(0.5);
  expect(auc(scorePurchases(model, others.columns), others.label)).toBeGreaterThan(0.75);
});

test("to stay away is the same question the other way round", () => {
  const model = fitPurchases(
    seen(1500, 1, (comes) => !comes),
    features,
    60,
  );
  expect(model.slope).toBeLessThan(-0.5);
});

test("those who never came have a level of their own", () => {
  const model = fitPurchases(seen(1500), features, 60);
  const { columns, label } = seen(2000, 3);
  const scores = scorePurchases(model, columns);
  const never = [...label.keys()].filter((i) => columns[0]![i] === 0);
  expect(countPositives(label)).toBeGreaterThan(0);
  for (const i of never) expect(scores[i]).toBeLessThan(-2);
});

test("a model survives JSON", () => {
  const model = fitPurchases(seen(300), features, 60);
  const { columns } = seen(100, 4);
  expect(scorePurchases(JSON.parse(JSON.stringify(model)), columns)).toEqual(scorePurchases(model, columns));
});

test("where hardly anybody came again, there is nothing to fit", () => {
  const people = seen(300);
  const once = {
    ...people,
    columns: [people.columns[0]!.map((n) => Math.min(1, n)), ...people.columns.slice(1)],
  };
  expect(tellsOfRepeats(people, features)).toBe(true);
  expect(tellsOfRepeats(once, features)).toBe(false);
  expect(tellsOfRepeats(people, [])).toBe(false);
});
