import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { sigmoid } from "../logit.js";
import { seededRandom } from "../random.js";
import { shapBase, shapValues } from "../shap/shap.js";
import { fitGbdt } from "./boost.js";
import { predictGbdt } from "./predict.js";
import { toXgboostJson } from "./xgboost.js";

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
matrix = xgboost.DMatrix(rows, feature_names=model.feature_names)
print(json.dumps([model.predict(matrix).tolist(), model.predict(matrix, pred_contribs=True).tolist()]))
`;

/** Probabilities, and Shapley values with the base value last, as XGBoost has them. */
const askXgboost = (model: string, rows: (number | null)[][]): [number[], number[][]] => {
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
];
const label = Uint8Array.from({ length: count }, (_, i) => {
  const z = columns[0]![i]! / 3 - 3 + (columns[1]![i]! > 0 ? 1 : 0) + (Number.isNaN(columns[2]![i]!) ? 1 : 0);
  return random() < sigmoid(z) ? 1 : 0;
});

test.skipIf(!hasXgboost())(
  "XGBoost predicts and explains the exported model as we do (needs a Python with xgboost)",
  () => {
    const model = fitGbdt(columns, label, { trees: 50 });
    const rows = Int32Array.from({ length: 500 }, (_, i) => 6 * i);
    const [probability, explained] = askXgboost(
      toXgboostJson(model, ["count", "amount", "flag"]),
      Array.from(rows, (row) => columns.map((c) => (Number.isNaN(c[row]!) ? null : c[row]!))),
    );
    const score = predictGbdt(model, columns);
    const shap = shapValues(model, columns, rows);
    rows.forEach((row, i) => {
      expect(Math.abs(sigmoid(score[row]!) - probability[i]!)).toBeLessThan(1e-6);
      const own = [...shap.subarray(3 * i, 3 * i + 3), shapBase(model)];
      own.forEach((value, f) => {
        expect(Math.abs(value - explained[i]![f]!)).toBeLessThan(1e-4);
      });
    });
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
