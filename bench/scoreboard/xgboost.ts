// XGBoost in a Python process, as a peer at dates for which no predictions are at hand.

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { Frame } from "../../src/domain/outcome/frame.js";
import { foldsByPerson, type LabelledFrame } from "../../src/model/propensity/rows.js";

const run = promisify(execFile);
const script = path.resolve(import.meta.dirname, "../../../bench/scoreboard/fit_xgboost.py");
const folds = 5;
const threads = 2;

/** Whether a Python can import it. */
export const hasXgboost = async (python: string): Promise<boolean> =>
  run(python, ["-c", "import xgboost"]).then(
    () => true,
    () => false,
  );

/** Probabilities of the scored rows. */
export const predictWithXgboost = async (
  python: string,
  training: LabelledFrame,
  scored: Frame,
  dir: string,
): Promise<Float64Array> => {
  const folder = await mkdtemp(path.join(dir, "xgboost-"));
  const write = (name: string, values: Uint8Array | Float32Array) =>
    writeFile(path.join(folder, name), new Uint8Array(values.buffer));
  await write("training", byRow(training));
  await write("label", training.label);
  await write(
    "held",
    foldsByPerson(training, folds, 1).map((fold) => (fold === 0 ? 1 : 0)),
  );
  await write("scored", byRow(scored));
  await run(python, [script, folder, ...[scored.names.length, threads].map(String)]);
  const bytes = await readFile(path.join(folder, "probability"));
  await rm(folder, { recursive: true });
  return new Float64Array(new Uint8Array(bytes).buffer);
};

const byRow = ({ rows, columns }: Frame): Float32Array => {
  const values = new Float32Array(rows * columns.length);
  columns.forEach((column, f) => {
    for (let row = 0; row < rows; row++) values[row * columns.length + f] = column[row]!;
  });
  return values;
};
