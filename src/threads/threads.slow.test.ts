import { execFile } from "node:child_process";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Compiled, compile } from "../../test/support/compiled.js";
import { fitGbdt } from "../model/gbdt/boosting.js";
import { openOracleKernel } from "../model/gbdt/kernel.oracle.js";
import { seededRandom } from "../model/numeric/random.js";
import { doTask, type FitTask } from "../model/propensity/fit-tasks.js";
import { trainPropensity } from "../model/propensity/train.js";
import type { OwnedThreads } from "./threads.js";

let compiled: Compiled;
let openThreads: (count: number) => OwnedThreads;
const opened: OwnedThreads[] = [];
beforeAll(async () => {
  compiled = compile(["src/threads", "src/model", "src/errors", "src/domain"]);
  ({ openThreads } = await import(compiled.pathOf("src/threads/threads.ts")));
  for (const count of [1, 2, 3, 5]) opened.push(openThreads(count));
});
afterAll(async () => {
  for (const threads of opened) await threads[Symbol.asyncDispose]();
  compiled.remove();
});

/** Numbers, some missing, small counts and codes; enough of them that a fit uses threads. */
const synthetic = (seed: number, rows: number, features: number) => {
  const random = seededRandom(seed);
  const draw = (f: number) => () =>
    random() < 0.05 * (f % 3)
      ? Number.NaN
      : f % 3
        ? Math.floor(random() * (f % 3 === 1 ? 9 : 400))
        : random();
  const columns = Array.from({ length: features }, (_, f) => Float32Array.from({ length: rows }, draw(f)));
  const label = Uint8Array.from({ length: rows }, (_, i) =>
    random() < 0.2 + 0.4 * columns[0]![i]! + (columns[2]![i]! % 2 ? 0.2 : 0) ? 1 : 0,
  );
  return { columns, label };
};
const categorical = (features: number) => Array.from({ length: features }, (_, f) => f % 3 === 2);

test("a model is the same bit for bit with any number of threads", () => {
  fc.assert(
    fc.property(
      fc.record({
        seed: fc.integer({ min: 1, max: 1000 }),
        rows: fc.constantFrom(30_000, 70_000),
        features: fc.constantFrom(8, 19),
        rowShare: fc.constantFrom(1, 0.6),
        columnShare: fc.constantFrom(1, 0.5),
        hasCategories: fc.boolean(),
        isWatched: fc.boolean(),
      }),
      ({ seed, rows, features, hasCategories, isWatched, ...shares }) => {
        const { columns, label } = synthetic(seed, rows, features);
        const params = {
          ...shares,
          seed,
          trees: 3,
          categorical: hasCategories ? categorical(features) : null,
        };
        const extras = isWatched ? { validation: synthetic(seed + 1, 20_000, features) } : {};
        const alone = fitGbdt(columns, label, params, extras);
        for (const threads of opened)
          expect(fitGbdt(columns, label, params, { ...extras, threads })).toEqual(alone);
      },
    ),
    { seed: 7, numRuns: 5 },
  );
});

test("with threads, the model is also that of the oracle", () => {
  const { columns, label } = synthetic(3, 30_000, 9);
  const params = { trees: 3, categorical: categorical(9) };
  const oracle = fitGbdt(columns, label, params, { open: openOracleKernel });
  expect(fitGbdt(columns, label, params, { threads: opened[1]! })).toEqual(oracle);
});

test("after a fit that fails, the threads work for the next one", () => {
  const { columns, label } = synthetic(4, 30_000, 9);
  const wrong = [...columns.slice(0, 8), columns[0]!.map((x) => x + 0.5)];
  const params = { trees: 2, categorical: columns.map((_, f) => f === 8) };
  const threads = opened[2]!;
  expect(() => fitGbdt(wrong, label, params, { threads })).toThrow(/is no code/);
  expect(fitGbdt(columns, label, { trees: 2 }, { threads })).toEqual(fitGbdt(columns, label, { trees: 2 }));
});

const panelOf = (people: number, landmarks: number) => {
  const { columns, label } = synthetic(6, people * landmarks, 6);
  return {
    rows: label.length,
    personId: BigInt64Array.from(label, (_, i) => BigInt(i % people)),
    landmark: Float64Array.from(label, (_, i) => 30 * 86_400 * Math.floor(i / people)),
    label,
    names: columns.map((_, f) => `feature ${f}`),
    columns,
  };
};

test.each([
  ["tests at later dates", panelOf(1500, 6)],
  ["has no earlier dates", panelOf(3000, 1)],
])("training that %s is the same with any number of threads", (_, frame) => {
  const options = { horizonSeconds: 50 * 86_400, seed: 2, rfmFeatures: ["feature 0", "feature 1"] };
  const alone = trainPropensity(frame, options);
  for (const threads of opened.slice(1, 3))
    expect(trainPropensity(frame, { ...options, threads })).toEqual(alone);
});

test("a task that fails in a worker fails as a whole, and the threads work for the next ones", () => {
  const { columns, label, ...frame } = panelOf(2000, 1);
  const training = { ...frame, columns, label };
  const task = { gives: "model", name: "trees", training, options: optionsOf(1), size: 2 } as const;
  const wrong = {
    ...task,
    training: { ...training, columns: columns.slice(0, 1).map(() => new Float32Array(3)) },
  };
  const threads = opened[2]!;
  const share = (tasks: FitTask[]) => threads.share(tasks, () => {});
  expect(() => share([task, wrong, wrong, wrong])).toThrow(/differ in length/);
  expect(share([task, task, task])).toEqual([task, task, task].map((one) => doTask(one)));
});
const optionsOf = (seed: number) => ({ rfm: [], visits: [], horizonDays: 30, seed });

const program = (end: string) => `
  import { openThreads } from ${JSON.stringify(compiled.pathOf("src/threads/threads.ts"))};
  import { fitGbdt } from ${JSON.stringify(compiled.pathOf("src/model/gbdt/boosting.ts"))};
  const column = Float32Array.from({ length: 300000 }, (_, i) => (i * 7919) % 1000);
  const label = Uint8Array.from(column, (x) => (x > 500 ? 1 : 0));
  fitGbdt([column], label, { trees: 2 }, { threads: openThreads(3) });
  ${end}
`;

test.each([
  ["has nothing left to do", ""],
  ["exits", "process.exit(0);"],
])("threads let a process end that %s", async (_, end) => {
  const node = [process.execPath, ["--input-type=module", "-e", program(end)]] as const;
  const { stdout } = await promisify(execFile)(...node, { timeout: 30_000 });
  expect(stdout).toBe("");
});
