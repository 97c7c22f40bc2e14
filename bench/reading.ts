// node dist/bench/reading.js --layouts 300 --seed 1
//
// Benchmark of reading: made-up exports of shops, in layouts that no reader was made for, each with its truth.
// A figure of a reading is exact, left open, or wrong in silence.

import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { openEngine } from "../src/warehouse/engine.js";
import { numberOf, type Place, runProgram } from "./program/program.js";
import { drawExport } from "./reading/export.js";
import { type Judgement, judge } from "./reading/judge.js";
import { commandReader, productReader, type Reader } from "./reading/readers.js";
import { causesText, questionsText, silentText, verdictsText } from "./reading/text.js";

const help = `Draws exports of shops in random layouts, reads them, and judges the figures.

  --layouts N      number of layouts (default 300)
  --seed N         the same seed gives the same files (default 1)
  --only A,B       only the layouts of these numbers
  --command TEXT   judges another program: it gets the path of a file, and prints JSON
  --write DIR      writes the files and their truth there, and reads nothing
  --show N         silently wrong layouts to show (default 20)
`;

const main = () =>
  runProgram({
    help,
    options: {
      layouts: { type: "string", default: "300" },
      seed: { type: "string", default: "1" },
      only: { type: "string" },
      command: { type: "string" },
      write: { type: "string" },
      show: { type: "string", default: "20" },
    },
    async run(values, place) {
      const seed = numberOf("seed", values.seed);
      const all = Array.from({ length: numberOf("layouts", values.layouts) }, (_, i) => i + 1);
      const numbers = values.only === undefined ? all : values.only.split(",").map(Number);
      if (values.write !== undefined) {
        for (const number of numbers) await writeExport(values.write, seed, number);
        return;
      }
      const judged = await withReader(values.command, place, (reader) =>
        judgeAll(reader, seed, numbers, place),
      );
      const silent = judged.filter(({ verdict }) => verdict === "silent");
      for (const line of [
        ...silent.slice(0, Number(values.show)).flatMap(silentText),
        ...causesText(judged),
        ...questionsText(judged),
        ...verdictsText(judged),
      ])
        place.screen.say(line);
    },
  });

const withReader = async <T>(
  command: string | undefined,
  { dir }: Place,
  work: (reader: Reader) => Promise<T>,
): Promise<T> => {
  if (command !== undefined) return work(commandReader(command));
  const engine = await openEngine({ memoryMb: 1024, threads: 2, tempDir: path.join(dir, "spill") });
  try {
    return await work(productReader(engine, dir));
  } finally {
    engine.close();
  }
};

const judgeAll = async (
  reader: Reader,
  seed: number,
  numbers: readonly number[],
  { dir, screen, signal }: Place,
): Promise<Judgement[]> => {
  const judged: Judgement[] = [];
  for (const number of numbers) {
    signal.throwIfAborted();
    const { file, drawn } = await writeExport(path.join(dir, "exports"), seed, number);
    judged.push(judge(number, drawn, await reader.read(file, drawn.body.length)));
    screen.progress(`${judged.length} of ${numbers.length} layouts`);
  }
  return judged;
};

/** `<dir>/<number>/export.csv` and `truth.json`. */
const writeExport = async (dir: string, seed: number, number: number) => {
  const drawn = drawExport(seed, number);
  const at = path.join(dir, String(number).padStart(4, "0"));
  const file = path.join(at, drawn.filename);
  await mkdir(at, { recursive: true });
  await writeFile(file, drawn.body);
  await writeFile(
    path.join(at, "truth.json"),
    `${JSON.stringify({ file: drawn.filename, ...drawn.truth }, null, 1)}\n`,
  );
  return { file, drawn };
};

await main();
