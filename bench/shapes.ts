// node dist/bench/shapes.js --shapes holes,season --seeds 1,2,3
//
// Benchmark of probabilities on made-up logs whose truth is known: one with holes, one that grew tenfold, one
// with a strong season, one whose rate halves. The service's own steps build everything. The log loss is
// compared with that of the best prediction that the purchases allow, both as expected under that prediction,
// so that the chance of who buys does not blur the comparison.

import { mkdir } from "node:fs/promises";
import path from "node:path";
import { table } from "../src/cli/table.js";
import { Refusal } from "../src/errors/refusal.js";
import { type Engine, openEngine } from "../src/warehouse/engine.js";
import { numberOf, numbersOf, runProgram } from "./program/program.js";
import { buildAccount, runTask } from "./scoreboard/account.js";
import { writeShapedLog } from "./shapes/log.js";
import { rhythmShapes } from "./shapes/rhythm.js";
import { shapes as namedShapes, type Shape } from "./shapes/shape.js";

const shapes: Record<string, Shape> = { ...namedShapes, ...rhythmShapes };

const help = `Measures probabilities on made-up logs whose truth is known.

  --shapes A,B   of ${Object.keys(shapes).join(", ")} (default all)
  --customers N  customers of a log (default 4000)
  --seeds A,B    a log of each shape for each seed (default 1,2,3)
`;

/** Log loss above the best that is possible, as a share of it. */
const mostAbove = 0.02;

interface Measured {
  shape: string;
  seed: number;
  people: number;
  loss: number;
  bestLoss: number;
  expected: number;
  low: number;
  high: number;
  /** Expected by the best prediction. */
  best: number;
  bought: number;
  landmarks: number;
  blend: string;
  warnings: string[];
}

const main = () =>
  runProgram({
    help,
    options: {
      shapes: { type: "string", default: Object.keys(shapes).join(",") },
      customers: { type: "string", default: "4000" },
      seeds: { type: "string", default: "1,2,3" },
    },
    async run(values, { dir, screen }) {
      const customers = numberOf("customers", values.customers);
      const engine = await openEngine({ memoryMb: 1024, threads: 2, tempDir: dir });
      const measured: Measured[] = [];
      const refused: string[] = [];
      try {
        for (const shape of values.shapes.split(","))
          for (const seed of numbersOf("seeds", values.seeds)) {
            const log = `${shape}, seed ${seed}`;
            const at = path.join(dir, `${shape}-${seed}`);
            const found = await measure(engine, at, shape, customers, seed).catch(refusalOf);
            if (found instanceof Refusal) refused.push(`${log}, is refused: ${found.message}`);
            else measured.push(found);
            // A run of all shapes takes hours: what it has found so far outlives its end.
            screen.progress(found instanceof Refusal ? refused.at(-1)! : `${log}: ${summaryOf(found)}`);
          }
      } finally {
        engine.close();
      }
      const rows = table(head, measured.map(row));
      for (const line of [...rows, "", ...verdicts(measured), ...refused]) screen.say(line);
    },
  });

const measure = async (
  engine: Engine,
  dir: string,
  name: string,
  customers: number,
  seed: number,
): Promise<Measured> => {
  const shape = shapes[name];
  if (shape === undefined) throw new Error(`There is no shape ${name}.`);
  await mkdir(dir);
  const { uploads, people } = await writeShapedLog(dir, shape, customers, seed);
  const account = await buildAccount(engine, dir, uploads);
  const cohort = { stream_name: "transaction" };
  const { result, scored, warnings, probabilities } = await runTask(account, name, {
    attainment: cohort,
    eligible: cohort,
    outcome: { ...(shape.calendar ?? { horizon_days: shape.horizonDays }), recurring: true },
  });
  const known = [...probabilities].map(([customer, p]) => ({ p, ...people.get(customer)! }));
  const sum = (of: (one: (typeof known)[number]) => number) =>
    known.reduce((total, one) => total + of(one), 0);
  return {
    shape: name,
    seed,
    people: known.length,
    loss: sum(({ p, best }) => crossEntropy(best, p)) / known.length,
    bestLoss: sum(({ best }) => crossEntropy(best, best)) / known.length,
    expected: scored.expected,
    ...scored.expected_interval!,
    best: sum(({ best }) => best),
    bought: known.filter(({ buys }) => buys).length,
    landmarks: result.landmarks.length,
    blend: Object.keys(result.blend).join(", "),
    warnings: warnings.map(({ code }) => String(code)),
  };
};

const refusalOf = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error;
  throw error;
};

/** Expected log loss of the prediction `p` for people of whom a share of `rate` buy. */
const crossEntropy = (rate: number, p: number): number =>
  -(rate * Math.log(p) + (1 - rate) * Math.log(1 - p));

const head = [
  "shape",
  "seed",
  "people",
  "log loss",
  "best possible",
  "above",
  "expected",
  "low",
  "high",
  "best expects",
  "bought",
  "landmarks",
  "blend",
  "warnings",
];

const row = (m: Measured): string[] => [
  m.shape,
  ...[m.seed, m.people].map(String),
  m.loss.toFixed(4),
  m.bestLoss.toFixed(4),
  percent(m.loss / m.bestLoss - 1),
  ...[m.expected, m.low, m.high, m.best, m.bought, m.landmarks].map((x) => x.toFixed(0)),
  m.blend,
  m.warnings.join(", "),
];

const summaryOf = ({ loss, bestLoss, expected, low, high, bought }: Measured): string =>
  `log loss ${percent(loss / bestLoss - 1)} above the best possible, ${expected.toFixed(0)} (${low.toFixed(0)}–${high.toFixed(0)}) expected, ${bought} bought`;

const verdicts = (measured: readonly Measured[]): string[] => [
  ...[...new Set(measured.map(({ shape }) => shape))].map((shape) => {
    const logs = measured.filter((one) => one.shape === shape);
    const above = logs.reduce((sum, { loss, bestLoss }) => sum + loss / bestLoss - 1, 0) / logs.length;
    const isMet = above <= mostAbove;
    return `${shape}: log loss ${percent(above)} above the best possible, at most ${percent(mostAbove)} wanted: ${isMet ? "met" : "MISSED"}`;
  }),
  `Expected numbers within their bounds: ${measured.filter(isInside).length} of ${measured.length} times.`,
];

const isInside = ({ bought, low, high }: Measured): boolean => low <= bought && bought <= high;

const percent = (x: number): string => `${(100 * x).toFixed(1)} %`;

await main();
