// The two leaves that a split makes are studied at once, some features at a time: the smaller one's histogram is counted,
// taken from their parent's to leave the larger one's, and both are searched while they are in the cache.

import { countRows, type HistogramMemory, type NodeSums, stretchOf } from "./histogram.js";
import { type Kernel, type Laid, lanes } from "./kernel.js";
import type { Bounds } from "./loss.js";
import { placeOfFound, type Search, type Split, type SplitMemory, searchedAtOnce } from "./splitter.js";
import { rowsAtOnce, stretches, type ThreadPool } from "./thread-pool.js";

export interface Leaf {
  node: number;
  depth: number;
  start: number;
  end: number;
  sums: NodeSums;
  bounds: Bounds;
  /** The place of its histogram. */
  histogram: number;
  split: Split | null;
}

export interface Study {
  /** Whose histogram is counted, and from whose place, the parent's, it is taken. */
  counted: Leaf | null;
  remaining: Leaf | null;
  /** Two at most. */
  searched: readonly Leaf[];
}

const place = { start: 0, count: 1, counted: 2, remaining: 3, searched: 4, nodes: 5 } as const;
const nodeWords = 6;
const none = -1;

export const studyLayout = (trained: number) =>
  ({
    /** Packed gradients by row, and those of a node's rows in their order. */
    gradients: ["f64", trained],
    gathered: ["f64", trained],
    /** The current study, and of each node that is searched its histogram, sums and bounds. */
    studied: ["f64", place.nodes + 2 * nodeWords],
  }) as const;

export type StudyMemory = Laid<ReturnType<typeof studyLayout>> & HistogramMemory & SplitMemory;

/** Eight features make a piece as long as there are as many pieces for every thread; the rest are halved. */
const halvedOf = (features: number, threads: number): number => Math.ceil(features / lanes) % threads;
const piecesOf = (features: number, threads: number): number =>
  Math.ceil(features / lanes) + halvedOf(features, threads);

/** Leaves behind the histograms, and what is found in the leaves that are searched. */
export const study = (
  crew: ThreadPool,
  { studied, gradients, missing }: StudyMemory,
  threads: number,
  { counted, remaining, searched }: Study,
): void => {
  const { start, end } = counted ?? { start: 0, end: 0 };
  studied[place.start] = start;
  studied[place.count] = end - start;
  studied[place.counted] = counted?.histogram ?? none;
  studied[place.remaining] = remaining?.histogram ?? none;
  studied[place.searched] = searched.length;
  searched.forEach(({ histogram, sums, bounds }, i) => {
    const { gradient, hessian, rows } = sums;
    const words = [histogram, gradient, hessian, rows, bounds.lower, bounds.upper];
    studied.set(words, place.nodes + i * nodeWords);
  });
  if (counted && end - start < gradients.length) crew.run("gather", stretches(end - start));
  crew.run("study", piecesOf(missing.length, threads));
};

export const studyWork = (
  kernel: Kernel,
  memory: StudyMemory,
  search: Search,
  threads: number,
  thread: number,
) => {
  const { studied, gradients, gathered, chosen, histograms, index } = memory;
  const halved = halvedOf(chosen.length, threads);

  const count = (first: number, width: 4 | 8): void => {
    const [start, rows] = [studied[place.start]!, studied[place.count]!];
    const [counted, remaining] = [studied[place.counted]!, studied[place.remaining]!];
    if (counted === none) return;
    // All rows are in the list in their own order.
    const packed = rows === gradients.length ? gradients : gathered;
    countRows(kernel, memory, thread, first, width, start, rows, packed, counted);
    if (remaining === none) return;
    const { from, size } = stretchOf(memory, first, width);
    kernel.subtract(histograms, remaining + from, counted + from, size);
  };

  const searchAll = (first: number, end: number): void => {
    for (let i = 0; i < studied[place.searched]!; i++) {
      const at = place.nodes + i * nodeWords;
      const sums = { gradient: studied[at + 1]!, hessian: studied[at + 2]!, rows: studied[at + 3]! };
      const bounds = { lower: studied[at + 4]!, upper: studied[at + 5]! };
      for (let few = first; few < end; few += searchedAtOnce) {
        const to = placeOfFound(chosen.length, few, i === 1);
        search(sums, bounds, studied[at]!, few, Math.min(end, few + searchedAtOnce), to);
      }
    }
  };

  const studyFeatures = (first: number, width: 4 | 8): void => {
    const end = Math.min(chosen.length, first + width);
    const next = chosen.indexOf(1, first);
    if (next >= 0 && next < end) count(first, width);
    searchAll(first, end);
  };

  return {
    gather(piece: number): void {
      const done = piece * rowsAtOnce;
      const size = Math.min(rowsAtOnce, studied[place.count]! - done);
      kernel.gather(gradients, index, studied[place.start]! + done, size, gathered, done);
    },
    study: (piece: number): void =>
      piece < 2 * halved ? studyFeatures((piece * lanes) / 2, 4) : studyFeatures((piece - halved) * lanes, 8),
  };
};
