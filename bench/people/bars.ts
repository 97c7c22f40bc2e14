// Requirements of identity resolution in mode standard, with one configuration for all sets.

import type { JudgedSet } from "./judge.js";
import type { Scaled } from "./scale.js";
import { linksBetween } from "./score.js";

export interface Bar {
  what: string;
  found: number;
  /** Bounds of the figure. */
  min?: number;
  max?: number;
}

export const isMet = ({ found, min = -Infinity, max = Infinity }: Bar): boolean =>
  found >= min && found <= max;

/** By set. */
const minScores: Record<string, { f1: number; precision?: number }> = {
  febrl3: { f1: 0.998 },
  fake_1000: { f1: 0.92 },
  families: { f1: 0.95, precision: 0.97 },
  families_address: { f1: 0.88 },
  singles: { f1: 0.97 },
};

/** Fewer links are too few to judge. */
const minLinks = 100;

export const barsOf = (title: string, { name, runs, links }: JudgedSet): Bar[] => {
  const standard = runs.find(({ mode }) => mode === "standard");
  const min = minScores[name];
  const bars: Bar[] = [];
  if (standard && min) bars.push({ what: `${title}: F1`, found: standard.score.f1, min: min.f1 });
  if (standard && min?.precision !== undefined)
    bars.push({ what: `${title}: precision`, found: standard.score.precision, min: min.precision });
  for (const max of [0.95, Infinity]) {
    const judged = linksBetween(links, 0.9, max);
    const range = max === Infinity ? "0.9 and more" : `0.9 to ${max}`;
    if (judged !== null && judged.links >= minLinks)
      bars.push({ what: `${title}: links of ${range} that are right`, found: judged.observed, min: 0.9 });
  }
  return bars;
};

const million = 1_000_000;

/** Time for a million records, memory for one and for ten million. */
export const scaleBars = (records: number, { builds, costRatio, agreement }: Scaled): Bar[] => {
  const { cpuSeconds, peakMb } = builds.find(({ what }) => what === "people, full")!.took;
  const bars: Bar[] = [
    { what: "cost of 1 % more, relative to a full build", found: costRatio, max: 0.1 },
    { what: "agreement with a full build, F1", found: agreement, min: 0.999 },
  ];
  if (records <= million) bars.push({ what: "processor seconds", found: cpuSeconds, max: 60 });
  if (records <= 10 * million)
    bars.push({ what: "peak MB", found: peakMb, max: records <= million ? 1536 : 8192 });
  return bars;
};
