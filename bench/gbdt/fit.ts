// node dist/bench/gbdt/fit.js <folder> <features> <trees> <leaves> <learning rate> <rows to explain> <threads>
//
// Fits, scores and explains for bench/gbdt.ts, in a process of its own so that its memory can be measured.

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fitGbdt } from "../../src/model/gbdt/boosting.js";
import { predictGbdt } from "../../src/model/gbdt/predictor.js";
import { shapValues } from "../../src/model/gbdt/shap.js";
import { openThreads } from "../../src/threads/threads.js";

const [folder = ".", ...numbers] = process.argv.slice(2);
const [features = 0, trees = 0, maxLeaves = 0, learningRate = 0, explained = 0, count = 1] =
  numbers.map(Number);

const read = (part: string) => {
  const label = new Uint8Array(readFileSync(path.join(folder, part, "label")));
  const floats = new Float32Array(readFileSync(path.join(folder, part, "columns")).buffer);
  const column = (_: unknown, f: number) => floats.subarray(f * label.length, (f + 1) * label.length);
  return { label, columns: Array.from({ length: features }, column) };
};

const timed = <T>(work: () => T): { ms: number; cpuMs: number; result: T } => {
  const [before, startedMs] = [process.cpuUsage(), performance.now()];
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { ms: performance.now() - startedMs, cpuMs: (user + system) / 1000, result };
};

const train = read("train");
const loadedMb = process.memoryUsage.rss() / 2 ** 20;
await using threads = openThreads(count);
const params = { trees, maxLeaves, learningRate };
const fit = timed(() => fitGbdt(train.columns, train.label, params, { threads }));
const peakMb = process.resourceUsage().maxRSS / 1024;

const test = read("test");
const first = Int32Array.from({ length: explained }, (_, row) => row);
const score = timed(() => predictGbdt(fit.result, test.columns));
const explain = timed(() => shapValues(fit.result, test.columns, first));
writeFileSync(path.join(folder, "scores"), new Uint8Array(score.result.buffer));
const usage = {
  fitMs: fit.ms,
  fitCpuMs: fit.cpuMs,
  peakMb,
  grownMb: peakMb - loadedMb,
  scoreCpuMs: score.cpuMs,
  explainCpuMs: explain.cpuMs,
};
process.stdout.write(`${JSON.stringify(usage)}\n`);
