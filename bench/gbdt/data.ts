// Synthetic frame like those of event histories: a third counts, a third amounts with missing values, a third
// normal numbers of which most are noise. About 8 % of the labels are 1; the log-odds are nonlinear, have
// steps and interactions.

import { mkdir, open } from "node:fs/promises";
import path from "node:path";
import { seededRandom } from "../../src/model/numeric/random.js";

export const features = 40;

export interface SyntheticFrame {
  columns: Float32Array[];
  label: Uint8Array;
}

export const makeFrame = (rows: number, seed: number): SyntheticFrame => {
  const random = seededRandom(seed);
  const columns = Array.from({ length: features }, (_, f) => {
    const draw = drawFor(f, random);
    return Float32Array.from({ length: rows }, draw);
  });
  const label = new Uint8Array(rows);
  for (let i = 0; i < rows; i++) label[i] = random() < 1 / (1 + Math.exp(-logOddsOf(columns, i))) ? 1 : 0;
  return { columns, label };
};

const drawFor = (feature: number, random: () => number): (() => number) => {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  if (feature % 3 === 0) return () => Math.floor(-Math.log(1 - random()) * (1 + feature / 2));
  if (feature % 3 === 1) return () => (random() < 0.2 ? Number.NaN : Math.exp(normal()));
  return normal;
};

const logOddsOf = (columns: Float32Array[], row: number): number => {
  const at = (feature: number) => columns[feature]![row]!;
  const amount = Number.isNaN(at(1)) ? -0.5 : Math.min(2, at(1));
  return (
    -4.4 +
    0.9 * at(2) +
    0.8 * amount +
    0.25 * Math.min(at(3), 6) * (at(5) > 0 ? 1 : -0.5) +
    1.2 * Math.sin(2 * at(8)) +
    (at(9) > 5 ? 0.8 : 0) +
    0.5 * at(11) * at(14) +
    0.3 * at(17) ** 2 -
    0.2 * at(20)
  );
};

/**
 * Writes the first `trainingRows` rows into the folder's `train` and the others into `test`, each as `label`,
 * `columns` (one after the other) and `rows` (the same, row by row). Returns the labels of the test rows.
 */
export const writeFrame = async (
  folder: string,
  { columns, label }: SyntheticFrame,
  trainingRows: number,
): Promise<Uint8Array> => {
  const part = async (name: string, start: number, end: number) => {
    const partColumns = columns.map((column) => column.subarray(start, end));
    await mkdir(path.join(folder, name));
    await write(path.join(folder, name, "label"), [label.subarray(start, end)]);
    await write(path.join(folder, name, "columns"), partColumns);
    await write(path.join(folder, name, "rows"), rowParts(partColumns));
  };
  await part("train", 0, trainingRows);
  await part("test", trainingRows, label.length);
  return label.slice(trainingRows);
};

const write = async (file: string, parts: Iterable<Uint8Array | Float32Array>): Promise<void> => {
  await using handle = await open(file, "w");
  for (const part of parts)
    await handle.writeFile(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
};

function* rowParts(columns: Float32Array[], atOnce = 10_000): Iterable<Float32Array> {
  for (let start = 0; start < columns[0]!.length; start += atOnce) {
    const part = columns.map((column) => column.subarray(start, start + atOnce));
    const rows = new Float32Array(part[0]!.length * columns.length);
    part.forEach((column, f) => {
      column.forEach((x, i) => {
        rows[i * columns.length + f] = x;
      });
    });
    yield rows;
  }
}
