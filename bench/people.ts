// node dist/bench/people.js --sets febrl3,families --records 100000
//
// How well records become people, and at what cost: public sets with known duplicates, made-up customers with families, and
// with --rows a large file and what a few more records cost after it. No truth is used for matching, and one configuration
// serves all sets. Everything is built by the service's own steps, in processes of their own.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { createScreen, type Screen } from "../src/cli/terminal.js";
import { type ResolutionMode, resolutionModes } from "../src/domain/matching.js";
import { type Engine, openEngine } from "../src/warehouse/engine.js";
import { type Bar, barsOf, scaleBars } from "./people/bars.js";
import { judgeSet } from "./people/judge.js";
import type { LabelledSet } from "./people/labelled-set.js";
import { hasPublicSets, publicNames, publicSet } from "./people/public-sets.js";
import { newShare, scale } from "./people/scale.js";
import { syntheticNames, syntheticSet } from "./people/synthetic-sets.js";
import { barsText, scaleText, setText } from "./people/text.js";

const help = `Measures how well records become people.

  --sets A,B      of ${[...publicNames, ...syntheticNames].join(", ")} (default all)
  --modes A,B     of ${resolutionModes.join(", ")} (default all; links and mistakes shown are those of the last)
  --records N     of each made-up set (default 100000)
  --seeds A,B     each makes up other customers (default 101,202,303)
  --rows N        instead of all that: N made-up records with families, and a file of 1 % of them after the others
  --repeated X    share of the made-up records that repeat one before them, as in an order log (default 0)
  --memory N      MB that the engine of a step may hold before it spills (default 1024)
  --mistakes N    pairs of each set to show that were missed, and that were wrongly made (default 0)
  --keep          leave all files in place
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

const run = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      sets: { type: "string", default: [...publicNames, ...syntheticNames].join(",") },
      modes: { type: "string", default: resolutionModes.join(",") },
      records: { type: "string", default: "100000" },
      seeds: { type: "string", default: "101,202,303" },
      rows: { type: "string" },
      repeated: { type: "string", default: "0" },
      mistakes: { type: "string", default: "0" },
      memory: { type: "string", default: "1024" },
      keep: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const screen = createScreen(process.stdout);
  if (values.help) return screen.say(help);
  const asked: BenchOptions = {
    sets: chosen(values.sets, [...publicNames, ...syntheticNames]),
    modes: chosen(values.modes, resolutionModes),
    records: Number(values.rows ?? values.records),
    seeds: values.seeds.split(",").map(Number),
    repeated: Number(values.repeated),
    mistakes: Number(values.mistakes),
    memoryMb: Number(values.memory),
  };
  await inDirectory(screen, values.keep, asked.memoryMb, async (bench) => {
    const bars = values.rows === undefined ? await judgeSets(bench, asked) : await measureScale(bench, asked);
    for (const line of barsText(bars)) screen.say(line);
  });
};

const chosen = <T extends string>(list: string, known: readonly T[]): T[] =>
  list.split(",").map((name) => {
    const found = known.find((each) => each === name);
    if (found === undefined) throw new Error(`${name} is none of ${known.join(", ")}`);
    return found;
  });

const inDirectory = async (
  screen: Screen,
  isKept: boolean,
  memoryMb: number,
  work: (bench: Bench) => Promise<void>,
): Promise<void> => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-people-"));
  const engine = await openEngine({
    memoryMb: Math.max(2048, memoryMb),
    threads: 2,
    tempDir: path.join(dir, "spill"),
  });
  try {
    await work({ engine, dir, screen });
  } finally {
    engine.close();
    if (isKept) screen.say(`Everything is in ${dir}`);
    else await rm(dir, { recursive: true });
  }
};

const judgeSets = async ({ engine, dir, screen }: Bench, asked: BenchOptions): Promise<Bar[]> => {
  const bars: Bar[] = [];
  const judge = async (title: string, make: (dir: string) => Promise<LabelledSet>) => {
    const at = path.join(dir, title.replace(/\W+/g, "-"));
    screen.progress(title);
    const judged = await judgeSet(engine, await make(at), at, asked);
    for (const line of setText(title, judged)) screen.say(line);
    bars.push(...barsOf(title, judged));
  };
  const wanted = (names: readonly string[]) => names.filter((name) => asked.sets.includes(name));
  const areThere = hasPublicSets();
  if (!areThere) screen.say("The public sets are not there (BELLWETHER_TEST_DATA): they are left out.");
  for (const name of wanted(areThere ? publicNames : []))
    await judge(name, (at) => publicSet(engine, name, at));
  const { records, repeated } = asked;
  for (const name of wanted(syntheticNames))
    for (const seed of asked.seeds)
      await judge(`${name}, seed ${seed}`, (at) => syntheticSet(name, at, { records, repeated, seed }));
  return bars;
};

const measureScale = async ({ engine, dir, screen }: Bench, asked: BenchOptions): Promise<Bar[]> => {
  const { records, repeated, memoryMb } = asked;
  const seed = asked.seeds[0]!;
  screen.progress(`making up ${records} records`);
  const set = await syntheticSet("families", dir, { records, repeated, seed }, newShare);
  const scaled = await scale(engine, set, dir, memoryMb, ({ what, took }) =>
    screen.progress(`${what}: ${took.cpuSeconds.toFixed(1)} cpu s, ${took.peakMb.toFixed(0)} MB`),
  );
  screen.say(`${records.toLocaleString("en-US")} records with families, seed ${seed}`);
  for (const line of scaleText(scaled)) screen.say(line);
  return scaleBars(records, scaled);
};

try {
  await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
