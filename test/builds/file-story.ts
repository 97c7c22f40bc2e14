// Story of an account's files: they come, go and are replaced, one moment after the other.

import { mkdtemp, writeFile } from "node:fs/promises";
import path from "node:path";
import type { DatasetConfig } from "../../src/domain/data/dataset.js";
import type { Random } from "../../src/model/numeric/random.js";
import type { TestDataset } from "../../src/warehouse/persons/fixtures.js";
import { DatasetBuilds, type TestFile } from "../people/dataset-builds.js";
import type { Workshop } from "../support/workshop.js";

export const pick = <T>(random: Random, values: readonly T[]): T =>
  values[Math.floor(random() * values.length)]!;

export type BuiltDataset = TestDataset & { config: DatasetConfig };

export class FileStory {
  moment = 1;
  private readonly files: Record<string, TestFile[]>;

  constructor(
    private readonly workshop: Workshop,
    private readonly configs: Readonly<Record<string, DatasetConfig>>,
  ) {
    this.files = Object.fromEntries(Object.keys(configs).map((name) => [name, []]));
  }

  async add(name: string, text: string): Promise<void> {
    const filename = `${name}-${this.moment}.csv`;
    const file = path.join(await mkdtemp(path.join(this.workshop.root, "file-")), filename);
    await writeFile(file, text);
    this.moment += 10;
    const version = {
      path: file,
      filename,
      bytes: text.length,
      sha256: text,
      arrived_at: this.moment,
      replaced_at: null,
    };
    this.files[name]!.push(version);
  }

  /** Removes a file, or replaces it by one with other rows; `last` takes the place of the last file. */
  async remove(random: Random, name: string, replacement: string | null, last: string): Promise<void> {
    const there = this.files[name]!.filter(({ replaced_at }) => replaced_at === null);
    const gone = pick(random, there);
    this.moment += 10;
    gone.replaced_at = this.moment;
    if (replacement !== null || there.length === 1) await this.add(name, replacement ?? last);
  }

  /** Builds of the datasets, each from the one before; those without a file are left out. */
  builds(isContinuing: boolean, now?: number): () => Promise<BuiltDataset[]> {
    const builds = Object.entries(this.configs).map(([name, config]) => ({
      name,
      config,
      builds: new DatasetBuilds(this.workshop, name, config, this.files[name]!, isContinuing, now),
    }));
    return async () => {
      const built: BuiltDataset[] = [];
      for (const { name, config, builds: own } of builds)
        if (this.files[name]!.length > 0) built.push({ ...(await own.buildAt(this.moment)), config });
      return built;
    };
  }
}

/** Configuration of a dataset in an upload directory of its name. */
export const datasetOf = (name: string, rest: object): DatasetConfig =>
  ({
    name,
    identity_sets: { customer: { customer_id: "id", email: "email" } },
    options: { type: "hosted_csv", upload_directory: name },
    output_to_streams: {},
    output_to_traits: {},
    ...rest,
  }) as unknown as DatasetConfig;
