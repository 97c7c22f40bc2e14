// Tables of the benchmark: what each step of a size used, its ratios, and how the steps grow from size to size.

import { table } from "../../src/cli/table.js";
import type { Machine } from "./machine.js";
import { exponentsOf, type Measured, ratiosOf, stepNames, type Use } from "./measured.js";

export const machineText = (machine: Machine): string => {
  const { processor, cores, memoryMb, memoryMbPerSecond, diskWriteMbPerSecond, diskReadMbPerSecond } =
    machine;
  const read = diskReadMbPerSecond === null ? "not measured" : `${diskReadMbPerSecond} MB/s`;
  return [
    `${cores} cores (${processor}), ${Math.round(memoryMb / 1024)} GB of memory.`,
    `Memory copies ${(memoryMbPerSecond / 1000).toFixed(1)} GB/s on one thread; the disk writes ${diskWriteMbPerSecond} MB/s and reads ${read}.`,
  ].join(" ");
};

export const sizeText = (measured: Measured): string[] => {
  const { uses, references, events, auc, diskMb, keptModel, failures } = measured;
  const names = [...stepNames, "server", "waiting", "file to file"].filter((name) => uses[name]);
  const rows = [
    ...names.map((name) => useRow(name, uses[name]!, events)),
    ...Object.keys(uses)
      .filter((name) => !names.includes(name))
      .map((name) => useRow(name, uses[name]!, events)),
    ...Object.entries(references).map(([name, use]) => useRow(`reference: ${name}`, use, events)),
  ];
  const ratios = ratiosOf(measured).map(({ name, ours, theirs, ratio, bar }) => [
    ...[name, figure(ours), figure(theirs), ratio.toFixed(2), bar === null ? "" : String(bar)],
    bar === null ? "" : ratio <= bar ? "met" : "missed",
  ]);
  return [
    ...table(["step", "P", "W", "MB", "P per million"], rows),
    ...(ratios.length > 0 ? ["", ...table(["ratio", "ours", "theirs", "ratio", "bar", ""], ratios)] : []),
    ...(diskMb === null
      ? []
      : ["", `  The service's data takes ${diskMb.toLocaleString("en-US")} MB of disk.`]),
    ...(keptModel === null
      ? []
      : [`  The new file ${keptModel ? "left the model as it was" : "made a refit due"}.`]),
    ...aucText(auc),
    ...Object.entries(failures).map(([part, message]) => `  Not measured: ${part}. ${message}`),
  ];
};

const useRow = (name: string, { processorSeconds, wallSeconds, peakMb }: Use, events: number): string[] => [
  ...[name, figure(processorSeconds), figure(wallSeconds)],
  peakMb === 0 ? "" : Math.round(peakMb).toLocaleString("en-US"),
  ((processorSeconds / events) * 1e6).toFixed(2),
];

/** Nothing for the wall time of what runs beside everything else. */
const figure = (value: number): string =>
  value === 0 ? "" : value < 100 ? value.toFixed(2) : value.toFixed(0);

const aucText = (auc: Record<string, number>): string[] => {
  const known = Object.entries(auc).map(([name, value]) => `${name} ${value.toFixed(4)}`);
  return known.length === 0 ? [] : [`  AUC, each on test people of its own: ${known.join(", ")}.`];
};

/** One column for each pair of neighbouring sizes; 1 is linear. */
export const growthText = (sizes: readonly Measured[]): string[] => {
  const pairs = sizes
    .slice(1)
    .map((to, i) => ({ from: sizes[i]!, to, exponents: exponentsOf(sizes[i]!, to) }));
  const names = [...new Set(pairs.flatMap(({ exponents }) => Object.keys(exponents)))];
  if (names.length === 0) return [];
  const million = ({ events }: Measured) => (events / 1e6).toPrecision(2);
  const header = [
    "growth of P (exponent)",
    ...pairs.map(({ from, to }) => `${million(from)} to ${million(to)} M`),
  ];
  const rows = names.map((name) => [
    name,
    ...pairs.map(({ exponents }) => exponents[name]?.toFixed(2) ?? ""),
  ]);
  return table(header, rows);
};
