// node dist/bench/download.js --megabytes 200
//
// Benchmark of downloads: a hosted file with its bytes checked while they are sent, beside the same stream
// without. Processor time is that of the server alone; the longest stall of its event loop is how long other
// requests waited at most. All figures are medians.

import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { open } from "node:fs/promises";
import path from "node:path";
import { table } from "../src/cli/table.js";
import { hashFile } from "../src/integrity/file-hash.js";
import type { Usage } from "./download/server.js";
import { numberOf, runProgram } from "./program/program.js";

const help = `Measures downloads with and without the check of their bytes.

  --megabytes N  size of the file (default 200)
  --rounds N     downloads of each kind, in turns (default 9)
`;

interface Download extends Usage {
  ms: number;
}

const kinds = ["unchecked", "checked"] as const;

const main = () =>
  runProgram({
    help,
    options: { megabytes: { type: "string", default: "200" }, rounds: { type: "string", default: "9" } },
    async run({ megabytes, rounds }, { dir, screen }) {
      const file = await writeFile(dir, numberOf("megabytes", megabytes));
      const downloads = await measure(dir, file, numberOf("rounds", rounds));
      for (const line of report(downloads)) screen.say(line);
    },
  });

const writeFile = async (dir: string, megabytes: number): Promise<string> => {
  const file = path.join(dir, "file.csv");
  const handle = await open(file, "w");
  const bytes = randomBytes(1e6);
  for (let n = 0; n < megabytes; n++) await handle.writeFile(bytes);
  await handle.close();
  return file;
};

/** By kind. The first of each kind is not counted: it reads the file from the disk, and hashes it in the thread. */
const measure = async (dir: string, file: string, rounds: number): Promise<Download[][]> => {
  const { bytes, sha256 } = await hashFile(file);
  const server = fork(new URL("./download/server.js", import.meta.url), [
    ...[dir, path.basename(file)],
    ...[String(bytes), sha256],
  ]);
  try {
    const [url] = (await once(server, "message")) as [string];
    for (const kind of kinds) await download(url, kind, bytes);
    const measured: Download[][] = kinds.map(() => []);
    for (let round = 0; round < rounds; round++)
      for (const [i, kind] of kinds.entries()) measured[i]!.push(await download(url, kind, bytes));
    return measured;
  } finally {
    server.kill();
  }
};

const usageOf = async (url: string): Promise<Usage> => (await (await fetch(`${url}/usage`)).json()) as Usage;

const download = async (url: string, kind: string, bytes: number): Promise<Download> => {
  await usageOf(url);
  const began = performance.now();
  const { body } = await fetch(`${url}/${kind}`);
  let received = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) received += chunk.length;
  const ms = performance.now() - began;
  if (received !== bytes) throw new Error(`Received ${received} of ${bytes} bytes`);
  return { ms, ...(await usageOf(url)) };
};

const report = ([unchecked, checked]: readonly Download[][]): string[] => {
  const figures = (downloads: readonly Download[]): number[] => [
    median(downloads.map(({ ms }) => ms)),
    median(downloads.map(({ cpuMs }) => cpuMs)),
    median(downloads.map(({ longestStallMs }) => longestStallMs)),
  ];
  const [plain, hashed] = [figures(unchecked!), figures(checked!)];
  return table(
    ["download", "wall ms", "cpu ms", "longest stall ms"],
    [
      ["without the check", ...plain.map((value) => value.toFixed(0))],
      ["with the check", ...hashed.map((value) => value.toFixed(0))],
      ["ratio", ...hashed.map((value, i) => (value / plain[i]!).toFixed(2))],
    ],
  );
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

await main();
