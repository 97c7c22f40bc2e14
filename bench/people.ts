// node dist/bench/people.js --sets febrl3,families --records 100000
//
// Benchmark of identity resolution, in quality and cost: public sets with known duplicates, synthetic
// customers with families, and with --rows a large file and an incremental build after it. Matching sees no
// labels, and all sets use one configuration. The service's own steps run in processes of their own.

import path from "node:path";
import type { Screen } from "../src/cli/terminal.js";
import { type ResolutionMode, resolutionModes } from "../src/domain/people/matching.js";
import { type Engine, openEngine } from "../src/warehouse/engine.js";
import { type Bar, barsOf, scaleBars } from "./people/bars.js";
import { judgeSet } from "./people/judge.js";
import type { LabelledSet } from "./people/labelled-set.js";
import { hasPublicSets, publicNames, publicSet } from "./people/public-sets.js";
import { newShare, scale } from "./people/scale.js";
import { syntheticNames, syntheticSet } from "./people/synthetic-sets.js";
import { barsText, scaleText, setText } from "./people/text.js";
import { numberOf, numbersOf, oneOf, type Place, runProgram } from "./program/program.js";

const help = `Measures the quality and cost of identity resolution.

  --sets A,B      of ${[...publicNames, ...syntheticNames].join(", ")} (default all)
  --modes A,B     of ${resolutionModes.join(", ")} (default all; links and errors are shown for the last)
  --records N     records of each synthetic set (default 100000)
  --seeds A,B     seeds of the synthetic sets (default 101,202,303)
  --rows N        instead: N synthetic records with families, 1 % of them in a second file
  --repeated X    share of synthetic records that repeat the previous one, as in an order log (default 0)
  --memory N      memory of a step's engine in MB, before it spills (default 1024)
  --mistakes N    missed and wrong pairs to show for each set (default 0)
`;

interface BenchOptions {
  sets: string[];
  modes: ResolutionMode[];
  records: number;
  seeds: number[];
  repeated: number;
  mistakes: number;
  memoryMb: number;
}

interface Bench {
  engine: Engine;
  dir: string;
  screen: Screen;
}

const main = () =>
  runProgram({
    help,
    options: {
      sets: { type: "string", default: [...publicNames, ...syntheticNames].join(",") },
      modes: { type: "string", default: resolutionModes.join(",") },
      records: { type: "string", default: "100000" },
      seeds: { type: "string", default: "101,202,303" },
      rows: { type: "string" },
      repeated: { type: "string", default: "0" },
      mistakes: { type: "string", default: "0" },
      memory: { type: "string", default: "1024" },
    },
    async run(values, place) {
      const chosen = <T extends string>(option: "sets" | "modes", known: readonly T[]) =>
        values[option].split(",").map((name) => oneOf(option, name, known));
      const options: BenchOptions = {
        sets: chosen("sets", [...publicNames, ...syntheticNames]),
        modes: chosen("modes", resolutionModes),
        records: numberOf("records", values.rows ?? values.records),
        seeds: numbersOf("seeds", values.seeds),
        repeated: Number(values.repeated),
        mistakes: Number(values.mistakes),
        memoryMb: numberOf("memory", values.memory),
      };
      await withEngine(place, options.memoryMb, async (bench) => {
        const bars =
          values.rows === undefined ? await judgeSets(bench, options) : await measureScale(bench, options);
        for (const line of barsText(bars)) place.screen.say(line);
      });
    },
  });

const withEngine = async (
  { dir, screen }: Place,
  memoryMb: number,
  work: (bench: Bench) => Promise<void>,
): Promise<void> => {
  const engine = await openEngine({
    memoryMb: Math.max(2048, memoryMb),
    threads: 2,
    tempDir: path.join(dir, "spill"),
  });
  try {
    await work({ engine, dir, screen });
  } finally {
    engine.close();
  }
};

const judgeSets = async ({ engine, dir, screen }: Bench, options: BenchOptions): Promise<Bar[]> => {
  const bars: Bar[] = [];
  const judge = async (title: string, make: (dir: string) => Promise<LabelledSet>) => {
    const at = path.join(dir, title.replace(/\W+/g, "-"));
    screen.progress(title);
    const judged = await judgeSet(engine, await make(at), at, options);
    for (const line of setText(title, judged)) screen.say(line);
    bars.push(...barsOf(title, judged));
  };
  const wanted = (names: readonly string[]) => names.filter((name) => options.sets.includes(name));
  const hasPublic = hasPublicSets();
  if (!hasPublic) screen.say("Public sets are left out: BELLWETHER_TEST_DATA does not have them.");
  for (const name of wanted(hasPublic ? publicNames : []))
    await judge(name, (at) => publicSet(engine, name, at));
  const { records, repeated } = options;
  for (const name of wanted(syntheticNames))
    for (const seed of options.seeds)
      await judge(`${name}, seed ${seed}`, (at) => syntheticSet(name, at, { records, repeated, seed }));
  return bars;
};

const measureScale = async ({ engine, dir, screen }: Bench, options: BenchOptions): Promise<Bar[]> => {
  const { records, repeated, memoryMb } = options;
  const seed = options.seeds[0]!;
  screen.progress(`generating ${records} records`);
  const set = await syntheticSet("families", dir, { records, repeated, seed }, newShare);
  const scaled = await scale(engine, set, dir, memoryMb, ({ what, took }) =>
    screen.progress(`${what}: ${took.cpuSeconds.toFixed(1)} cpu s, ${took.peakMb.toFixed(0)} MB`),
  );
  screen.say(`${records.toLocaleString("en-US")} records with families, seed ${seed}`);
  for (const line of scaleText(scaled)) screen.say(line);
  return scaleBars(records, scaled);
};

await main();
