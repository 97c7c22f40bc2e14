// Streams whose files come, go and are replaced, while people are merged and listed: the events that were there stay where they are as long
// as that is right, and each build has what a build from nothing has.

import { existsSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { buildPeople } from "../../src/builds/people/step.js";
import { buildStream } from "../../src/builds/stream/step.js";
import type { DatasetConfig } from "../../src/domain/dataset.js";
import { seededRandom } from "../../src/model/numeric/random.js";
import type { Row } from "../../src/warehouse/engine.js";
import { partsOf } from "../../src/warehouse/layers.js";
import type { TestDataset } from "../../src/warehouse/persons/fixtures.js";
import { relation, streamFiles } from "../../src/warehouse/relations.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import { DatasetBuilds, openWorkshop, type TestFile } from "../people/dataset-builds.js";

const workshop = openWorkshop("added-events-", 500);
const tools = (dir: string) => ({ engine: workshop.engine, dir, now: 1_000, seed: 1, progress: () => {} });

const dataset = (name: string, rest: object): DatasetConfig =>
  ({
    name,
    identity_sets: { customer: { customer_id: "id", email: "email" } },
    options: { type: "hosted_csv", upload_directory: name },
    output_to_streams: {},
    output_to_traits: {},
    ...rest,
  }) as unknown as DatasetConfig;

const events = {
  data_map: {
    datetime: { column_name: "date" },
    value: { column_name: "total" },
    kind: { column_name: "kind" },
  },
};
const orders = dataset("orders", { output_to_streams: { order: events } });
const visits = dataset("visits", { output_to_streams: { order: events } });
const cards = dataset("cards", {});
const list = dataset("list", { privacy: "suppress" });

type Chance = () => number;
const pick = <T>(random: Chance, values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
const idOf = (random: Chance, people: number) => `c${Math.floor(random() * people)}`;
const mailOf = (random: Chance, people: number) => `m${Math.floor(random() * people)}@example.com`;
const totalOf = (random: Chance) => (Math.floor(random() * 9000) / 100 + 1).toFixed(2);
const dateOf = (random: Chance) =>
  new Date(Math.floor(random() * 900) * 60_000 - 3e10).toISOString().slice(0, 10);

const eventRows = (random: Chance, count: number, people: number): string =>
  ["id,email,date,total,kind"]
    .concat(
      Array.from({ length: count }, () => {
        const who = random() < 0.7 ? [idOf(random, people), ""] : ["", mailOf(random, people)];
        return [...who, dateOf(random), totalOf(random), pick(random, ["a", "b", ""])].join(",");
      }),
    )
    .join("\n");

/** A card joins whoever has the id with whoever has the address. */
const cardRow = (random: Chance, people: number) =>
  `id,email\n${idOf(random, people)},${mailOf(random, people)}`;

class Story {
  readonly files: Record<string, TestFile[]> = { orders: [], visits: [], cards: [], list: [] };
  moment = 1;

  async add(name: string, text: string): Promise<void> {
    const filename = `${name}-${this.moment}.csv`;
    const file = path.join(await mkdtemp(path.join(workshop.root, "file-")), filename);
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

  /** Removes a file, or replaces it by one with other rows. */
  async remove(random: Chance, name: string, replacement: string | null): Promise<void> {
    const there = this.files[name]!.filter(({ replaced_at }) => replaced_at === null);
    const gone = pick(random, there);
    this.moment += 10;
    gone.replaced_at = this.moment;
    if (replacement !== null || there.length === 1)
      await this.add(name, replacement ?? "id,email,date,total,kind\nc0,,2020-01-01,1,a");
  }
}

const peopleOf = async (
  datasets: readonly (TestDataset & { config: DatasetConfig })[],
  previousDir: string | null,
) => {
  const dir = await mkdtemp(path.join(workshop.root, "people-"));
  await buildPeople(
    {
      config: {} as never,
      datasets: datasets.map(({ id, dir, result, config }) => ({ id, dir, result, privacy: config.privacy })),
      previousDir,
    },
    tools(dir),
  );
  return dir;
};

const streamOf = async (datasets: readonly TestDataset[], peopleDir: string, previousDir: string | null) => {
  const dir = await mkdtemp(path.join(workshop.root, "stream-"));
  const emitting = datasets.filter(({ result }) => "order" in result.streams);
  const input = {
    ...{ name: "order", peopleDir, previousDir, version: 1 },
    datasets: emitting.map(({ id, dir, result }) => ({ id, dir, summary: result.streams.order! })),
  };
  const result = await buildStream(input, tools(dir));
  return { dir, result, parts: partsOf(streamFiles(dir).events).length };
};

const rowsOf = async (dir: string): Promise<Row[][]> => {
  const { events, summary } = streamFiles(dir);
  const list = sql`replace (cast(s.first_times as varchar) as first_times, cast(s.value as varchar) as value)`;
  return [
    await workshop.engine.rows(sql`select * from ${relation(events)} as e order by all`),
    await workshop.engine.rows(sql`select s.* ${list} from ${relation(summary)} as s`),
  ];
};

const people = 60;
test.each([1, 2, 3])(
  "a stream of files that come and go is the same as one from nothing (seed %i)",
  async (seed) => {
    const random = seededRandom(seed * 7919);
    const story = new Story();
    await story.add("orders", eventRows(random, 400, people));
    await story.add("visits", eventRows(random, 100, people));
    await story.add("cards", cardRow(random, people));
    const configs = { orders, visits, cards, list };
    const continuing = new Map<string, DatasetBuilds>();
    const separate = new Map<string, DatasetBuilds>();
    for (const [name, config] of Object.entries(configs)) {
      continuing.set(name, new DatasetBuilds(workshop, name, config, story.files[name]!, true));
      separate.set(name, new DatasetBuilds(workshop, name, config, story.files[name]!));
    }
    const built = async (builds: Map<string, DatasetBuilds>) => {
      const used = Object.entries(configs).filter(([name]) => story.files[name]!.length > 0);
      const all = [];
      for (const [name, config] of used)
        all.push({ ...(await builds.get(name)!.buildAt(story.moment)), config });
      return all;
    };
    let previous: { people: string; stream: string } | null = null;
    let added = 0;
    for (let step = 0; step < 9; step++) {
      const chance = random();
      if (step > 0 && chance < 0.6)
        await story.add(
          pick(random, ["orders", "visits"]),
          eventRows(random, 1 + Math.floor(random() * 25), people + step),
        );
      else if (step > 0 && chance < 0.7) await story.add("cards", cardRow(random, people));
      else if (step > 0 && chance < 0.8) await story.remove(random, "orders", null);
      else if (step > 0 && chance < 0.9) await story.remove(random, "visits", eventRows(random, 30, people));
      else if (step > 0) await story.add("list", `id,email\n${idOf(random, people)},`);
      const datasets = await built(continuing);
      const fresh = await built(separate);
      const here = await peopleOf(datasets, previous?.people ?? null);
      const there = await peopleOf(fresh, null);
      const continued = await streamOf(datasets, here, previous?.stream ?? null);
      const whole = await streamOf(fresh, there, null);
      expect(continued.result).toEqual(whole.result);
      expect(await rowsOf(continued.dir)).toEqual(await rowsOf(whole.dir));
      for (const part of partsOf(streamFiles(continued.dir).events)) expect(existsSync(part)).toBe(true);
      added += continued.parts > 1 ? 1 : 0;
      previous = { people: here, stream: continued.dir };
    }
    expect(added).toBeGreaterThan(0);
  },
);
