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

interface Required {
  f1?: number;
  precision?: number;
  recall?: number;
  /** Largest share of the people found that are several. */
  mixed?: number;
  /** By kind of record, the smallest share found. */
  found?: Record<string, number>;
}

/** By set. */
const required: Record<string, Required> = {
  febrl3: { f1: 0.998 },
  fake_1000: { f1: 0.92 },
  families: { f1: 0.95, precision: 0.97 },
  families_address: { f1: 0.88 },
  singles: { f1: 0.97 },
  retailer: { precision: 0.98, recall: 0.965, mixed: 0.003, found: { guest: 0.9 } },
  historical: { f1: 0.87 },
  countries: { f1: 0.975 },
  organisations: { f1: 0.98, precision: 0.98 },
  few_names: { precision: 1, mixed: 0 },
  world_600: { f1: 0.95, precision: 0.985, mixed: 0.01 },
  world_2000: { f1: 0.97, precision: 0.985, mixed: 0.006 },
};

/** Fewer links are too few to judge. */
const minLinks = 100;

export const barsOf = (title: string, judged: JudgedSet): Bar[] => [
  ...scoreBars(title, judged),
  ...linkBars(title, judged),
];

const scoreBars = (title: string, { name, runs, kinds }: JudgedSet): Bar[] => {
  const standard = runs.find(({ mode }) => mode === "standard");
  const bounds = required[name];
  if (standard === undefined || bounds === undefined) return [];
  const { score } = standard;
  const atLeast = (what: string, found: number, min: number | undefined): Bar[] =>
    min === undefined ? [] : [{ what: `${title}: ${what}`, found, min }];
  return [
    ...atLeast("F1", score.f1, bounds.f1),
    ...atLeast("precision", score.precision, bounds.precision),
    ...atLeast("recall", score.recall, bounds.recall),
    ...(bounds.mixed === undefined
      ? []
      : [{ what: `${title}: share of mixed people`, found: score.mixed, max: bounds.mixed }]),
    ...kinds.flatMap(({ kind, found }) => atLeast(`${kind} found`, found ?? 1, bounds.found?.[kind])),
  ];
};

const linkBars = (title: string, { links }: JudgedSet): Bar[] =>
  [0.95, Infinity].flatMap((max) => {
    const judged = linksBetween(links, 0.9, max);
    const range = max === Infinity ? "0.9 and more" : `0.9 to ${max}`;
    if (judged === null || judged.links < minLinks) return [];
    return [{ what: `${title}: links of ${range} that are right`, found: judged.observed, min: 0.9 }];
  });

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
