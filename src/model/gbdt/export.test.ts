import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { needing } from "../../../test/run/needs.js";
import { seededRandom } from "../numeric/random.js";
import { sigmoid } from "../numeric/special-functions.js";
import { fitGbdt } from "./boosting.js";
import { toXgboostJson } from "./export.js";
import { predictGbdt } from "./predictor.js";
import { shapBase, shapValues } from "./shap.js";

const python = "/usr/bin/python3";

const hasXgboost = (): boolean => {
  try {
    execFileSync(python, ["-c", "import xgboost"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

const program = `
import json, sys, numpy, xgboost
model = xgboost.Booster(model_file=sys.argv[1] + "/model.json")
rows = numpy.array(json.load(open(sys.argv[1] + "/rows.json")), dtype=numpy.float32)
names = model.feature_names
matrix = xgboost.DMatrix(rows, feature_names=names, feature_types=model.feature_types, enable_categorical=True)
print(json.dumps([model.predict(matrix).tolist(), model.predict(matrix, pred_contribs=True).tolist()]))
`;

/** Probabilities, and Shapley values with the base value last, as XGBoost has them. */
const runXgboost = (model: string, rows: (number | null)[][]): [number[], number[][]] => {
  const folder = mkdtempSync(path.join(tmpdir(), "xgboost-"));
  try {
    writeFileSync(path.join(folder, "model.json"), model);
    writeFileSync(path.join(folder, "rows.json"), JSON.stringify(rows));
    return JSON.parse(execFileSync(python, ["-c", program, folder], { encoding: "utf8" }));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const random = seededRandom(12);
const count = 3000;
const columns = [
  Float32Array.from({ length: count }, () => Math.floor(random() * 10)),
  Float32Array.from({ length: count }, () => (random() < 0.3 ? Number.NaN : random() - 0.5)),
  Float32Array.from({ length: count }, () => (random() < 0.5 ? Number.NaN : 7)),
  Float32Array.from({ length: count }, () => (random() < 0.1 ? Number.NaN : Math.floor(random() * 40))),
];
const label = Uint8Array.from({ length: count }, (_, i) => {
  const z = columns[0]![i]! / 3 - 3 + (columns[1]![i]! > 0 ? 1 : 0) + (Number.isNaN(columns[2]![i]!) ? 1 : 0);
  const ofShop = columns[3]![i]! % 3 === 1 ? 1 : 0;
  return random() < sigmoid(z + ofShop) ? 1 : 0;
});

/** In XGBoost an unknown category goes left; the first rows have some. */
const unknownShops = [40, 41, 63, 1000];

test.each([
  ["of numbers", null],
  ["with categories", [false, false, false, true]],
])(
  "XGBoost predicts and explains an exported model %s as this code does",
  needing("xgboost", hasXgboost()),
  (_, categorical) => {
    const model = fitGbdt(columns, label, { trees: 50, categorical, minCategoryRows: 20 });
    expect(model.trees.some((tree) => tree.categories)).toBe(categorical !== null);
    const some = columns.map((column) => column.filter((_, i) => i % 6 === 0));
    unknownShops.forEach((shop, i) => {
      some[3]![i] = shop;
    });
    const rows = Int32Array.from(some[0]!.keys());
    const [probability, explained] = runXgboost(
      toXgboostJson(model, ["count", "amount", "flag", "shop"]),
      Array.from(rows, (row) => some.map((c) => (Number.isNaN(c[row]!) ? null : c[row]!))),
    );
    const score = predictGbdt(model, some);
    const shap = shapValues(model, some, rows);
    for (const row of rows) {
      expect(Math.abs(sigmoid(score[row]!) - probability[row]!)).toBeLessThan(1e-6);
      const own = [...shap.subarray(4 * row, 4 * row + 4), shapBase(model)];
      own.forEach((value, f) => {
        expect(Math.abs(value - explained[row]![f]!)).toBeLessThan(1e-4);
      });
    }
  },
);

test("a threshold becomes the next number of single precision", () => {
  const tree = {
    feature: [0, -1, -1],
    missingLeft: [false, false, false],
    left: [1, -1, -1],
    value: [0, 1, 2],
    gain: [1, 0, 0],
    cover: [2, 1, 1],
  };
  const exported = [0, 1, -1, null].map((threshold) => {
    const trees = [{ ...tree, threshold: [threshold, null, null] }];
    const json = JSON.parse(toXgboostJson({ kind: "gbdt", features: 1, base: 0, trees }, ["x"]));
    return json.learner.gradient_booster.model.trees[0].split_conditions[0];
  });
  expect(exported).toEqual([2 ** -149, 1 + 2 ** -23, -1 + 2 ** -24, 3.4028234663852886e38]);
});
