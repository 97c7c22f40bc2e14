// What person resolution must reach, in mode standard, with one configuration for all sets.

import type { JudgedSet } from "./judge.js";
import type { Scaled } from "./scale.js";
import { linksBetween } from "./score.js";

export interface Bar {
  what: string;
  found: number;
  /** Which the figure must reach, or must not exceed. */
  least?: number;
  most?: number;
}

export const isMet = ({ found, least = -Infinity, most = Infinity }: Bar): boolean =>
  found >= least && found <= most;

/** By set. */
const leastFigures: Record<string, { f1: number; precision?: number }> = {
  febrl3: { f1: 0.998 },
  fake_1000: { f1: 0.92 },
  families: { f1: 0.95, precision: 0.97 },
  families_address: { f1: 0.88 },
  singles: { f1: 0.97 },
};

/** Fewer say little. */
const fewestLinks = 100;

export const barsOf = (title: string, { name, runs, links }: JudgedSet): Bar[] => {
  const standard = runs.find(({ mode }) => mode === "standard");
  const least = leastFigures[name];
  const bars: Bar[] = [];
  if (standard && least) bars.push({ what: `${title}: F1`, found: standard.score.f1, least: least.f1 });
  if (standard && least?.precision !== undefined)
    bars.push({ what: `${title}: precision`, found: standard.score.precision, least: least.precision });
  for (const most of [0.95, Infinity]) {
    const asked = linksBetween(links, 0.9, most);
    const range = most === Infinity ? "0.9 and more" : `0.9 to ${most}`;
    if (asked !== null && asked.links >= fewestLinks)
      bars.push({ what: `${title}: links of ${range} that are right`, found: asked.observed, least: 0.9 });
  }
  return bars;
};

const million = 1_000_000;

/** Time for a million records, memory for one and for ten million. */
export const scaleBars = (records: number, { builds, costRatio, agreement }: Scaled): Bar[] => {
  const { cpuSeconds, peakMb } = builds.find(({ what }) => what === "people, anew")!.took;
  const bars: Bar[] = [
    { what: "cost of 1 % more, of starting anew", found: costRatio, most: 0.1 },
    { what: "agreement with starting anew, F1", found: agreement, least: 0.999 },
  ];
  if (records <= million) bars.push({ what: "processor seconds", found: cpuSeconds, most: 60 });
  if (records <= 10 * million)
    bars.push({ what: "peak MB", found: peakMb, most: records <= million ? 1536 : 8192 });
  return bars;
};
