// node dist/bench/gbdt-fit.js <folder> <features> <trees> <leaves> <learning rate> <rows to explain>
//
// Our half of bench/gbdt.ts, in a process of its own so that its memory is its own: fit, score, explain, say what it took.

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fitGbdt } from "../src/model/gbdt/boost.js";
import { predictGbdt } from "../src/model/gbdt/predict.js";
import { shapValues } from "../src/model/shap/shap.js";

const [folder = ".", ...numbers] = process.argv.slice(2);
const [features = 0, trees = 0, maxLeaves = 0, learningRate = 0, explained = 0] = numbers.map(Number);

const read = (part: string) => {
  const label = new Uint8Array(readFileSync(path.join(folder, part, "label")));
  const floats = new Float32Array(readFileSync(path.join(folder, part, "columns")).buffer);
  const column = (_: unknown, f: number) => floats.subarray(f * label.length, (f + 1) * label.length);
  return { label, columns: Array.from({ length: features }, column) };
};

const cpuMs = <T>(work: () => T): [number, T] => {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return [(user + system) / 1000, result];
};

const train = read("train");
const startedMs = performance.now();
const params = { trees, maxLeaves, learningRate };
const [fitCpuMs, model] = cpuMs(() => fitGbdt(train.columns, train.label, params));
const fitMs = performance.now() - startedMs;
const peakMb = process.resourceUsage().maxRSS / 1024;

const test = read("test");
const first = Int32Array.from({ length: explained }, (_, row) => row);
const [scoreCpuMs, scores] = cpuMs(() => predictGbdt(model, test.columns));
const [explainCpuMs] = cpuMs(() => shapValues(model, test.columns, first));
writeFileSync(path.join(folder, "scores"), new Uint8Array(scores.buffer));
process.stdout.write(`${JSON.stringify({ fitMs, fitCpuMs, peakMb, scoreCpuMs, explainCpuMs })}\n`);
