// Builds of datasets and of people from files of a test, one after the other, without a service.

import { mkdtemp } from "node:fs/promises";
import path from "node:path";
import type { FileVersion } from "../../src/builds/dataset/file-history.js";
import { buildDataset } from "../../src/builds/dataset/step.js";
import type { DatasetConfig } from "../../src/domain/data/dataset.js";
import type { TestDataset } from "../../src/warehouse/persons/fixtures.js";
import { stepTools } from "../support/step-tools.js";
import type { Workshop } from "../support/workshop.js";

export type TestFile = FileVersion & { bytes: number; sha256?: string };

/** Builds of a dataset, each from the one before. */
export class DatasetBuilds {
  private previous: { dir: string; through: number; isIntact: boolean } | null = null;

  constructor(
    private readonly workshop: Workshop,
    private readonly id: string,
    private readonly config: DatasetConfig,
    private readonly versions: readonly TestFile[],
    /** Whether a build reads only files that are new, where it can. */
    private readonly isContinuing = false,
    /** Rows of later dates are rejected. */
    private readonly now = 1_000,
  ) {}

  /** From the files that have arrived by then. */
  async buildAt(moment: number): Promise<TestDataset> {
    const { engine, root } = this.workshop;
    const known = this.versions
      .filter(({ arrived_at }) => arrived_at <= moment)
      .map((file) => ({
        ...file,
        replaced_at: (file.replaced_at ?? Infinity) <= moment ? file.replaced_at : null,
      }));
    const since = this.previous?.through ?? 0;
    const dir = await mkdtemp(path.join(root, `${this.id}-`));
    const arrivalsThrough = Math.max(0, ...known.map(({ arrived_at }) => arrived_at));
    const result = await buildDataset(
      {
        config: this.config,
        files: known.filter(({ replaced_at }) => replaced_at === null),
        history: {
          replaced: known.filter(({ replaced_at }) => replaced_at !== null && replaced_at > since),
          arrivalsThrough,
          previous: this.previous,
          known: null,
        },
      },
      stepTools(engine, dir, { now: this.now }),
    );
    this.previous = { dir, through: arrivalsThrough, isIntact: this.isContinuing };
    return { id: this.id, dir, result, privacy: undefined };
  }
}
